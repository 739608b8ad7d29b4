"""Unpacks an archive from outside without letting it leave its folder or fill the disk.

Only plain files and folders are taken. A link, a device, a name that leads out, a name that comes
twice: the archive is refused whole, since an honest model archive has none of these.
"""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import lzma
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from engine.errors import ArchiveError

_COPY_BYTES = 1024 * 1024
_MAX_HEADER_BYTES = 1024 * 1024
"""One read by ``tarfile`` itself: only headers are read that way, a pax header of this size is
an attempt to fill the memory."""

_MAX_NAME_BYTES = 512


@dataclass(frozen=True, slots=True)
class UnpackLimits:
    """What an archive may hold, members left out included.

    Attributes:
        total_bytes: sum of all members, unpacked.
        members: their number.
    """

    total_bytes: int
    members: int = 10_000


@dataclass(frozen=True, slots=True)
class _Member:
    """A file in the archive, whose bytes ``open`` gives; a folder has no ``open``."""

    name: str
    size_bytes: int
    open: Callable[[], IO[bytes]] | None


def unpack(
    archive: Path,
    folder: Path,
    limits: UnpackLimits,
    keep: Callable[[str], bool] = lambda _name: True,
    on_bytes: Callable[[int], None] = lambda _count: None,
) -> tuple[str, ...]:
    """Unpacks the members that ``keep`` wants into ``folder``, which should be new.

    A single top folder in the archive is left out: ``model/a.onnx`` becomes ``a.onnx``.
    ``on_bytes`` hears of every block written, and may raise to stop.

    Returns the names written, relative to ``folder``.

    Raises:
        ArchiveError: damaged, or holds what it must not; ``folder`` may hold a part of it.
        OSError: ``folder`` cannot be written.
    """
    written: list[str] = []
    total = 0
    seen: set[str] = set()
    with _reading(archive), _members(archive) as members:
        for count, member in enumerate(members, start=1):
            path = _safe_path(archive, member.name)
            total += member.size_bytes
            if member.size_bytes < 0 or count > limits.members or total > limits.total_bytes:
                raise ArchiveError(archive, "unpacks to far more than a model of its kind")
            if member.open is None:
                continue
            name = str(PurePosixPath(*path.parts[1:])) if len(path.parts) > 1 else str(path)
            if name in seen:
                raise ArchiveError(archive, f"holds {name} twice")
            seen.add(name)
            if keep(name):
                _write(archive, member, folder / name, on_bytes)
                written.append(name)
    return tuple(written)


def _safe_path(archive: Path, name: str) -> PurePosixPath:
    """The member's path, if it stays inside."""
    path = PurePosixPath(name)
    is_bad = (
        not path.parts
        or path.is_absolute()
        or ".." in path.parts
        or "\\" in name
        or not name.isprintable()
        or len(name.encode("utf-8", "surrogateescape")) > _MAX_NAME_BYTES
    )
    if is_bad:
        raise ArchiveError(archive, f"holds a name that leads out: {name!r}")
    return path


def _write(archive: Path, member: _Member, target: Path, on_bytes: Callable[[int], None]) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    assert member.open is not None  # folders are not written
    left = member.size_bytes
    with member.open() as source, target.open("xb") as output:
        while block := source.read(_COPY_BYTES):
            left -= len(block)
            if left < 0:
                raise ArchiveError(archive, f"{member.name} is longer than it says")
            output.write(block)
            on_bytes(len(block))
    if left:
        raise ArchiveError(archive, f"{member.name} is cut off")


@contextlib.contextmanager
def _reading(archive: Path) -> Iterator[None]:
    """Turns the many ways in which damage shows into one."""
    try:
        yield
    except (tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError) as error:
        raise ArchiveError(archive, f"damaged: {error}") from error
    except OSError as error:
        if error.errno is None:  # bz2 and gzip report damage as an OSError without a number
            raise ArchiveError(archive, f"damaged: {error}") from error
        raise
    except (RuntimeError, NotImplementedError) as error:  # zipfile: encrypted, unknown method
        raise ArchiveError(archive, str(error)) from error


@contextlib.contextmanager
def _members(archive: Path) -> Iterator[Iterator[_Member]]:
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as bundle:
            yield _zip_members(archive, bundle)
        return
    with contextlib.closing(_decompressed(archive)) as stream:
        bounded = _BoundedReader(archive, stream)
        with tarfile.open(fileobj=bounded, mode="r:") as bundle:
            yield _tar_members(archive, bundle)


def _zip_members(archive: Path, bundle: zipfile.ZipFile) -> Iterator[_Member]:
    for info in bundle.infolist():
        kind = stat.S_IFMT(info.external_attr >> 16)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise ArchiveError(archive, f"holds a link or a device: {info.filename}")

        def body(info: zipfile.ZipInfo = info) -> IO[bytes]:
            return bundle.open(info)

        yield _Member(info.filename, info.file_size, None if info.is_dir() else body)


def _tar_members(archive: Path, bundle: tarfile.TarFile) -> Iterator[_Member]:
    for info in bundle:
        if info.isdir():
            yield _Member(info.name, 0, None)
            continue
        if not info.isreg() or info.issparse():
            raise ArchiveError(archive, f"holds a link or a device: {info.name}")

        def body(info: tarfile.TarInfo = info) -> IO[bytes]:
            content = bundle.extractfile(info)
            assert content is not None  # it is a regular file
            return content

        yield _Member(info.name, info.size, body)


def _decompressed(archive: Path) -> io.BufferedIOBase:
    with archive.open("rb") as file:
        magic = file.read(6)
    if magic.startswith(b"BZh"):
        return bz2.open(archive, "rb")
    if magic.startswith(b"\x1f\x8b"):
        return gzip.open(archive, "rb")
    if magic == b"\xfd7zXZ\x00":
        return lzma.open(archive, "rb")
    return archive.open("rb")


class _BoundedReader(io.RawIOBase):
    """What ``tarfile`` reads from: no single read may be of a size that fills the memory."""

    def __init__(self, archive: Path, stream: io.BufferedIOBase) -> None:
        self._archive = archive
        self._stream = stream

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        if not 0 <= size <= _MAX_HEADER_BYTES:
            raise ArchiveError(self._archive, "holds a header too large to be one")
        return self._stream.read(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()
