from __future__ import annotations

from dataclasses import replace

import pytest

from engine.text.transcript import join, needs_space, settled
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


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        ("ten meters.", "Go on", True),
        ("one", "2", True),
        ("Is it?", "Yes", True),
        ("", "Go", False),
        ("meters. ", "Go", False),
        ("line\n", "Go", False),
        ("(", "Go", False),
        ("src/", "main", False),
        ("你好。", "Go", False),
        ("hello", "你好", False),
        ("hello", ", and", False),
        ("hello", "\nnext", False),
        ("hello", "", False),
    ],
)
def test_a_space_goes_only_between_words(before: str, text: str, expected: bool) -> None:
    assert needs_space(before, text) is expected
