#!/usr/bin/python3
"""Loads every shared library below a folder: what strip or a missing part broke shows here.

Usage: load_all.py FOLDER
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import elf


def failures(root: Path) -> Iterator[str]:
    """What the dynamic linker says of the libraries that it does not load."""
    for path in sorted(root.rglob("*.so*")):
        if elf.is_elf(path):
            try:
                ctypes.CDLL(str(path))
            except OSError as error:
                yield f"{path.relative_to(root)}: {error}"


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: load_all.py FOLDER")
    if problems := list(failures(Path(sys.argv[1]))):
        sys.exit("these libraries do not load:\n  " + "\n  ".join(problems))


if __name__ == "__main__":
    main()
