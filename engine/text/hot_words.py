"""The user's own words: one file, for engines that take words and for correction by sound.

A line is a word; what follows it is separated by tabs or ``|``::

    # names
    张伟明
    Kubernetes | weight=2 | alias=cooper netties, k eights
    Python     | pinyin=pai sen

Each line is read on its own, so that a bad one costs that one only.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from engine.paths import settings_file

MOST_WORDS = 20_000
"""What the file may hold; words behind are left out."""

LONGEST_WORD = 64
"""Characters of a word or an alias."""

MOST_BYTES = 8_000_000
"""A larger file is no list of words, and is not read."""

LEAST_WEIGHT, MOST_WEIGHT = 0.1, 10.0
_MOST_FOR_ENGINES = 1_000
"""Each is followed along every path of the search."""

_ENGINE_SCORE, _MOST_ENGINE_WEIGHT = 1.5, 2.0
_FIELD_BREAK = re.compile(r"\s*[|\t]\s*")
_KEYS = ("weight", "alias", "pinyin")
MOST_PROBLEMS = 20
"""Lines that are named one by one."""

EXAMPLE = """\
# One word a line. Behind it, if you like: | weight=2 | alias=what is heard, and this | pinyin=...
# Names and terms of three or more characters, or five or more letters, work best.
#
# 张伟明
# Kubernetes | alias=k eights
# Python | pinyin=pai sen
"""
"""What a new file says."""


@dataclass(frozen=True, slots=True)
class HotWord:
    """One word of the user's.

    Attributes:
        text: as it is to be written.
        weight: how much it is preferred; 1 is neutral.
        aliases: what is heard for it; always replaced.
        syllables: its sound in pinyin without tones, where the user gave one.
        line: where it stands in the file, from 1.
    """

    text: str
    weight: float = 1.0
    aliases: tuple[str, ...] = ()
    syllables: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)


class HotWordFault(enum.Enum):
    """What may be wrong with a line or with the file; the values say it, with its ``value``."""

    NOT_UTF8 = "not UTF-8"
    UNKNOWN_FIELD = "{value} is none of " + ", ".join(f"{key}=" for key in _KEYS)
    BAD_WEIGHT = f"weight is a number from {LEAST_WEIGHT:g} to {MOST_WEIGHT:g}"
    NO_WORD = "there is no word"
    TOO_LONG = f"longer than {LONGEST_WORD} characters"
    UNPRINTABLE = "the word has characters that cannot be written"
    NO_SOUND = "{value}"
    """What the search by sound found wrong with it."""
    UNREADABLE = "{value}; no word of it is used"
    EMPTY = "empty; a word a line goes there"
    TOO_LARGE = f"larger than {MOST_BYTES // 1_000_000} MB; no word of it is used"
    MORE_LINES = "{value} more lines were skipped"
    TOO_MANY = f"only the first {MOST_WORDS} words are used, none from line {{value}}"


@dataclass(frozen=True, slots=True)
class HotWordProblem:
    """A line that was skipped, or what is wrong with the file.

    Attributes:
        path: the file.
        line: where, from 1; 0 for the file as a whole.
        fault: what is wrong with it.
        value: what the fault is about, where it is about something.
    """

    path: Path
    line: int
    fault: HotWordFault
    value: str = ""

    @property
    def detail(self) -> str:
        """What is wrong with it, in English."""
        return self.fault.value.format(value=self.value)

    def __str__(self) -> str:
        if not self.line:
            return f"{self.path}: {self.detail}"
        return f"{self.path}:{self.line}: {self.detail}; the line was skipped"


@dataclass(frozen=True, slots=True)
class HotWordList:
    """What a file holds: the words in its order, and what was left out of it."""

    words: tuple[HotWord, ...] = ()
    problems: tuple[HotWordProblem, ...] = ()


def hot_words_file() -> Path:
    """``hotwords.txt`` beside the settings."""
    return settings_file().with_name("hotwords.txt")


def read_hot_words(path: Path) -> HotWordList:
    """Reads a file of words; one that is not there has none."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return HotWordList()
    except OSError as error:
        return _nothing(path, HotWordFault.UNREADABLE, error.strerror or str(error))
    if len(data) > MOST_BYTES:
        return _nothing(path, HotWordFault.TOO_LARGE)
    if not data.strip():
        return _nothing(path, HotWordFault.EMPTY)
    reader = _Reader(path)
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        reader.take(number, line)
    return reader.finish()


