"""Finals to write down."""

from __future__ import annotations

from engine.text.transcript import Transcript
from engine.types import ENGINE_RATE_HZ, SegmentUpdate, UpdateKind


def final(text: str, start_s: float = 0.0, end_s: float = 1.0, segment: int = 0) -> SegmentUpdate:
    return SegmentUpdate(
        segment,
        0,
        UpdateKind.FINAL,
        text,
        round(start_s * ENGINE_RATE_HZ),
        round(end_s * ENGINE_RATE_HZ),
        language="zh",
        confidence=0.87654,
    )


def transcript(*segments: SegmentUpdate, source: str = "talk.wav") -> Transcript:
    return Transcript(segments, source, "whisper-base", 12.3456)
