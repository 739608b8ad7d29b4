"""Telling speech from what a language model makes of none: loops and inventions."""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Sequence
from functools import lru_cache

from engine import paths
from engine.types import ENGINE_RATE_HZ

_TOKENS_PER_S = 10
_SPARE_TOKENS = 12
_LONGEST_LOOP = 12
_SHORTEST_RESTART = 3
_MAX_COMPRESSION = 2.4
"""Text that deflates better than this repeats itself (Radford et al., 2022, section 4.5)."""


@lru_cache(maxsize=1)
def _inventions() -> frozenset[str]:
    """What Whisper says of silence and noise, as ``_plain`` writes it: subtitles' small talk."""
    lines = (paths.resources_dir() / "inventions.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(_plain(line) for line in lines if line and not line.startswith("#"))


def token_cap(n_frames: int) -> int:
    """Most tokens that so much speech can hold; dense Mandarin was measured at 6 a second."""
    return n_frames * _TOKENS_PER_S // ENGINE_RATE_HZ + _SPARE_TOKENS


def is_looping(text: str) -> bool:
    """Whether the text repeats itself as speech does not."""
    raw = text.encode("utf-8")
    return len(raw) / len(zlib.compress(raw)) > _MAX_COMPRESSION if raw else False


def without_loop(tokens: Sequence[int]) -> list[int]:
    """Leaves one of the repetitions that a decoder caught in a loop ends with.

    Up to two tokens must come four times in a row, longer runs three times: people do say
    "very, very, very".
    """
    result = list(tokens)
    for length in range(1, _LONGEST_LOOP):
        repeats = 4 if length < 3 else 3
        tail = result[-length:]
        if len(result) >= length * repeats and result[-length * repeats :] == tail * repeats:
            while len(result) >= 2 * length and result[-2 * length : -length] == tail:
                del result[-length:]
            break
    return result


def without_restart(tokens: Sequence[int]) -> list[int]:
    """Drops an end that is the beginning again: what Whisper does with a word that is cut off."""
    result = list(tokens)
    for length in range(len(result) // 2, _SHORTEST_RESTART - 1, -1):
        if result[-length:] == result[:length]:
            return result[:-length]
    return result


def is_invention(text: str, no_speech: float, mean_log_probability: float) -> bool:
    """Whether a hypothesis is nothing that was said.

    Args:
        text: the hypothesis.
        no_speech: probability of no speech, 0 to 1.
        mean_log_probability: of its tokens, natural logarithm.
    """
    if not any(c.isalnum() for c in text):
        return True
    # Whisper's own rule for silence.
    if no_speech > 0.6 and mean_log_probability < -1.0:
        return True
    is_doubtful = no_speech > 0.3 or mean_log_probability < -0.8
    return is_doubtful and _plain(text) in _inventions()


def _plain(text: str) -> str:
    """Lower-case letters and digits, other characters as single spaces."""
    folded = unicodedata.normalize("NFKC", text).lower()
    return " ".join("".join(c if c.isalnum() else " " for c in folded).split())
