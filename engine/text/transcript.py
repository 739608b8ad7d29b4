"""Segments to running text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_CLOSED_UP = ("Lo", "Po", "Ps", "Pe", "Pi", "Pf", "So")


def join(texts: Iterable[str]) -> str:
    """Joins segments' texts: a space between words, none beside Han, kana or full-width marks."""
    result = ""
    for text in map(str.strip, texts):
        if result and text and not (_is_closed_up(result[-1]) or _is_closed_up(text[0])):
            result += " "
        result += text
    return result


def _is_closed_up(character: str) -> bool:
    """Whether the character is written without a space beside it."""
    wide = unicodedata.east_asian_width(character) in ("W", "F")
    return wide and unicodedata.category(character) in _CLOSED_UP
