from __future__ import annotations

from engine.export.srt import render
from tests.helpers.segments import final, transcript


def test_cues_are_numbered_with_comma_times() -> None:
    text = render(transcript(final("Hello.", 3661.5, 3662.25), final("你好", 3663.0, 3664.0)))
    assert text == (
        "1\n01:01:01,500 --> 01:01:02,250\nHello.\n\n2\n01:01:03,000 --> 01:01:04,000\n你好\n\n"
    )


def test_line_break_inside_a_segment_does_not_end_its_cue() -> None:
    assert render(transcript(final("one\n\ntwo"))).count("\n\n") == 1
