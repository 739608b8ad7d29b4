"""What sherpa-onnx says, in our words. Shared by its streaming and offline recognisers."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from engine.types import Word

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_HANGUL = re.compile(r"[\uac00-\ud7af]")
_TAG = re.compile(r"<\|?([^|<>]*)\|?>")
_LAST_TOKEN_S = 0.1
"""How long the last token sounds, for want of a next one."""


def language_of(text: str) -> str:
    """ISO code told from the script, for models that do not say; empty for empty text."""
    if _KANA.search(text):
        return "ja"
    if _HANGUL.search(text):
        return "ko"
    if _HAN.search(text):
        return "zh"
    return "en" if text else ""


def untagged(language: str) -> str:
    """``<|zh|>`` as ``zh``."""
    return _TAG.sub(r"\1", language)


def without_tags(text: str) -> str:
    """Text without ``<|HAPPY|>`` and the like."""
    return " ".join(re.sub(r"<\|[^|<>]*\|>", "", text).split())


def confidence_of(log_probabilities: Sequence[float]) -> float | None:
    """Mean token probability, or None where there are no tokens."""
    if not len(log_probabilities):
        return None
    mean = sum(math.exp(min(0.0, p)) for p in log_probabilities) / len(log_probabilities)
    return min(1.0, mean)


def words_of(result: Any, log_probabilities: Sequence[float]) -> tuple[Word, ...]:
    """Tokens joined to words and Han characters, with their times; empty where there are none."""
    tokens, starts = list(result.tokens), list(result.timestamps)
    if not starts or len(starts) != len(tokens):
        return ()
    has_scores = len(log_probabilities) == len(tokens)
    groups: list[list[int]] = []
    for i, token in enumerate(tokens):
        if groups and _goes_on(tokens[i - 1], token):
            groups[-1].append(i)
        else:
            groups.append([i])
    words = []
    for group, after in zip(groups, [*groups[1:], []], strict=True):
        text = "".join(tokens[i].removesuffix("@@") for i in group).strip(" \u2581")
        if not text:
            continue
        start = float(starts[group[0]])
        end = float(starts[after[0]]) if after else float(starts[group[-1]]) + _LAST_TOKEN_S
        scores = [log_probabilities[i] for i in group] if has_scores else []
        words.append(Word(text, start, max(start, end), confidence_of(scores)))
    return tuple(words)


def _goes_on(before: str, token: str) -> bool:
    """Whether a token belongs to the word of the one before it."""
    if before.endswith("@@"):
        return True
    if token[:1] in (" ", "\u2581") or not token:
        return False
    is_letter = token[0].isascii() and (token[0].isalnum() or token[0] == "'")
    return is_letter and before[-1:].isascii() and before[-1:] not in ("", " ")
