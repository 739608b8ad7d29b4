from __future__ import annotations

from engine.export.vtt import render
from tests.helpers.segments import final, transcript


def test_header_then_cues_with_point_times() -> None:
    expected = "WEBVTT\n\n00:00:00.500 --> 00:00:01.000\nHello.\n"
    assert render(transcript(final("Hello.", 0.5, 1.0))) == expected


def test_marks_of_the_format_are_escaped() -> None:
    assert "a &lt;b&gt; --&gt; c &amp; d" in render(transcript(final("a <b> --> c & d")))


def test_silence_is_a_valid_empty_file() -> None:
    assert render(transcript()) == "WEBVTT\n"
