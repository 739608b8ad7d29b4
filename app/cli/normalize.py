"""Rewrite recogniser text from standard input the way people write, line by line.

A line break that was spoken inside a line is printed as backslash-n.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import BinaryIO

from engine import settings
from engine.errors import InvalidTextError
from engine.paths import settings_file
from engine.text.hot_words import hot_words_file
from engine.text.normalize import STAGES, Normalizer, TextConfig, rules_file

SUMMARY = "rewrite text the way people write"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "--lang", choices=("auto", "zh", "en"), default="auto", help="what was spoken"
    )
    parser.add_argument(
        "--stages",
        type=_stages,
        default=None,
        metavar="STAGE,...",
        help=f"which stages run, of {','.join(STAGES)}; those of the settings if not given",
    )
    parser.add_argument(
        "--spacing", choices=("none", "latin", "pangu"), help="spaces between Chinese and the rest"
    )


def run(args: argparse.Namespace) -> int:
    """Rewrites until the input ends; exit status 1 at a line that is not UTF-8."""
    chosen, _ = settings.load(settings_file())
    stages = chosen.text.stages() if args.stages is None else args.stages
    normalizer = Normalizer(
        TextConfig(
            language=args.lang,
            stages=stages,
            spacing=args.spacing or chosen.text.spacing,
            script=chosen.recognition.script,
            rules_file=rules_file(),
            words_file=hot_words_file(),
        )
    )
    for problem in normalizer.problems:
        sys.stderr.write(f"cosyscribe: {problem}\n")
    for number, line in enumerate(_lines(sys.stdin.buffer), start=1):
        try:
            text = normalizer.normalize(line).text
        except InvalidTextError as error:
            sys.stderr.write(
                f"cosyscribe: line {number} is not UTF-8 at byte {error.position + 1};"
                " convert the text first\n"
            )
            return 1
        sys.stdout.write(text.replace("\n", "\\n") + "\n")
        sys.stdout.flush()
    return 0


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    for line in iter(stream.readline, b""):
        yield line[:-1] if line.endswith(b"\n") else line


def _stages(value: str) -> frozenset[str]:
    names = frozenset(filter(None, value.split(",")))
    unknown = names.difference(STAGES)
    if unknown:
        message = f"there is no stage {min(unknown)}: choose from {', '.join(STAGES)}"
        raise argparse.ArgumentTypeError(message)
    return names
