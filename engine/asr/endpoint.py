"""When a segment ends: pure rules over counts of frames."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from engine.types import ENGINE_RATE_HZ


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
        prepare_frames: silence after which its end is likely.
        max_frames: longest segment.
    """

    trailing_silence_frames: int = int(0.6 * ENGINE_RATE_HZ)
    prepare_frames: int = int(0.3 * ENGINE_RATE_HZ)
    max_frames: int = 20 * ENGINE_RATE_HZ

    def decide(self, segment_frames: int, silence_frames: int) -> Decision:
        """Judges a segment from its length and the silence at its end, both in frames."""
        if silence_frames >= self.trailing_silence_frames:
            return Decision.ENDPOINT
        if segment_frames >= self.max_frames:
            return Decision.CUT
        if silence_frames >= self.prepare_frames:
            return Decision.PREPARE
        return Decision.GO_ON
