"""What a shared library says it needs, read with readelf."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_NEEDED = re.compile(r"\(NEEDED\).*\[(.+)\]")
_RUNPATH = re.compile(r"\((?:RUNPATH|RPATH)\).*\[(.+)\]")
_SYMBOL_VERSION = re.compile(r"Name: (GLIBC|GLIBCXX|CXXABI)_([0-9.]+)\b")
_VERSION_NEEDS = re.compile(r"Version needs section.*?(?=\n\S|\Z)", re.DOTALL)


@dataclass(frozen=True)
class Library:
    """An ELF file.

    Attributes:
        needed: names of the libraries it loads.
        search_path: folders that it searches for them, ``$ORIGIN`` resolved.
        symbol_versions: for GLIBC, GLIBCXX and CXXABI the newest version that it asks for.
    """

    path: Path
    needed: tuple[str, ...]
    search_path: tuple[Path, ...]
    symbol_versions: dict[str, tuple[int, ...]]


def is_elf(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def libraries(root: Path) -> Iterator[Library]:
    """All ELF files below a folder, in a fixed order."""
    for path in sorted(root.rglob("*")):
        if is_elf(path):
            yield read(path)


def read(path: Path) -> Library:
    """Reads one ELF file.

    Raises:
        subprocess.CalledProcessError: readelf cannot.
    """
    command = ["readelf", "--dynamic", "--version-info", "--wide", str(path)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    search = [folder for runpath in _RUNPATH.findall(output) for folder in runpath.split(":")]
    return Library(
        path,
        tuple(_NEEDED.findall(output)),
        tuple(Path(folder.replace("$ORIGIN", str(path.parent))) for folder in search),
        _newest_versions(output),
    )


def _newest_versions(output: str) -> dict[str, tuple[int, ...]]:
    newest: dict[str, tuple[int, ...]] = {}
    for section in _VERSION_NEEDS.findall(output):
        for name, number in _SYMBOL_VERSION.findall(section):
            version = tuple(int(part) for part in number.split("."))
            newest[name] = max(version, newest.get(name, ()))
    return newest
