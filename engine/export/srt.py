"""A transcript as SubRip subtitles."""

from __future__ import annotations

from engine.export.cues import cut
from engine.text.transcript import Transcript


def render(transcript: Transcript) -> str:
    """Numbered cues; empty where nothing was said."""
    return "".join(
        f"{number}\n{_time(cue.start_s)} --> {_time(cue.end_s)}\n{chr(10).join(cue.lines)}\n\n"
        for number, cue in enumerate(cut(transcript), 1)
    )


def _time(seconds: float) -> str:
    milliseconds = round(seconds * 1000)
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02},{rest % 1000:03}"
