from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.asr import guards

SURE, DOUBTFUL = -0.2, -0.9


def test_the_cap_leaves_room_for_the_densest_speech_measured() -> None:
    assert guards.token_cap(10 * 16_000) >= 1.5 * 60
    assert guards.token_cap(1_600) >= 10


@pytest.mark.parametrize(
    ("tokens", "left"),
    [
        ([1, 2, 3, 3, 3, 3], [1, 2, 3]),
        ([9, 1, 2, 1, 2, 1, 2, 1, 2], [9, 1, 2]),
        ([9, 1, 2, 3, 1, 2, 3, 1, 2, 3], [9, 1, 2, 3]),
        ([5, 5, 5], [5, 5, 5]),
        ([1, 2, 1, 2], [1, 2, 1, 2]),
        ([], []),
    ],
)
def test_a_loop_at_the_end_is_said_once(tokens: list[int], left: list[int]) -> None:
    assert guards.without_loop(tokens) == left


@given(st.lists(st.integers(0, 2), max_size=30))
def test_leaving_out_a_loop_keeps_the_beginning(tokens: list[int]) -> None:
    left = guards.without_loop(tokens)
    assert left == tokens[: len(left)]


@pytest.mark.parametrize(
    ("tokens", "left"),
    [
        ([1, 2, 3, 4, 1, 2, 3], [1, 2, 3, 4]),
        ([1, 2, 3, 1, 2, 3], [1, 2, 3]),
        ([1, 2, 4, 1, 2], [1, 2, 4, 1, 2]),
        ([1, 2, 3], [1, 2, 3]),
    ],
)
def test_an_end_that_begins_again_is_dropped(tokens: list[int], left: list[int]) -> None:
    assert guards.without_restart(tokens) == left


def test_text_that_repeats_itself_is_a_loop() -> None:
    assert guards.is_looping("and then he said " * 10)
    assert not guards.is_looping("It was the best of times, it was the worst of times.")
    assert not guards.is_looping("")


@pytest.mark.parametrize("text", ["Thanks for watching!", "Thank you.", "字幕by索兰娅", "謝謝觀看"])
def test_known_inventions_are_dropped_only_in_doubt(text: str) -> None:
    assert guards.is_invention(text, 0.1, DOUBTFUL)
    assert guards.is_invention(text, 0.5, SURE)
    assert not guards.is_invention(text, 0.1, SURE)


def test_speech_is_kept_however_doubtful_its_words() -> None:
    assert not guards.is_invention("Ask not what your country", 0.1, -1.3)
    assert not guards.is_invention("谢谢你的礼物", 0.5, DOUBTFUL)


def test_what_the_recogniser_itself_takes_for_silence_is_dropped() -> None:
    assert guards.is_invention("The quick brown fox", 0.7, -1.1)


@pytest.mark.parametrize("text", ["", " ", "...", "♪"])
def test_text_without_a_letter_is_nothing(text: str) -> None:
    assert guards.is_invention(text, 0.0, SURE)
