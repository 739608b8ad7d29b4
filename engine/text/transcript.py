"""Segments to running text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.types import SegmentUpdate

_EDGES = re.compile(r"\A[^\S\n]+|[^\S\n]+\Z")
_WORD_ENDS = ".,;:!?)…”%"
_CLOSED_UP = ("Lo", "Po", "Ps", "Pe", "Pi", "Pf", "So")


@dataclass(frozen=True, slots=True)
class Transcript:
    """What was said in one recording or dictation.

    Attributes:
        segments: finals with text, in order.
        source: name of the recording or microphone.
        engine_id: which recogniser wrote it.
        duration_s: seconds of audio heard.
    """

    segments: tuple[SegmentUpdate, ...]
    source: str = ""
    engine_id: str = ""
    duration_s: float = 0.0

    @property
    def text(self) -> str:
        """The segments as running text."""
        return join(segment.text for segment in self.segments)


def settled(finals: Iterable[SegmentUpdate]) -> tuple[SegmentUpdate, ...]:
    """Finals with text, each after what later ones took back of it."""
    kept: list[SegmentUpdate] = []
    for final in finals:
        for edit in final.edits:
            if kept:
                last = kept.pop()
                left = edit.applied_to(last.text)
                if left:
                    kept.append(replace(last, text=left, words=()))
        if final.text:
            kept.append(final)
    return tuple(kept)


def join(texts: Iterable[str]) -> str:
    """Joins segments' texts: a space between words, none beside Han, kana or full-width marks.

    A line break at a segment's edge was spoken, and stays.
    """
    result = ""
    for text in map(trimmed, texts):
        if result and text and not (_is_closed_up(result[-1]) or _is_closed_up(text[0])):
            result += " "
        result += text
    return result


def needs_space(before: str, text: str) -> bool:
    """Whether a space belongs between what a field holds and a text that begins with a word.

    Only where what is there ends a word or a sentence: a bracket or a slash may lead up to it.
    """
    if not before or not text:
        return False
    last, first = before[-1], text[0]
    if _is_closed_up(last) or _is_closed_up(first) or not first.isalnum():
        return False
    return last.isalnum() or last in _WORD_ENDS


def trimmed(text: str) -> str:
    """Without white space at the edges, line breaks excepted."""
    return _EDGES.sub("", text)


def _is_closed_up(character: str) -> bool:
    """Whether the character is written without a space beside it."""
    if character == "\n":
        return True
    wide = unicodedata.east_asian_width(character) in ("W", "F")
    return wide and unicodedata.category(character) in _CLOSED_UP
