"""Remembers which files were hashed, so that a model is not hashed at every start.

A file counts as unchanged while size, inode, mtime and ctime are what they were: ctime cannot be
set back, so every write is noticed, also one that keeps the length and the date.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path

from engine import paths

_BLOCK_BYTES = 1024 * 1024


def sha256_of(path: Path) -> str:
    """Hash of a file's bytes, in lower-case hexadecimal.

    Raises:
        OSError: the file cannot be read.
    """
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()


def remembered_sha256_of(path: Path) -> str:
    """As ``sha256_of``, from memory where the file has not changed since.

    Raises:
        OSError: the file cannot be read.
    """
    key, state = str(path.resolve()), _state(path)
    memory = _read()
    known = memory.get(key)
    if known is not None and known[:-1] == state:
        return known[-1]
    digest = sha256_of(path)
    still_there = {name: value for name, value in memory.items() if Path(name).exists()}
    _write({**still_there, key: [*state, digest]})
    return digest


def _state(path: Path) -> list[str]:
    status = path.stat()
    return [
        str(status.st_size),
        str(status.st_ino),
        str(status.st_mtime_ns),
        str(status.st_ctime_ns),
    ]


def _memory_file() -> Path:
    return paths.cache_dir() / "verified.json"


def _read() -> dict[str, list[str]]:
    try:
        memory = json.loads(_memory_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(memory, dict):
        return {}
    return {key: value for key, value in memory.items() if isinstance(value, list) and value}


def _write(memory: dict[str, list[str]]) -> None:
    """Best effort: without it the next start hashes again."""
    target = _memory_file()
    with contextlib.suppress(OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=target.parent)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(memory, file)
        Path(temporary).replace(target)
