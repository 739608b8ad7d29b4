from __future__ import annotations

from dataclasses import replace

from engine.text.transcript import join, settled
from engine.types import EditKind
from tests.helpers.segments import final


def test_joins_with_spaces_between_words_and_none_beside_han() -> None:
    assert join(["Hello", "world.", "你好", "再见"]) == "Hello world.你好再见"


def test_spoken_line_breaks_stay() -> None:
    assert join(["Hello.", "\n", " World. "]) == "Hello.\nWorld."
    assert join(["Hello", "world\n", "again"]) == "Hello world\nagain"


def test_commands_take_back_what_earlier_segments_wrote() -> None:
    finals = [
        final("今天下雨。明天放晴。"),
        replace(final("", segment=1), edits=(EditKind.DELETE_SENTENCE,)),
        final("后天下雪", segment=2),
        replace(final("再见", segment=3), edits=(EditKind.UNDO,)),
    ]
    assert [segment.text for segment in settled(finals)] == ["今天下雨。", "再见"]


def test_segments_without_text_are_left_out() -> None:
    assert settled([final(""), final("好", segment=1)])[0].text == "好"
