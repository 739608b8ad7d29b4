"""Successive hypotheses to the part that no longer changes: LocalAgreement.

What two successive hypotheses over a growing buffer begin with alike is taken to be right (Liu et
al., "Low-Latency Sequence-to-Sequence Speech Recognition and Translation by Partial Hypothesis
Selection", 2020, as used for Whisper by Machacek et al., 2023).
"""

from __future__ import annotations

from collections.abc import Sequence


class Stabilizer:
    """Agrees on tokens between one hypothesis and the next.

    Attributes:
        agreed: tokens that the last two hypotheses begin with.
    """

    def __init__(self) -> None:
        self.agreed: list[int] = []
        self._last: list[int] = []

    def accept(self, tokens: Sequence[int]) -> None:
        """Takes the next hypothesis."""
        tokens = list(tokens)
        self.agreed = tokens[: _common(self._last, tokens)]
        self._last = tokens

    def reset(self) -> None:
        """Begins anew."""
        self.agreed = []
        self._last = []


def _common(first: Sequence[int], second: Sequence[int]) -> int:
    """Length of the common beginning."""
    for index, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            return index
    return min(len(first), len(second))
