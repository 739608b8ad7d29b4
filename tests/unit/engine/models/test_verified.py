from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from engine import paths
from engine.models import verified


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "weights.bin"
    path.write_bytes(b"weights")
    return path


def forbid_hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path) -> str:
        raise AssertionError(f"{path} was hashed again")

    monkeypatch.setattr(verified, "sha256_of", fail)


def test_hash_is_that_of_the_bytes(file: Path) -> None:
    assert verified.remembered_sha256_of(file) == hashlib.sha256(b"weights").hexdigest()


def test_an_unchanged_file_is_hashed_once(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = verified.remembered_sha256_of(file)
    forbid_hashing(monkeypatch)
    assert verified.remembered_sha256_of(file) == first


def test_a_changed_byte_is_noticed_even_with_length_and_date_kept(file: Path) -> None:
    first = verified.remembered_sha256_of(file)
    before = file.stat()
    with file.open("r+b") as opened:
        opened.write(b"W")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert file.stat().st_mtime_ns == before.st_mtime_ns
    assert verified.remembered_sha256_of(file) != first


@pytest.mark.parametrize("content", ["", "{", "[]", '{"x": 3}', '{"x": []}'])
def test_a_broken_memory_is_forgotten(file: Path, content: str) -> None:
    memory = paths.cache_dir() / "verified.json"
    memory.parent.mkdir(parents=True)
    memory.write_text(content, encoding="utf-8")
    assert verified.remembered_sha256_of(file) == hashlib.sha256(b"weights").hexdigest()


def test_without_a_place_to_remember_the_hash_is_still_right(file: Path) -> None:
    paths.cache_dir().parent.mkdir(parents=True, exist_ok=True)
    paths.cache_dir().write_text("a file where the folder should be", encoding="utf-8")
    assert verified.remembered_sha256_of(file) == hashlib.sha256(b"weights").hexdigest()


def test_files_that_are_gone_are_forgotten(file: Path, tmp_path: Path) -> None:
    verified.remembered_sha256_of(file)
    file.unlink()
    other = tmp_path / "other"
    other.write_bytes(b"x")
    verified.remembered_sha256_of(other)
    assert str(file) not in (paths.cache_dir() / "verified.json").read_text(encoding="utf-8")
