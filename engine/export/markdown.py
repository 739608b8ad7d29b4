"""A transcript as Markdown: a heading, then a paragraph a segment with its time."""

from __future__ import annotations

import re

from engine.text.transcript import Transcript
from engine.types import ENGINE_RATE_HZ, SegmentUpdate

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~])")
_BLOCK_START = re.compile(r"^(\s*\d*)([#+.)-])(?=\s)", re.MULTILINE)


def render(transcript: Transcript) -> str:
    """The document; marks that Markdown would take for its own are escaped."""
    title = _escape(transcript.source) or "Transcript"
    return "".join([f"# {title}\n", *map(_paragraph, transcript.segments)])


def _paragraph(segment: SegmentUpdate) -> str:
    seconds = segment.start_frame // ENGINE_RATE_HZ
    time = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"\n**{time}** {_escape(segment.text)}\n"


def _escape(text: str) -> str:
    return _BLOCK_START.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", text))
