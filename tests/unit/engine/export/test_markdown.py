from __future__ import annotations

from engine.export.markdown import render
from tests.helpers.segments import final, transcript


def test_heading_then_a_paragraph_a_segment_with_its_time() -> None:
    assert render(transcript(final("你好。", 3661.0, 3662.0))) == (
        "# talk.wav\n\n**01:01:01** 你好。\n"
    )


def test_markup_in_speech_is_escaped() -> None:
    text = render(transcript(final("a *b* _c_ [d]\n1. e\n- f"), source="a_b"))
    assert r"a \*b\* \_c\_ \[d\]" in text
    assert "\n1\\. e\n\\- f" in text
    assert text.startswith(r"# a\_b")
