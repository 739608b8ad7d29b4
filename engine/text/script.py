"""Simplified and Traditional Chinese."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from opencc import OpenCC

_CONVERSIONS = {"simplified": "t2s", "traditional": "s2t"}


@lru_cache(maxsize=len(_CONVERSIONS))
def converter(script: str) -> Callable[[str], str]:
    """A function that writes Chinese in one script and leaves the rest as it is.

    Args:
        script: ``simplified``, ``traditional`` or ``as-is``.
    """
    if script == "as-is":
        return str
    convert: Callable[[str], str] = OpenCC(_CONVERSIONS[script]).convert
    return convert
