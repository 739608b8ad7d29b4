from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.asr.marks import Marked, marked, recased, wants_marks
from engine.types import Word

BOTH = ("zh", "en")


@pytest.mark.parametrize(
    ("text", "language", "known", "wanted"),
    [
        ("今天天气很不错", "zh", BOTH, True),
        ("今天天气很不错", "yue", BOTH, True),
        ("今天天气很不错", "", BOTH, True),
        ("今天天气很不错", "zh", ("en",), False),
        ("how are you", "en", ("en",), True),
        ("打开 vscode", "zh", BOTH, True),
        ("打开 vscode", "zh", ("en",), False),
        ("今天天气，很不错", "zh", BOTH, False),
        ("hello. how are you", "en", BOTH, False),
        ("version 3.5 of example.com costs 1,000", "en", BOTH, True),
        ("it's a t-shirt", "en", BOTH, True),
        ("北京", "zh", BOTH, False),
        ("hello", "en", BOTH, False),
        ("", "", BOTH, False),
        ("今日はいい天気です", "ja", BOTH, False),
        ("今日天気好", "ja", BOTH, False),
        ("guten tag zusammen", "de", BOTH, False),
    ],
)
def test_finals_that_want_marks(
    text: str, language: str, known: tuple[str, ...], wanted: bool
) -> None:
    assert wants_marks(text, language, known) is wanted


@pytest.mark.parametrize(
    ("text", "suggested", "written"),
    [
        ("你好世界", "你好，世界。", "你好，世界。"),
        ("昨天 是 monday 今天", "昨天，是monday。今天？", "昨天，是 monday。今天？"),
        ("hello world how are you", "hello world，how are you？", "hello world, how are you?"),
        ("don't use 3.5 t-shirts", "don，'t use 3 . 5 t - shirts。", "don't use 3.5 t-shirts."),
        ("très café oui", "trè，s caf，é，oui。", "très café, oui."),
        ("你好世界", "，你好，。世界", "你好，世界"),
        (" 你好 ", "你好。", " 你好。"),
    ],
)
def test_marks_alone_are_taken(text: str, suggested: str, written: str) -> None:
    found = marked(text, suggested, restores_case=False)
    assert found == Marked(written, text)
    plain = [c for c in written if c not in "，。？、,.?!" and not c.isspace()]
    assert plain == [c for c in text if c not in "，。？、,.?!" and not c.isspace()]


@pytest.mark.parametrize(
    "suggested", ["你好", "你好世", "您好世界。", "你好世界界。", "世界你好", "", "你好世界<unk>"]
)
def test_other_words_are_refused(suggested: str) -> None:
    assert marked("你好世界", suggested, restores_case=True) is None


def test_capitals_are_taken_from_models_that_restore_them_alone() -> None:
    suggested = "Hello NASA, how are you?"
    found = marked("hello nasa how are you", suggested, restores_case=True)
    assert found == Marked(suggested, "Hello NASA how are you")
    assert marked("hello nasa how are you", suggested, restores_case=False) is None


@given(
    text=st.text("你好世界 abAB3'-.,", max_size=20),
    noise=st.lists(st.tuples(st.integers(0, 30), st.sampled_from("，。？、,.?! "))),
)
def test_words_are_never_changed(text: str, noise: list[tuple[int, str]]) -> None:
    suggested = list(text)
    for place, mark in noise:
        suggested.insert(place, mark)
    found = marked(text, "".join(suggested), restores_case=False)
    if found is not None:
        letters = [c for c in text if c.isalnum()]
        assert [c for c in found.text if c.isalnum()] == letters
        assert found.cased == text


def test_words_take_the_capitals_of_the_text() -> None:
    words = (Word("hello", 0.0, 0.5, 0.9), Word("nasa", 0.5, 1.0))
    assert recased(words, "hello nasa", "Hello NASA") == (
        Word("Hello", 0.0, 0.5, 0.9),
        Word("NASA", 0.5, 1.0),
    )
    assert recased(words, "something else", "Something else") == words