class _Reader:
    """Lines to words; the first word of a spelling holds."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._words: dict[str, HotWord] = {}
        self._problems: list[HotWordProblem] = []
        self._skipped = 0
        self._left_out_from = 0

    def take(self, number: int, line: bytes) -> None:
        try:
            text = line.decode("utf-8").strip()
        except UnicodeDecodeError:
            self._skip(HotWordProblem(self._path, number, HotWordFault.NOT_UTF8))
            return
        if not text or text.startswith("#"):
            return
        if len(self._words) == MOST_WORDS:
            self._left_out_from = self._left_out_from or number
            return
        word = _read_line(self._path, number, text)
        if isinstance(word, HotWordProblem):
            self._skip(word)
        else:
            self._words.setdefault(word.text, word)

    def finish(self) -> HotWordList:
        if self._skipped > MOST_PROBLEMS:
            more = str(self._skipped - MOST_PROBLEMS)
            self._problems.append(HotWordProblem(self._path, 0, HotWordFault.MORE_LINES, more))
        if self._left_out_from:
            line = str(self._left_out_from)
            self._problems.append(HotWordProblem(self._path, 0, HotWordFault.TOO_MANY, line))
        return HotWordList(tuple(self._words.values()), tuple(self._problems))

    def _skip(self, problem: HotWordProblem) -> None:
        self._skipped += 1
        if self._skipped <= MOST_PROBLEMS:
            self._problems.append(problem)


def for_engines(words: Iterable[HotWord]) -> tuple[tuple[str, float], ...]:
    """The heaviest words with their scores, for engines that listen for words.

    A score is added for each token of the word that is heard: 1.5 is usual, and one much higher
    makes an engine hear the word everywhere.
    """
    heaviest = sorted(words, key=lambda word: -word.weight)[:_MOST_FOR_ENGINES]
    return tuple(
        (word.text, _ENGINE_SCORE * min(word.weight, _MOST_ENGINE_WEIGHT)) for word in heaviest
    )


def _nothing(path: Path, fault: HotWordFault, value: str = "") -> HotWordList:
    return HotWordList((), (HotWordProblem(path, 0, fault, value),))


def _read_line(path: Path, line: int, text: str) -> HotWord | HotWordProblem:
    """The word of a line, or what is wrong with it."""
    name, *fields = _FIELD_BREAK.split(text)
    values: dict[str, str] = {}
    for entry in filter(None, fields):
        key, equals, value = (part.strip() for part in entry.partition("="))
        if not equals or key not in _KEYS:
            return HotWordProblem(path, line, HotWordFault.UNKNOWN_FIELD, entry[:LONGEST_WORD])
        values[key] = value
    weight = _weight(values.get("weight", "1"))
    if weight is None:
        return HotWordProblem(path, line, HotWordFault.BAD_WEIGHT)
    aliases = tuple(filter(None, re.split(r"\s*[,，、]\s*", values.get("alias", ""))))
    fault = _fault(name, aliases)
    if fault is not None:
        return HotWordProblem(path, line, fault)
    return HotWord(name, weight, aliases, tuple(values.get("pinyin", "").split()), line)


def _fault(name: str, aliases: tuple[str, ...]) -> HotWordFault | None:
    if not any(character.isalnum() for character in name):
        return HotWordFault.NO_WORD
    if max(map(len, (name, *aliases))) > LONGEST_WORD:
        return HotWordFault.TOO_LONG
    if not all(character.isprintable() for character in name):
        return HotWordFault.UNPRINTABLE
    return None


def _weight(value: str) -> float | None:
    try:
        weight = float(value)
    except ValueError:
        return None
    return weight if LEAST_WEIGHT <= weight <= MOST_WEIGHT else None
