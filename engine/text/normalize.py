"""Recogniser text to written text: the one importer of ``native._textnorm``.

The order is script, itn, punct, words, spacing, case, rules; each is a stage of its own that may be
left out. All but script are native and run in one pass, in two where a hot word was misheard.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from engine.errors import InvalidTextError
from engine.paths import resources_dir, settings_file
from engine.text.hot_words import MOST_PROBLEMS, HotWordFault, HotWordProblem, read_hot_words
from engine.text.script import converter
from engine.text.user_rules import RuleProblem, read_rules
from native import _textnorm
from native._textnorm import Edit, EditKind, Normalized, Span

__all__ = [
    "STAGES",
    "Edit",
    "EditKind",
    "Normalized",
    "Normalizer",
    "Span",
    "TextConfig",
    "rules_file",
]

STAGES = ("script", "itn", "punct", "words", "spacing", "case", "rules")
"""Every stage, in the order they run."""

_CHECK_S = 0.5
"""How often at most a file of the user's is looked at."""


@dataclass(frozen=True, slots=True)
class TextConfig:
    """Which stages run, and how.

    Attributes:
        language: ``auto``, ``zh`` or ``en``: whose number words are read.
        stages: those of ``STAGES`` that run.
        spacing: ``none``, ``latin`` or ``pangu``: spaces beside Han.
        script: ``simplified``, ``traditional`` or ``as-is``.
        rules_file: the user's replacements.
        words_file: the user's own words.
    """

    language: str = "auto"
    stages: frozenset[str] = field(default_factory=lambda: frozenset(STAGES))
    spacing: str = "latin"
    script: str = "as-is"
    rules_file: Path | None = None
    words_file: Path | None = None


def rules_file() -> Path:
    """``rules.toml`` beside the settings: the user's replacements."""
    return settings_file().with_name("rules.toml")


@lru_cache(maxsize=1)
def _lexicon() -> _textnorm.Lexicon:
    """The words the rules know; read once, shared by every normaliser."""
    files = sorted((resources_dir() / "text").glob("*.tsv"))
    return _textnorm.Lexicon([(file.name, file.read_text(encoding="utf-8")) for file in files])


@lru_cache(maxsize=1)
def _word_tables() -> _textnorm.WordTables:
    """How words sound and which are common; read once, and only where there are hot words."""
    folder = resources_dir() / "words"
    pinyin, *costs = (
        (folder / f"{name}.tsv").read_text(encoding="utf-8") for name in ("pinyin", "zh", "en")
    )
    return _textnorm.WordTables(_lexicon(), pinyin, costs)


