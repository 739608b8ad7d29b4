"""A transcript as plain text, one segment a line."""

from __future__ import annotations

from engine.text.transcript import Transcript


def render(transcript: Transcript) -> str:
    """One line a segment; empty where nothing was said."""
    return "".join(segment.text + "\n" for segment in transcript.segments)
