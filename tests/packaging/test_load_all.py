from __future__ import annotations

from pathlib import Path

import load_all


def test_a_library_that_does_not_load_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "sub" / "broken.so"
    broken.parent.mkdir()
    broken.write_bytes(b"\x7fELF and nothing more")
    (problem,) = load_all.failures(tmp_path)
    assert problem.startswith("sub/broken.so: ")


def test_what_is_no_library_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "notes.so.txt").write_text("text")
    assert not list(load_all.failures(tmp_path))