class _WatchedFile:
    """A file of the user's, read again when it has changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stamp: tuple[int, int, int] | None = None
        self._next_check_s = 0.0
        self.has_changed(now_s=0.0)

    def has_changed(self, now_s: float) -> bool:
        """Reads the file where it is another than last time; True if it was."""
        if now_s < self._next_check_s:
            return False
        self._next_check_s = now_s + _CHECK_S
        try:
            status = self._path.stat()
            stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
        except OSError:
            stamp = (0, 0, 0)
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        self._read()
        return True

    def _read(self) -> None:
        raise NotImplementedError


class _RulesFile(_WatchedFile):
    """Compiled rules of a file."""

    def __init__(self, path: Path) -> None:
        self.rules = _textnorm.UserRules()
        self.problems: tuple[RuleProblem, ...] = ()
        super().__init__(path)

    def _read(self) -> None:
        read, problems = read_rules(self._path)
        compiled = _textnorm.UserRules()
        found = list(problems)
        for rule in read:
            add = compiled.add_pattern if rule.is_pattern else compiled.add_literal
            problem = add(rule.find, rule.replace)
            if problem:
                found.append(RuleProblem(self._path, rule.line, problem))
        self.rules = compiled
        self.problems = tuple(sorted(found, key=lambda problem: problem.line))


class _WordsFile(_WatchedFile):
    """The hot words of a file, in the script that Chinese is written in."""

    def __init__(self, path: Path, script: str) -> None:
        self._script = script
        self.words: _textnorm.HotWords | None = None
        self.problems: tuple[HotWordProblem, ...] = ()
        super().__init__(path)

    def _read(self) -> None:
        self.words, self.problems = _compiled_words(self._path, self._script, self._stamp)


@lru_cache(maxsize=2)
def _compiled_words(
    path: Path, script: str, _stamp: tuple[int, int, int] | None
) -> tuple[_textnorm.HotWords | None, tuple[HotWordProblem, ...]]:
    """The words of a file as it was at the stamp: every session has a normaliser of its own."""
    listed = read_hot_words(path)
    if not listed.words:
        return None, listed.problems
    problems = list(listed.problems)
    convert = converter(script)
    words = _textnorm.HotWords(_word_tables())
    for word in listed.words:
        aliases = [convert(alias) for alias in word.aliases]
        problem = words.add(convert(word.text), word.weight, aliases, word.syllables)
        if problem and len(problems) <= MOST_PROBLEMS:
            problems.append(HotWordProblem(path, word.line, HotWordFault.NO_SOUND, problem))
    return words, tuple(problems)


class Normalizer:
    """Rewrites text stage by stage, whole or as it arrives.

    ``normalize`` may be called from several threads at once. ``feed`` and ``finish`` work on one
    stream of text, from one thread at a time, and leave script and words out: both look at more
    of a text than a stream may keep open (a phrase of any length, a clause).
    """

    def __init__(self, config: TextConfig | None = None) -> None:
        self._config = config or TextConfig()
        self._rules: _RulesFile | None = None
        if self._config.rules_file is not None and "rules" in self._config.stages:
            self._rules = _RulesFile(self._config.rules_file)
        self._words: _WordsFile | None = None
        if self._config.words_file is not None and "words" in self._config.stages:
            self._words = _WordsFile(self._config.words_file, self._config.script)
        self._script = self._script_stage()
        self._native = self._make_native()
        self._stream = self._native.stream()

    @property
    def problems(self) -> tuple[RuleProblem | HotWordProblem, ...]:
        """The user's rules and words that were skipped, as of the last use."""
        rules = self._rules.problems if self._rules else ()
        return (*rules, *(self._words.problems if self._words else ()))

    def normalize(self, text: str | bytes) -> Normalized:
        """Rewrites a whole text; its spans count in the text as script left it.

        Raises:
            InvalidTextError: the text holds a lone surrogate, or the bytes are not UTF-8.
        """
        now_s = time.monotonic()
        watched = [file for file in (self._rules, self._words) if file is not None]
        changed = [file for file in watched if file.has_changed(now_s)]
        if changed:
            self._native = self._make_native()
        try:
            return self._native.normalize(text if self._script is None else self._script(text))
        except _textnorm.InvalidTextError as error:
            raise InvalidTextError(error.position) from error

    def feed(self, text: str | bytes) -> Normalized:
        """Takes more of a stream and commits what later text can no longer change.

        At most 32 tokens stay open: an ideograph or a word is one.

        Raises:
            InvalidTextError: as for ``normalize``; nothing of ``text`` was taken.
        """
        try:
            return self._stream.feed(text)
        except _textnorm.InvalidTextError as error:
            raise InvalidTextError(error.position) from error

    def finish(self) -> Normalized:
        """An endpoint: commits the rest. Offsets go on; the next text starts anew."""
        return self._stream.finish()

    def _make_native(self) -> _textnorm.Normalizer:
        config = self._config
        return _textnorm.Normalizer(
            _lexicon(),
            language=config.language,
            spacing=config.spacing,
            itn="itn" in config.stages,
            punct="punct" in config.stages,
            space="spacing" in config.stages,
            capitals="case" in config.stages,
            rules=self._rules.rules if self._rules else None,
            words=self._words.words if self._words else None,
        )

    def _script_stage(self) -> Callable[[str | bytes], str] | None:
        if "script" not in self._config.stages or self._config.script == "as-is":
            return None
        convert = converter(self._config.script)

        def stage(text: str | bytes) -> str:
            return convert(_decoded(text))

        return stage


def _decoded(text: str | bytes) -> str:
    """The text as a str without lone surrogates, which OpenCC would take as they come."""
    try:
        if isinstance(text, bytes):
            return text.decode("utf-8")
        text.encode("utf-8")
    except (UnicodeDecodeError, UnicodeEncodeError) as error:
        raise InvalidTextError(error.start) from error
    return text
