from __future__ import annotations

import pytest

from engine.types import EditKind


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("今天下雨。明天放晴。", "今天下雨。"),
        ("It rains. It snows", "It rains."),
        ("Version 3.5 is out! Get it.", "Version 3.5 is out!"),
        ("only one", ""),
        ("第一行\n第二行", "第一行"),
        ("", ""),
    ],
)
def test_last_sentence_is_taken_back(text: str, left: str) -> None:
    assert EditKind.DELETE_SENTENCE.applied_to(text) == left


def test_undo_takes_everything_back() -> None:
    assert EditKind.UNDO.applied_to("One. Two.") == ""
