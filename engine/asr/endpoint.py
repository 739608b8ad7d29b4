"""When a segment ends: pure rules over counts of frames."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from engine.types import ENGINE_RATE_HZ

_IMPATIENT_SHARE = 0.6


class Decision(enum.Enum):
    """What to do with the segment now."""

    GO_ON = "go-on"
    PREPARE = "prepare"
    """Speech seems to have ended: decoding ahead will likely pay."""
    ENDPOINT = "endpoint"
    """Speech ended."""
    CUT = "cut"
    """Speech goes on, but the segment is as long as it may be."""


@dataclass(frozen=True, slots=True)
class EndpointRules:
    """Lengths that decide, in frames.

    Attributes:
        trailing_silence_frames: silence that ends a segment.
        patient_frames: length from which ``_IMPATIENT_SHARE`` of that silence is enough: long
            segments make long waits for their finals.
        prepare_frames: silence after which its end is likely; twice that in long segments, whose
            finals cost most and whose end, as a rule, is nearer than that anyway.
        max_frames: longest segment.
    """

    trailing_silence_frames: int = int(0.6 * ENGINE_RATE_HZ)
    patient_frames: int = 8 * ENGINE_RATE_HZ
    prepare_frames: int = int(0.25 * ENGINE_RATE_HZ)
    max_frames: int = 20 * ENGINE_RATE_HZ

    def decide(self, segment_frames: int, silence_frames: int) -> Decision:
        """Judges a segment from its length and the silence at its end, both in frames."""
        is_patient = segment_frames < self.patient_frames
        enough = self.trailing_silence_frames * (1.0 if is_patient else _IMPATIENT_SHARE)
        if silence_frames >= enough:
            return Decision.ENDPOINT
        if segment_frames >= self.max_frames:
            return Decision.CUT
        if silence_frames >= self.prepare_frames * (1 if is_patient else 2):
            return Decision.PREPARE
        return Decision.GO_ON
