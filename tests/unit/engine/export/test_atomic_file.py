from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from engine.errors import OutputFileError
from engine.export.atomic_file import check_writable, write_text


def test_text_is_written_as_utf8(tmp_path: Path) -> None:
    write_text(tmp_path / "out.txt", "你好\n")
    assert (tmp_path / "out.txt").read_bytes() == "你好\n".encode()


def test_existing_file_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("mine")
    with pytest.raises(OutputFileError) as caught:
        write_text(path, "new")
    assert caught.value.exists
    assert path.read_text() == "mine"


def test_force_replaces_and_keeps_permissions(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("mine")
    path.chmod(0o640)
    write_text(path, "new", force=True)
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        write_text(tmp_path / "out.txt", "x")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "out.txt").stat().st_mode) == 0o640


def test_force_through_a_link_replaces_its_target(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("real.txt")
    write_text(tmp_path / "link.txt", "new", force=True)
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "new"


def test_pipe_is_written_to_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()
    write_text(pipe, "through")
    reader.join()
    assert heard == ["through"]


@pytest.mark.parametrize("name", ["missing/out.txt", "."])
def test_place_that_cannot_be_written_is_refused_early(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutputFileError):
        check_writable(tmp_path / name, force=True)


def test_failed_write_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_space(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "out.txt"
    path.write_text("mine")
    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(OutputFileError, match="No space left"):
        write_text(path, "new", force=True)
    assert [p.name for p in tmp_path.iterdir() if p.is_file()] == ["out.txt"]
    assert path.read_text() == "mine"
