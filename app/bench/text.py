"""Written text, measured: our number stage on cases a folder holds, beside other programs.

Cases are tab-separated files with the columns ``spoken``, ``written``, ``also`` and maybe
``lang``. A peer that is not installed is left out.
"""

from __future__ import annotations

import csv
import re
import statistics
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.text.normalize import Normalizer, TextConfig

Rewrite = Callable[[str], str]

_BESIDE_HAN = re.compile(r"(?<=[\u2e80-\u9fff]) +| +(?=[\u2e80-\u9fff])")
_SPEED_CASE_LENGTH = 50
_SPEED_RUNS = 2_000
_QUICK_RUNS = 200
_PEER_RUNS = 20


@dataclass(frozen=True, slots=True)
class TextRow:
    """One program on one file.

    Attributes:
        system: the program.
        cases: name of the file.
        n: cases in it.
        strict: percent whose text is the first answer.
        lenient: percent whose text is one of the accepted answers.
        median_us: microseconds a 50-character text takes, through Python.
        p999_us: the same, 99.9th percentile.
    """

    system: str
    cases: str
    n: int
    strict: float
    lenient: float
    median_us: float
    p999_us: float


def measure(folder: Path, *, quick: bool = False) -> tuple[TextRow, ...]:
    """Scores every program on every file of cases in a folder, in the order of their names.

    Raises:
        OSError: a file cannot be read.
        KeyError: a file has not the columns of cases.
    """
    rows: list[TextRow] = []
    for path in sorted(folder.glob("*.tsv")):
        cases = _read(path)
        languages = {case["lang"] for case in cases}
        for system, make in _SYSTEMS.items():
            rewrites = _load(make, languages)
            if rewrites:
                runs = _runs(system, quick)
                rows.append(_row(system, path.stem, cases, rewrites, runs))
    return tuple(rows)


def _runs(system: str, quick: bool) -> int:
    if system != _OURS:
        return _PEER_RUNS
    return _QUICK_RUNS if quick else _SPEED_RUNS


def table(rows: Iterable[TextRow]) -> str:
    """The rows as lines of a Markdown table."""
    lines = [
        "| system | cases | n | strict % | lenient % | median µs | p99.9 µs |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row.system} | {row.cases} | {row.n} | {row.strict:.1f} | {row.lenient:.1f} |"
        f" {row.median_us:.1f} | {row.p999_us:.1f} |"
        for row in rows
    ]
    return "\n".join(lines)


def _read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        cases = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    for case in cases:
        case["lang"] = case.get("lang") or path.stem
        case["fold"] = "yes" if path.stem == "en" else ""
    return cases


def _row(
    system: str,
    name: str,
    cases: list[dict[str, str]],
    rewrites: Mapping[str, Rewrite],
    runs: int,
) -> TextRow:
    strict = lenient = 0
    for case in cases:
        got = _form(rewrites[case["lang"]](case["spoken"]), case)
        wanted = [case["written"], *filter(None, case["also"].split("|"))]
        strict += got == _form(wanted[0], case)
        lenient += got in {_form(text, case) for text in wanted}
    times = _times_us(cases, rewrites, runs)
    return TextRow(
        system,
        name,
        len(cases),
        100 * strict / len(cases),
        100 * lenient / len(cases),
        statistics.median(times),
        times[int(len(times) * 0.999)],
    )


def _form(text: str, case: Mapping[str, str]) -> str:
    """What is compared: case counts where it must, spaces beside Han never do."""
    text = text if case["lang"] == "en" else _BESIDE_HAN.sub("", text)
    return text.lower() if case["fold"] else text


def _times_us(
    cases: list[dict[str, str]], rewrites: Mapping[str, Rewrite], runs: int
) -> list[float]:
    """Sorted times of the case that comes nearest to 50 characters."""
    case = min(cases, key=lambda case: abs(len(case["spoken"]) - _SPEED_CASE_LENGTH))
    rewrite, text = rewrites[case["lang"]], case["spoken"]
    times: list[float] = []
    for _ in range(runs):
        start_ns = time.perf_counter_ns()
        rewrite(text)
        times.append((time.perf_counter_ns() - start_ns) / 1e3)
    return sorted(times)


def _load(make: Callable[[str], Rewrite | None], languages: set[str]) -> dict[str, Rewrite]:
    """One rewriter a language, or none where the program is missing or lacks a language."""
    rewrites: dict[str, Rewrite] = {}
    for language in languages:
        try:
            rewrite = make(language)
        except ImportError:
            return {}
        if rewrite is None:
            return {}
        rewrites[language] = rewrite
    return rewrites


def _make_ours(language: str) -> Rewrite:
    chosen = language if language in ("zh", "en") else "auto"
    normalizer = Normalizer(TextConfig(language=chosen, stages=frozenset({"itn"})))

    def rewrite(text: str) -> str:
        return normalizer.normalize(text).text

    return rewrite


def _make_wetext(language: str) -> Rewrite:
    wetext: Any = import_module("wetext")
    chosen = language if language in ("zh", "en") else "zh"
    rewrite: Rewrite = wetext.Normalizer(lang=chosen, operator="itn").normalize
    return rewrite


def _make_cn2an(language: str) -> Rewrite | None:
    cn2an: Any = import_module("cn2an")
    warnings.filterwarnings("ignore", module="cn2an")  # one for each number it cannot read
    return partial(cn2an.transform, method="cn2an") if language == "zh" else None


def _make_text2num(language: str) -> Rewrite | None:
    text_to_num: Any = import_module("text_to_num")
    return partial(text_to_num.alpha2digit, lang="en") if language == "en" else None


_OURS = "cosyscribe"
_SYSTEMS: dict[str, Callable[[str], Rewrite | None]] = {
    _OURS: _make_ours,
    "wetext": _make_wetext,
    "cn2an": _make_cn2an,
    "text2num": _make_text2num,
}
