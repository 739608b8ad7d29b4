#!/usr/bin/python3
"""Writes what bash, zsh and fish complete after ``cosyscribe``.

Usage: completions.py FOLDER   (the packages app and engine, and shtab, on PYTHONPATH)
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import command_line
import shtab

PLACES = {
    "bash": "bash-completion/completions/cosyscribe",
    "fish": "fish/vendor_completions.d/cosyscribe.fish",
    "zsh": "zsh/vendor-completions/_cosyscribe",
}
"""Shell to file, below /usr/share."""

PATHS = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY}


def complete(shell: str) -> str:
    root = command_line.parser()
    _mark_paths(root)
    return shtab.complete(root, shell)


def _mark_paths(parser: argparse.ArgumentParser) -> None:
    """Tells shtab which arguments are files: the parsers say it in their metavar."""
    for action in command_line.arguments(parser):
        if action.metavar in PATHS:
            vars(action)["complete"] = PATHS[action.metavar]  # where shtab looks
    for _name, _summary, sub_parser in command_line.sub_parsers(parser):
        _mark_paths(sub_parser)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: completions.py FOLDER")
    for shell, place in PLACES.items():
        file = Path(sys.argv[1], place)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(complete(shell), encoding="utf-8")


if __name__ == "__main__":
    main()
