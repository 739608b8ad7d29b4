from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from engine.models import pins
from engine.models.catalog import ModelFile


def test_what_is_noted_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "b").write_bytes(b"bee")
    (tmp_path / "sub" / "a").write_bytes(b"ay")
    noted = pins.write(tmp_path, ["sub/a", "b"], "https://example.org")
    assert noted == pins.read(tmp_path)
    assert noted[0] == ModelFile("b", 3, hashlib.sha256(b"bee").hexdigest())
    assert [file.name for file in noted] == ["b", "sub/a"]


@pytest.mark.parametrize("note", ["", "[]", "{", '{"files": [{"name": 1}]}', '{"files": 3}'])
def test_note_that_cannot_be_read_is_none(tmp_path: Path, note: str) -> None:
    (tmp_path / pins.NAME).write_text(note)
    assert pins.read(tmp_path) == ()
    assert pins.read(tmp_path / "nowhere") == ()
