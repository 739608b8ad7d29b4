from __future__ import annotations

import io
import stat
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from engine.errors import ArchiveError
from engine.models.archive import UnpackLimits, unpack

PLENTY = UnpackLimits(10_000_000)


MODES: dict[str, Literal["w:", "w:bz2", "w:gz", "w:xz"]] = {
    "": "w:",
    "bz2": "w:bz2",
    "gz": "w:gz",
    "xz": "w:xz",
}


def tar(path: Path, *members: tuple[str, bytes], compression: str = "bz2") -> Path:
    with tarfile.open(path, MODES[compression]) as bundle:
        for name, content in members:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            bundle.addfile(info, io.BytesIO(content))
    return path


def odd_tar(path: Path, change: Callable[[tarfile.TarInfo], None]) -> Path:
    with tarfile.open(path, "w:bz2") as bundle:
        info = tarfile.TarInfo("model/odd")
        change(info)
        bundle.addfile(info)
    return path


def zipped(path: Path, *members: tuple[str, bytes], mode: int = 0) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, content in members:
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            bundle.writestr(info, content)
    return path


@pytest.mark.parametrize("compression", ["bz2", "gz", "xz", ""])
def test_tar_loses_its_top_folder(tmp_path: Path, compression: str) -> None:
    archive = tar(
        tmp_path / "a", ("model/x.onnx", b"x"), ("model/sub/t.txt", b"t"), compression=compression
    )
    assert unpack(archive, tmp_path / "out", PLENTY) == ("x.onnx", "sub/t.txt")
    assert (tmp_path / "out/sub/t.txt").read_bytes() == b"t"


def test_zip_is_unpacked_the_same(tmp_path: Path) -> None:
    archive = zipped(tmp_path / "a", ("model/", b""), ("model/x.onnx", b"x"))
    assert unpack(archive, tmp_path / "out", PLENTY) == ("x.onnx",)


def test_only_wanted_members_are_written(tmp_path: Path) -> None:
    archive = tar(tmp_path / "a", ("m/model.onnx", b"x"), ("m/test_wavs/0.wav", b"w"))
    assert unpack(archive, tmp_path / "out", PLENTY, lambda n: n.endswith(".onnx")) == (
        "model.onnx",
    )
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["model.onnx"]


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../x", "model/../../x", "model\\..\\x", "model/a\nb", "m/" + "a" * 600]
)
@pytest.mark.parametrize("pack", [tar, zipped])
def test_names_that_lead_out_are_refused(
    tmp_path: Path, name: str, pack: Callable[..., Path]
) -> None:
    archive = pack(tmp_path / "a", ("model/ok", b"ok"), (name, b"x"))
    with pytest.raises(ArchiveError):
        unpack(archive, tmp_path / "out" / "deep", PLENTY)
    outside = [p for p in tmp_path.rglob("*") if p.is_file() and p != archive]
    assert all((tmp_path / "out/deep") in p.parents for p in outside)


@pytest.mark.parametrize(
    "kind",
    [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE],
)
def test_links_and_devices_are_refused(tmp_path: Path, kind: bytes) -> None:
    def change(info: tarfile.TarInfo) -> None:
        info.type, info.linkname = kind, "/etc/passwd"

    with pytest.raises(ArchiveError):
        unpack(odd_tar(tmp_path / "a", change), tmp_path / "out", PLENTY)


def test_link_in_a_zip_is_refused(tmp_path: Path) -> None:
    archive = zipped(tmp_path / "a", ("model/link", b"/etc/passwd"), mode=stat.S_IFLNK | 0o777)
    with pytest.raises(ArchiveError):
        unpack(archive, tmp_path / "out", PLENTY)


def test_same_name_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError):
        unpack(tar(tmp_path / "a", ("m/x", b"1"), ("n/x", b"2")), tmp_path / "out", PLENTY)


@pytest.mark.parametrize("pack", [tar, zipped])
def test_bomb_is_refused_before_it_is_written(tmp_path: Path, pack: Callable[..., Path]) -> None:
    archive = pack(tmp_path / "a", ("m/ok", b"ok"), ("m/bomb", bytes(20_000_000)))
    assert archive.stat().st_size < 100_000
    with pytest.raises(ArchiveError):
        unpack(archive, tmp_path / "out", PLENTY)
    assert not (tmp_path / "out/bomb").exists()


def test_bomb_among_unwanted_members_counts_too(tmp_path: Path) -> None:
    archive = tar(tmp_path / "a", ("m/bomb", bytes(20_000_000)), ("m/ok", b"ok"))
    with pytest.raises(ArchiveError):
        unpack(archive, tmp_path / "out", PLENTY, lambda name: name == "ok")


def test_too_many_members_are_refused(tmp_path: Path) -> None:
    archive = tar(tmp_path / "a", *[(f"m/{i}", b"") for i in range(20)])
    with pytest.raises(ArchiveError):
        unpack(archive, tmp_path / "out", UnpackLimits(100, members=10))


def test_header_that_fills_the_memory_is_refused(tmp_path: Path) -> None:
    def change(info: tarfile.TarInfo) -> None:
        info.pax_headers = {"comment": "x" * 3_000_000}

    with pytest.raises(ArchiveError):
        unpack(odd_tar(tmp_path / "a", change), tmp_path / "out", PLENTY)


def test_member_longer_than_the_zip_says_is_refused(tmp_path: Path) -> None:
    archive = zipped(tmp_path / "a", ("m/x", bytes(5000)))
    lying = archive.read_bytes().replace((5000).to_bytes(4, "little"), (50).to_bytes(4, "little"))
    archive.write_bytes(lying)
    with pytest.raises(ArchiveError):
        unpack(archive, tmp_path / "out", PLENTY)


@pytest.mark.parametrize("compression", ["bz2", "gz", "xz", ""])
@pytest.mark.parametrize("part", [0.3, 0.9])
def test_truncated_archive_says_so(tmp_path: Path, compression: str, part: float) -> None:
    noise = bytes((i * i * 7919 >> 3) % 256 for i in range(200_000))
    archive = tar(tmp_path / "a", ("m/x", noise), compression=compression)
    whole = archive.read_bytes()
    archive.write_bytes(whole[: int(len(whole) * part)])
    with pytest.raises(ArchiveError):
        unpack(archive, tmp_path / "out", PLENTY)


@pytest.mark.parametrize("content", [b"", b"not an archive" * 100, b"BZh91AY&SYgarbage"])
def test_what_is_no_archive_says_so(tmp_path: Path, content: bytes) -> None:
    archive = tmp_path / "a"
    archive.write_bytes(content)
    with pytest.raises(ArchiveError):
        unpack(archive, tmp_path / "out", PLENTY)


def test_unpacking_can_be_stopped(tmp_path: Path) -> None:
    class Stop(Exception):  # noqa: N818  # no error
        pass

    def stop(_count: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        unpack(tar(tmp_path / "a", ("m/x", b"x")), tmp_path / "out", PLENTY, on_bytes=stop)
