"""A transcript as one JSON object, with everything the engine knows."""

from __future__ import annotations

import json
from typing import Any

from engine.text.transcript import Transcript
from engine.types import ENGINE_RATE_HZ, SegmentUpdate

_DIGITS = 3
"""Decimals of seconds: a millisecond is finer than any recogniser's times."""


def render(transcript: Transcript) -> str:
    """The object, indented, with Han as itself and a line break at the end."""
    document = {
        "source": transcript.source,
        "engine": transcript.engine_id,
        "duration": round(transcript.duration_s, _DIGITS),
        "text": transcript.text,
        "segments": [_segment(segment) for segment in transcript.segments],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _segment(segment: SegmentUpdate) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "start": round(segment.start_frame / ENGINE_RATE_HZ, _DIGITS),
        "end": round(segment.end_frame / ENGINE_RATE_HZ, _DIGITS),
        "text": segment.text,
        "language": segment.language,
        "confidence": segment.confidence and round(segment.confidence, _DIGITS),
    }
    if segment.words:
        entry["words"] = [
            {
                "text": word.text,
                "start": round(word.start_s, _DIGITS),
                "end": round(word.end_s, _DIGITS),
                "confidence": word.confidence and round(word.confidence, _DIGITS),
            }
            for word in segment.words
        ]
    return entry
