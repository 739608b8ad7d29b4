"""Error rates of transcripts: words for English, characters for Chinese and the rest.

English goes through Whisper's normaliser. Chinese is compared as Simplified letters and digits
with numbers read out, since recognisers differ in how they write them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

from app.bench.corpus import Clip
from engine.text.script import converter

_DIGITS = str.maketrans("0123456789幺", "零一二三四五六七八九一")
_LONG_NUMBER = re.compile(r"\d{7,}")  # a telephone number, read digit by digit


class ScoringUnavailableError(Exception):
    """The packages that scoring needs are not installed."""


def error_percents(clips: Sequence[Clip], texts: Mapping[Clip, str]) -> dict[str, float]:
    """Error rate by language, in percent; ``en_plain`` leaves long and spontaneous speech out.

    Raises:
        ScoringUnavailableError: the ``bench`` extra is not installed.
    """
    groups: dict[str, list[Clip]] = {}
    for clip in clips:
        groups.setdefault(clip.language, []).append(clip)
        if clip.language == "en" and clip.is_plain:
            groups.setdefault("en_plain", []).append(clip)
    return {
        name: 100 * _error_rate([(c.reference, texts[c]) for c in of_it], name.startswith("en"))
        for name, of_it in sorted(groups.items())
    }


def _error_rate(pairs: list[tuple[str, str]], is_english: bool) -> float:
    form, words, characters = _tools()
    if is_english:
        return words([form(said) for said, _ in pairs], [form(heard) for _, heard in pairs])
    said = [plain_chinese(text) for text, _ in pairs]
    # An empty hypothesis is an error, not a missing row.
    heard = [plain_chinese(text) or " " for _, text in pairs]
    return characters(said, heard)


def plain_chinese(text: str) -> str:
    """Simplified letters and digits, numbers read out.

    Raises:
        ScoringUnavailableError: the ``bench`` extra is not installed.
    """
    text = converter("simplified")(unicodedata.normalize("NFKC", text)).lower()
    text = _LONG_NUMBER.sub(lambda match: match[0].translate(_DIGITS), text)
    text = _read_numbers(text)
    return "".join(c for c in text.translate(_DIGITS) if c.isalnum())


def _read_numbers(text: str) -> str:
    try:
        cn2an: Any = import_module("cn2an")  # in the bench extra only
    except ImportError as error:
        raise ScoringUnavailableError from error
    try:
        return str(cn2an.transform(text, "an2cn"))
    except ValueError:  # a date that is none: its digits are read one by one
        return text


_Form = Callable[[str], str]
_Measure = Callable[[list[str], list[str]], float]


@lru_cache(maxsize=1)
def _tools() -> tuple[_Form, _Measure, _Measure]:
    try:
        jiwer: Any = import_module("jiwer")
        normalizer: Any = import_module("whisper_normalizer.english")
    except ImportError as error:
        raise ScoringUnavailableError from error
    return normalizer.EnglishTextNormalizer(), jiwer.wer, jiwer.cer
