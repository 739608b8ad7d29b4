from __future__ import annotations

from types import SimpleNamespace

import pytest

from engine.asr.backends.sherpa_results import (
    confidence_of,
    language_of,
    untagged,
    without_tags,
    words_of,
)


@pytest.mark.parametrize(
    ("text", "language"),
    [("", ""), ("hello", "en"), ("你好 world", "zh"), ("こんにちは世界", "ja"), ("안녕", "ko")],
)
def test_language_is_told_from_the_script(text: str, language: str) -> None:
    assert language_of(text) == language


def test_tags_are_taken_off() -> None:
    assert untagged("<|yue|>") == "yue"
    assert untagged("en") == "en"
    assert without_tags("<|zh|><|HAPPY|>你好 <|BGM|> world") == "你好 world"


def test_confidence_is_the_mean_probability() -> None:
    assert confidence_of([]) is None
    assert confidence_of([0.0, 0.0]) == 1.0
    assert confidence_of([0.5, -100.0]) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("tokens", "words"),
    [
        ([" hel", "lo", " wor", "ld"], ["hello", "world"]),
        (["▁it", "'", "s", "你", "好"], ["it's", "你", "好"]),
        (["wor@@", "ld", "你"], ["world", "你"]),
        (["你", " ok"], ["你", "ok"]),
        ([" "], []),
    ],
)
def test_tokens_become_words(tokens: list[str], words: list[str]) -> None:
    starts = [i / 10 for i in range(len(tokens))]
    found = words_of(SimpleNamespace(tokens=tokens, timestamps=starts), [])
    assert [w.text for w in found] == words
    assert all(w.confidence is None for w in found)


def test_words_carry_times_and_confidence() -> None:
    result = SimpleNamespace(tokens=[" he", "y", " you"], timestamps=[0.1, 0.2, 0.5])
    first, second = words_of(result, [0.0, 0.0, -1.0])
    assert (first.start_s, first.end_s, first.confidence) == (0.1, 0.5, 1.0)
    assert second.end_s == pytest.approx(0.6)
    assert second.confidence == pytest.approx(0.3679, abs=1e-3)


def test_without_times_there_are_no_words() -> None:
    assert words_of(SimpleNamespace(tokens=["a"], timestamps=[]), []) == ()
