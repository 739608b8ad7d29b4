"""A transcript as WebVTT subtitles (W3C)."""

from __future__ import annotations

from engine.export.cues import cut
from engine.text.transcript import Transcript


def render(transcript: Transcript) -> str:
    """The header, then the cues."""
    cues = "".join(
        f"\n{_time(cue.start_s)} --> {_time(cue.end_s)}\n{_escape(chr(10).join(cue.lines))}\n"
        for cue in cut(transcript)
    )
    return "WEBVTT\n" + cues


def _time(seconds: float) -> str:
    milliseconds = round(seconds * 1000)
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02}.{rest % 1000:03}"


def _escape(text: str) -> str:
    # ">" too: cue text may not hold "-->".
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
