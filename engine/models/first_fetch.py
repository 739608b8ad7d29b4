"""Fetches a model of which nobody has published names and hashes, and notes what came."""

from __future__ import annotations

import fnmatch
import shutil
from pathlib import Path, PurePosixPath

from engine.errors import ArchiveError, DownloadError, DownloadReason, EngineError
from engine.models import checks, families, hub, pins
from engine.models.archive import UnpackLimits, unpack
from engine.models.catalog import ArchiveSource, CatalogModel, HubSource
from engine.models.download import Downloader, RemoteFile, make_room
from engine.models.guarded import FINAL_REASONS, write_errors
from engine.models.transfer import Cancellation, OnProgress, Progress


class FirstFetch:
    """Gets such a model into its folder, which nobody else may be working on.

    Threads: one thread; its cancellation is called from others.
    """

    def __init__(
        self,
        downloader: Downloader,
        cancellation: Cancellation,
        on_progress: OnProgress,
        mirror: str,
    ) -> None:
        """``mirror``: address of a folder that has the archives too, asked first, or empty."""
        self._downloader = downloader
        self._cancellation = cancellation
        self._on_progress = on_progress
        self._mirror = mirror

    def run(self, model: CatalogModel, folder: Path) -> None:
        """Gets whatever a model consists of from the first source that has it, and notes it.

        Raises:
            DownloadError: no source has it.
        """
        staging = folder / ".unpacked.part"
        failure: DownloadError | None = None
        for source in model.sources:
            with write_errors(model.model_id):
                shutil.rmtree(staging, ignore_errors=True)
                staging.mkdir()
            try:
                if isinstance(source, ArchiveSource):
                    origin = self._fetch_archive(model, source, folder, staging)
                elif isinstance(source, HubSource):
                    origin = self._fetch_repository(model, source, folder, staging)
                else:
                    continue
                self._take_in(model, staging, folder, origin)
            except DownloadError as error:
                if error.reason in FINAL_REASONS:
                    raise
                failure = failure or error
            else:
                return
            finally:
                shutil.rmtree(staging, ignore_errors=True)
        raise failure or DownloadError(model.model_id, DownloadReason.NO_NETWORK)

    def _fetch_archive(
        self, model: CatalogModel, source: ArchiveSource, folder: Path, staging: Path
    ) -> str:
        mirrored = (f"{self._mirror.rstrip('/')}/{source.name}",) if self._mirror else ()
        urls = (*mirrored, source.url)
        archive = folder / f".{source.name}"
        self._downloader.fetch(RemoteFile(source.name, urls), archive)
        done = 0

        def count(size: int) -> None:
            nonlocal done
            done += size
            if self._cancellation.is_cancelled:
                raise DownloadError(model.model_id, DownloadReason.CANCELLED)
            self._on_progress(Progress("unpack", done))

        try:
            with write_errors(model.model_id):
                limits = UnpackLimits(archive.stat().st_size * _MOST_TIMES_LARGER)
                unpack(archive, staging, limits, lambda name: _is_wanted(model, name), count)
        except ArchiveError as error:
            raise DownloadError(source.name, DownloadReason.WRONG_BYTES, error.detail) from error
        finally:
            archive.unlink(missing_ok=True)
        return source.url

    def _fetch_repository(
        self, model: CatalogModel, source: HubSource, folder: Path, staging: Path
    ) -> str:
        listed = hub.list_files(source.host, source.repository, self._cancellation)
        chosen = [file for file in listed if _is_safe(file.name) and _is_wanted(model, file.name)]
        if not chosen:
            detail = f"{source.host}: no file of the model in {source.repository}"
            raise DownloadError(model.model_id, DownloadReason.WRONG_BYTES, detail)
        make_room(folder, sum(file.size_bytes or 0 for file in chosen), model.model_id)
        for file in chosen:
            # Beside the staging folder, so that a run broken off goes on where it was.
            kept = folder / f".{file.name.replace('/', '+')}"
            self._downloader.fetch(file, kept)
            with write_errors(model.model_id):
                (staging / file.name).parent.mkdir(parents=True, exist_ok=True)
                kept.replace(staging / file.name)
        return f"{source.host}/{source.repository}"

    def _take_in(self, model: CatalogModel, staging: Path, folder: Path, origin: str) -> None:
        """Moves what came into the model's folder once it is a model of the right kind.

        Raises:
            DownloadError: it is not.
        """
        try:
            found = families.recognise(model.model_id, staging)
            checks.check(found)
        except EngineError as error:
            raise DownloadError(
                model.model_id, DownloadReason.WRONG_BYTES, f"{origin}: {error}"
            ) from error
        if found.family.value != model.family:
            detail = f"{origin}: holds a model of the family {found.family.value}"
            raise DownloadError(model.model_id, DownloadReason.WRONG_BYTES, detail)
        with write_errors(model.model_id):
            names = [str(p.relative_to(staging)) for p in staging.rglob("*") if p.is_file()]
            pins.write(staging, names, origin)
            for name in [*names, pins.NAME]:  # the note last: with it the model is installed
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                (staging / name).replace(target)


def _is_wanted(model: CatalogModel, name: str) -> bool:
    return any(fnmatch.fnmatch(name, pattern) for pattern in model.wanted)


def _is_safe(name: str) -> bool:
    """Whether a name that a server gave stays inside the folder."""
    path = PurePosixPath(name)
    return (
        bool(path.parts) and not path.is_absolute() and ".." not in path.parts and "\\" not in name
    )


_MOST_TIMES_LARGER = 20
"""Weights hardly shrink when they are packed; an archive that grows more is a bomb."""
