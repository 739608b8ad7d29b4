"""What a model's files were when they first came, for models whose hashes nobody has published.

The note lies in the model's own folder. From then on its files are held to it, as the files of
other models are to the catalogue.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from engine.models.catalog import ModelFile
from engine.models.verified import sha256_of

NAME = "cosyscribe-files.json"


def read(folder: Path) -> tuple[ModelFile, ...]:
    """The files noted in a folder; none where it has no note that can be read."""
    try:
        noted = json.loads((folder / NAME).read_text(encoding="utf-8"))
        return tuple(ModelFile(**file) for file in noted["files"])
    except (OSError, ValueError, TypeError, KeyError):
        return ()


def write(folder: Path, names: Iterable[str], source: str) -> tuple[ModelFile, ...]:
    """Reads and notes files of a folder.

    Args:
        folder: where they are.
        names: relative to it.
        source: where they came from, for people.

    Raises:
        OSError: a file cannot be read, or the note not written.
    """
    files = tuple(
        ModelFile(name, (folder / name).stat().st_size, sha256_of(folder / name))
        for name in sorted(names)
    )
    note = {"source": source, "files": [asdict(file) for file in files]}
    unfinished = folder / f"{NAME}.part"
    unfinished.write_text(json.dumps(note, indent=1) + "\n", encoding="utf-8")
    unfinished.replace(folder / NAME)
    return files
