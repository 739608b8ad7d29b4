from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.asr.stabilizer import Stabilizer

TOKENS = st.lists(st.integers(0, 3), max_size=8)


def test_one_hypothesis_agrees_with_nothing() -> None:
    stabilizer = Stabilizer()
    stabilizer.accept([1, 2, 3])
    assert stabilizer.agreed == []


def test_what_two_begin_with_alike_is_agreed() -> None:
    stabilizer = Stabilizer()
    stabilizer.accept([1, 2, 3])
    stabilizer.accept([1, 2, 4, 5])
    assert stabilizer.agreed == [1, 2]


@given(first=TOKENS, second=TOKENS)
def test_the_agreed_part_begins_both_and_cannot_be_longer(
    first: list[int], second: list[int]
) -> None:
    stabilizer = Stabilizer()
    stabilizer.accept(first)
    stabilizer.accept(second)
    n = len(stabilizer.agreed)
    assert stabilizer.agreed == first[:n] == second[:n]
    assert first[n : n + 1] != second[n : n + 1] or n == min(len(first), len(second))


def test_reset_forgets() -> None:
    stabilizer = Stabilizer()
    stabilizer.accept([1])
    stabilizer.accept([1])
    stabilizer.reset()
    assert stabilizer.agreed == []
    stabilizer.accept([1])
    assert stabilizer.agreed == []
