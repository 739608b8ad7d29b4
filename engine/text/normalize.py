"""Recogniser text to written text: the one importer of ``native._textnorm``.

The order is script, itn, punct, words, spacing, case, rules; each is a stage of its own that may be
left out. All but script are native and run in one pass; no engine has words of the user's yet.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from engine.errors import InvalidTextError
from engine.paths import resources_dir, settings_file
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

_RULES_CHECK_S = 0.5
"""How often at most the user's file is looked at."""


@dataclass(frozen=True, slots=True)
class TextConfig:
    """Which stages run, and how.

    Attributes:
        language: ``auto``, ``zh`` or ``en``: whose number words are read.
        stages: those of ``STAGES`` that run.
        spacing: ``none``, ``latin`` or ``pangu``: spaces beside Han.
        script: ``simplified``, ``traditional`` or ``as-is``.
        rules_file: the user's replacements.
    """

    language: str = "auto"
    stages: frozenset[str] = field(default_factory=lambda: frozenset(STAGES))
    spacing: str = "latin"
    script: str = "as-is"
    rules_file: Path | None = None


def rules_file() -> Path:
    """``rules.toml`` beside the settings: the user's replacements."""
    return settings_file().with_name("rules.toml")


@lru_cache(maxsize=1)
def _lexicon() -> _textnorm.Lexicon:
    """The words the rules know; read once, shared by every normaliser."""
    files = sorted((resources_dir() / "text").glob("*.tsv"))
    return _textnorm.Lexicon([(file.name, file.read_text(encoding="utf-8")) for file in files])


class _RulesFile:
    """Compiled rules of a file, compiled again when it has changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stamp: tuple[int, int, int] | None = None
        self._next_check_s = 0.0
        self.rules = _textnorm.UserRules()
        self.problems: tuple[RuleProblem, ...] = ()
        self.has_changed(now_s=0.0)

    def has_changed(self, now_s: float) -> bool:
        """Reads the file where it is another than last time; True if it was."""
        if now_s < self._next_check_s:
            return False
        self._next_check_s = now_s + _RULES_CHECK_S
        try:
            status = self._path.stat()
            stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
        except OSError:
            stamp = (0, 0, 0)
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        self._compile()
        return True

    def _compile(self) -> None:
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


class Normalizer:
    """Rewrites text stage by stage, whole or as it arrives.

    ``normalize`` may be called from several threads at once. ``feed`` and ``finish`` work on one
    stream of text, from one thread at a time, and leave script out: it looks at whole texts.
    """

    def __init__(self, config: TextConfig | None = None) -> None:
        self._config = config or TextConfig()
        self._rules: _RulesFile | None = None
        if self._config.rules_file is not None and "rules" in self._config.stages:
            self._rules = _RulesFile(self._config.rules_file)
        self._script = self._script_stage()
        self._native = self._make_native()
        self._stream = self._native.stream()

    @property
    def problems(self) -> tuple[RuleProblem, ...]:
        """The user's rules that were skipped, as of the last use."""
        return self._rules.problems if self._rules else ()

    def normalize(self, text: str | bytes) -> Normalized:
        """Rewrites a whole text; its spans count in the text as script left it.

        Raises:
            InvalidTextError: the text holds a lone surrogate, or the bytes are not UTF-8.
        """
        if self._rules is not None and self._rules.has_changed(time.monotonic()):
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
