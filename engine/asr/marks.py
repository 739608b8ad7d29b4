"""Puts a punctuation model's marks into a text, and nothing else of what the model wrote."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.types import Word

_HALF_WIDTH = {"，": ",", "、": ",", "。": ".", "？": "?", "！": "!", "；": ";", "：": ":"}
_FULL_WIDTH = {",": "，", ".": "。", "?": "？", "!": "！", ";": "；", ":": "："}
_MARKS = frozenset(_HALF_WIDTH) | frozenset(_FULL_WIDTH)

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_KANA_OR_HANGUL = re.compile("[\u3040-\u30ff\uac00-\ud7af]")
_WORD = re.compile(r"[^\W\d_\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_SET_MARK = re.compile(r"[，。？！；：、…?!;]|[,:](?![0-9])|\.(?![0-9A-Za-z])")
"""A mark of a sentence; those of 3.5, 10:30 and example.com are none."""

_CHINESE, _ENGLISH = ("zh", "yue"), ("en",)
_SHORTEST_SENTENCE = 4
"""In Han characters; an English word counts as two. Shorter text is a name or an answer."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A text with marks.

    Attributes:
        text: with marks.
        cased: the text before, character by character, with the capitals it was given.
    """

    text: str
    cased: str


def wants_marks(text: str, language: str, known: Sequence[str]) -> bool:
    """Whether a final is one to give marks to: has none, is a sentence, and in a known language.

    Args:
        text: the final.
        language: its ISO code, or empty.
        known: ISO codes that the model knows.
    """
    if _SET_MARK.search(text) or _KANA_OR_HANGUL.search(text):
        return False
    han = len(_HAN.findall(text))
    if han + 2 * len(_WORD.findall(text)) < _SHORTEST_SENTENCE:
        return False
    if language not in ("", *_CHINESE, *_ENGLISH):
        return False
    return "zh" in known if han else "en" in known


def marked(text: str, suggested: str, *, restores_case: bool) -> Marked | None:
    """The text with the marks of a model's version of it; None where that has other words.

    Spaces are the text's own, save after a full-width mark. Marks are full width in text with Han.

    Args:
        text: what was recognised.
        suggested: what the model made of it.
        restores_case: the model may change capitals.
    """
    after: dict[int, str] = {}  # place of the character before to its mark
    cased = list(text)
    at = _next_character(text, 0)
    before = -1
    for character in suggested:
        if character.isspace():
            continue
        if at < len(text) and _is_same(text[at], character, ignoring_case=restores_case):
            cased[at] = character
            before, at = at, _next_character(text, at + 1)
        elif character not in _MARKS:
            return None
        elif before >= 0 and not _is_inside_word(text, before):
            after.setdefault(before, character)
    if at < len(text):
        return None
    return Marked(_written(cased, after, is_wide=bool(_HAN.search(text))), "".join(cased))


def recased(words: Sequence[Word], text: str, cased: str) -> tuple[Word, ...]:
    """Words of ``text`` as ``cased`` writes them; as they are where they are of another text."""
    result = []
    at = 0
    for word in words:
        spoken = word.text.strip()
        found = text.find(spoken, at)
        if found < 0:
            return tuple(words)
        at = found + len(spoken)
        result.append(replace(word, text=cased[found:at]))
    return tuple(result)


def _next_character(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _is_same(one: str, other: str, *, ignoring_case: bool) -> bool:
    return one == other or (ignoring_case and one.casefold() == other.casefold())


def _is_inside_word(text: str, at: int) -> bool:
    """Whether a mark after ``at`` would cut a word or number: models split t-shirt and 3.5."""
    around = text[at : at + 2]
    return len(around) == 2 and not around[1].isspace() and not _HAN.search(around)


def _written(cased: Sequence[str], after: dict[int, str], *, is_wide: bool) -> str:
    width = _FULL_WIDTH if is_wide else _HALF_WIDTH
    written: list[str] = []
    for at, character in enumerate(cased):
        if character.isspace() and written and written[-1] in _HALF_WIDTH:
            continue  # a full-width mark has its own space
        written.append(character)
        if at in after:
            written.append(width.get(after[at], after[at]))
    return "".join(written)
