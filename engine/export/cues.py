"""Segments cut into subtitles that fit a screen."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from engine.text.transcript import Transcript
from engine.types import ENGINE_RATE_HZ, SegmentUpdate

LINE_COLUMNS = 42
"""The usual limit of subtitle style guides for Latin text; a Han character takes two columns."""
CUE_COLUMNS = 2 * LINE_COLUMNS

_SENTENCE_END = "。！？.!?…"
_CLAUSE_END = "，、；：,;:"
# A break may follow a space or a wide character, never the inside of a Latin word.
_PIECE = re.compile(r"\s*(?:[^\s\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]+|\S)")


@dataclass(frozen=True, slots=True)
class Cue:
    """One subtitle.

    Attributes:
        start_s: when it appears, seconds.
        end_s: when it goes.
        lines: one or two lines of at most ``LINE_COLUMNS`` columns, longer only where one
            word is.
    """

    start_s: float
    end_s: float
    lines: tuple[str, ...]


def cut(transcript: Transcript) -> tuple[Cue, ...]:
    """Cuts at sentence ends, else clauses, else between words.

    Times inside a segment come from its words where the engine gives them, else in proportion
    to the text's width.
    """
    return tuple(cue for segment in transcript.segments for cue in _cut_segment(segment))


def columns(text: str) -> int:
    """Columns a text takes on a terminal or as a subtitle."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    marks = sum(unicodedata.combining(c) != 0 for c in text)
    return len(text) + wide - marks


def _cut_segment(segment: SegmentUpdate) -> list[Cue]:
    pieces = _PIECE.findall(" ".join(segment.text.split()))
    start_s = segment.start_frame / ENGINE_RATE_HZ
    length_s = (segment.end_frame - segment.start_frame) / ENGINE_RATE_HZ
    width = max(1, sum(map(columns, pieces)))
    cues: list[Cue] = []
    before = 0
    while pieces:
        taken = _fit(pieces, CUE_COLUMNS)
        text = "".join(pieces[:taken])
        after = before + columns(text)
        cues.append(
            Cue(
                start_s + length_s * before / width,
                start_s + length_s * after / width,
                _lines(pieces[:taken]),
            )
        )
        before, pieces = after, pieces[taken:]
    return cues


def _fit(pieces: list[str], limit: int) -> int:
    """How many pieces go into one cue or line: up to the best break that fits."""
    width, fitting = 0, 0
    for piece in pieces:
        width += columns(piece)
        if width > limit:
            break
        fitting += 1
    if fitting == len(pieces):
        return fitting
    for ends in (_SENTENCE_END, _CLAUSE_END):
        for count in range(fitting, fitting // 2, -1):
            if pieces[count - 1][-1] in ends:
                return count
    while fitting > 1 and pieces[fitting].strip()[0] in _SENTENCE_END + _CLAUSE_END:
        fitting -= 1  # a mark does not begin a line
    return max(1, fitting)


def _lines(pieces: list[str]) -> tuple[str, ...]:
    if sum(map(columns, pieces)) <= LINE_COLUMNS:
        return ("".join(pieces).strip(),)
    first = _fit(pieces, LINE_COLUMNS)
    lines = ["".join(pieces[:first]).strip()]
    if pieces[first:]:
        lines.append("".join(pieces[first:]).strip())
    return tuple(lines)
