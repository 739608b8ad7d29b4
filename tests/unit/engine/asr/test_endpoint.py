from __future__ import annotations

import pytest

from engine.asr.endpoint import Decision, EndpointRules

RULES = EndpointRules(
    trailing_silence_frames=600, prepare_frames=300, patient_frames=8_000, max_frames=10_000
)


@pytest.mark.parametrize(
    ("segment_frames", "silence_frames", "decision"),
    [
        (1_000, 0, Decision.GO_ON),
        (1_000, 299, Decision.GO_ON),
        (1_000, 300, Decision.PREPARE),
        (1_000, 599, Decision.PREPARE),
        (1_000, 600, Decision.ENDPOINT),
        (7_999, 360, Decision.PREPARE),
        (8_000, 359, Decision.GO_ON),
        (8_000, 360, Decision.ENDPOINT),
        (9_999, 0, Decision.GO_ON),
        (10_000, 0, Decision.CUT),
        (10_000, 300, Decision.CUT),
        (10_000, 600, Decision.ENDPOINT),
    ],
)
def test_decides_by_length_and_silence(
    segment_frames: int, silence_frames: int, decision: Decision
) -> None:
    assert RULES.decide(segment_frames, silence_frames) is decision


def test_long_segments_whose_end_is_far_are_prepared_late() -> None:
    rules = EndpointRules(trailing_silence_frames=2_000, prepare_frames=300, patient_frames=8_000)
    assert rules.decide(8_000, 599) is Decision.GO_ON
    assert rules.decide(8_000, 600) is Decision.PREPARE
