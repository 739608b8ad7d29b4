r"""The user's own replacements: a TOML file, read again when it changes.

    [[rule]]
    find = "派森"            # literal
    replace = "Python"

    [[rule]]
    pattern = '(\d+) ?GB'   # RE2; \1 is the first group
    replace = '\1 GB'

Each ``[[rule]]`` is read on its own, so that a bad one costs that one only.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_HEADER = re.compile(r"^\s*\[\[\s*rule\s*\]\]\s*(#.*)?$")
_ERROR_LINE = re.compile(r"at line (\d+)")
_MULTILINE_QUOTES = ('"""', "'''")
_KEYS = {"find", "pattern", "replace"}


@dataclass(frozen=True, slots=True)
class UserRule:
    """One replacement.

    Attributes:
        line: where it stands in the file, from 1.
        find: what is replaced: text, or an RE2 pattern where ``is_pattern``.
        replace: what stands there instead.
        is_pattern: whether ``find`` is a pattern.
    """

    line: int
    find: str
    replace: str
    is_pattern: bool


@dataclass(frozen=True, slots=True)
class RuleProblem:
    """A rule that was skipped.

    Attributes:
        path: the file.
        line: where, from 1; 0 where the file as a whole could not be read.
        detail: what is wrong with it.
    """

    path: Path
    line: int
    detail: str

    def __str__(self) -> str:
        if not self.line:
            return f"{self.path}: {self.detail}"
        return f"{self.path}:{self.line}: {self.detail}; the rule was skipped"


def read_rules(path: Path) -> tuple[tuple[UserRule, ...], tuple[RuleProblem, ...]]:
    """Reads a file of rules; one that is not there has none."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return (), ()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return (), (RuleProblem(path, line, "not UTF-8"),)
    except OSError as error:
        return (), (RuleProblem(path, 0, error.strerror or str(error)),)
    rules: list[UserRule] = []
    problems: list[RuleProblem] = []
    for line, block in _blocks(text):
        rule = _read_block(line, block)
        if isinstance(rule, UserRule):
            rules.append(rule)
        elif rule is not None:
            problems.append(RuleProblem(path, rule[0], rule[1]))
    return tuple(rules), tuple(problems)


def _blocks(text: str) -> list[tuple[int, str]]:
    """The file cut before each ``[[rule]]`` that is not inside a multi-line string."""
    blocks: list[tuple[int, list[str]]] = [(1, [])]
    open_quotes = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if not open_quotes and _HEADER.match(line):
            blocks.append((number, []))
        blocks[-1][1].append(line)
        open_quotes = _quotes_after(line, open_quotes)
    return [(number, "\n".join(lines)) for number, lines in blocks]


def _quotes_after(line: str, open_quotes: str) -> str:
    """Which multi-line quotes are open at a line's end."""
    if open_quotes:
        return "" if line.count(open_quotes) % 2 else open_quotes
    code = line.split("#", 1)[0] if not any(q in line for q in _MULTILINE_QUOTES) else line
    return next((q for q in _MULTILINE_QUOTES if code.count(q) % 2), "")


def _read_block(line: int, block: str) -> UserRule | tuple[int, str] | None:
    try:
        document = tomllib.loads(block)
    except tomllib.TOMLDecodeError as error:
        found = _ERROR_LINE.search(str(error))
        return line + int(found[1]) - 1 if found else line, str(error).split(" (at", 1)[0]
    rules: Any = document.pop("rule", None)
    if document:
        return line, f"unknown setting {next(iter(document))}"
    if rules is None:
        return None
    if not isinstance(rules, list) or len(rules) != 1:
        return line, "write each rule as its own [[rule]]"
    problem = _check(rules[0])
    if problem:
        return line, problem
    rule: dict[str, str] = rules[0]
    find = rule.get("pattern", rule.get("find", ""))
    return UserRule(line, find, rule["replace"], "pattern" in rule)


def _check(rule: dict[str, Any]) -> str:
    """What is wrong with a rule's keys, or nothing."""
    unknown = sorted(set(rule) - _KEYS)
    if unknown:
        return f"unknown key {unknown[0]}"
    if ("find" in rule) == ("pattern" in rule):
        return "a rule has either find or pattern"
    if "replace" not in rule:
        return "replace is missing"
    if not all(isinstance(value, str) for value in rule.values()):
        return "find, pattern and replace are text in quotes"
    return ""
