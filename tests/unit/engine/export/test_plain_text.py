from __future__ import annotations

from engine.export.plain_text import render
from tests.helpers.segments import final, transcript


def test_each_segment_is_a_line() -> None:
    assert render(transcript(final("你好。"), final("Hello."))) == "你好。\nHello.\n"


def test_silence_is_an_empty_file() -> None:
    assert render(transcript()) == ""
