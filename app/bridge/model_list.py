"""The models there are, and installing and removing them beside the window."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal

from engine import paths
from engine.errors import DownloadError, DownloadReason
from engine.models import catalog, own_models, store
from engine.models.families import Family
from engine.models.transfer import Cancellation, OnProgress, Progress

_VOICE_DETECTION = "vad"
"""Comes with the program; nothing to choose."""

Install = Callable[[str, Cancellation, OnProgress, str], object]
"""Model id, cancellation, progress and mirror; fetches the model."""


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """A model as the window lists it.

    Attributes:
        model_id: what commands call it.
        languages: ISO codes; empty where it is for any.
        licence: of the weights.
        credit: who made them.
        size_bytes: on disk; 0 where not known yet.
        is_streaming: shows words while one speaks.
        sets_marks: recognises nothing, but punctuates what others do.
        is_installed: every file is there.
        can_be_removed: it lies in the user's own folder.
    """

    model_id: str
    languages: tuple[str, ...]
    licence: str
    credit: str
    size_bytes: int
    is_streaming: bool
    sets_marks: bool
    is_installed: bool
    can_be_removed: bool


@dataclass(frozen=True, slots=True)
class ModelProgress:
    """How far an installation is.

    Attributes:
        share: 0 to 1, or None where the length is not known.
        done_bytes: bytes so far.
        bytes_per_second: over the last seconds.
        is_unpacking: all has come, and is being unpacked.
    """

    share: float | None
    done_bytes: int
    bytes_per_second: float
    is_unpacking: bool


def entries() -> tuple[ModelEntry, ...]:
    """The catalogue's recognisers and punctuation models, as they are now; reads the disk."""
    return tuple(
        _entry(status)
        for status in store.statuses(catalog.load())
        if status.model.family != _VOICE_DETECTION
    )


def install(
    model_id: str, cancellation: Cancellation, on_progress: OnProgress, mirror: str
) -> object:
    """Fetches a model; see ``store.Installer``."""
    return store.Installer(cancellation, on_progress, mirror).install(catalog.load()[model_id])


class ModelList(QObject):
    """Installs one model at a time, on a thread of its own.

    Signals:
        changed: the tuple of ``ModelEntry``.
        progressed: model id and ``ModelProgress``.
        ended: model id, and what went wrong or None; also after a cancellation.

    Threads: GUI.
    """

    changed = Signal(object)
    progressed = Signal(str, object)
    ended = Signal(str, object)
    _listed = Signal(object)
    _done = Signal(str, object)
    _moved_on = Signal(str, object)

    def __init__(self, mirror: Callable[[], str], install_model: Install = install) -> None:
        """``mirror``: what the settings say now."""
        super().__init__()
        self._mirror = mirror
        self._install = install_model
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="models")
        self._cancellations: dict[str, Cancellation] = {}
        queued = Qt.ConnectionType.QueuedConnection
        self._listed.connect(self._on_listed, queued)
        self._done.connect(self._on_done, queued)
        self._moved_on.connect(self._on_moved_on, queued)

    @property
    def busy(self) -> frozenset[str]:
        """Ids of models that are being installed or wait for it."""
        return frozenset(self._cancellations)

    def refresh(self) -> None:
        """Looks again; ``changed`` follows."""
        self._pool.submit(entries).add_done_callback(self._listed.emit)

    def install(self, model_id: str) -> None:
        """Fetches a model; ``progressed`` and ``ended`` follow."""
        if model_id in self._cancellations:
            return
        cancellation = self._cancellations[model_id] = Cancellation()
        future = self._pool.submit(
            self._install,
            model_id,
            cancellation,
            lambda progress: self._moved_on.emit(model_id, progress),
            self._mirror(),
        )
        future.add_done_callback(lambda done: self._done.emit(model_id, done))

    def cancel(self, model_id: str) -> None:
        """Stops fetching it; what came is kept for the next time."""
        if model_id in self._cancellations:
            self._cancellations[model_id].cancel()

    def remove(self, model_id: str) -> None:
        """Deletes an installed model; ``ended`` follows."""
        future = self._pool.submit(own_models.remove, model_id)
        future.add_done_callback(lambda done: self._done.emit(model_id, done))

    def close(self) -> None:
        """Stops everything. Idempotent."""
        for cancellation in self._cancellations.values():
            cancellation.cancel()
        self._pool.shutdown(cancel_futures=True)

    def _on_listed(self, future: Future[tuple[ModelEntry, ...]]) -> None:
        if not future.cancelled():
            self.changed.emit(future.result())

    def _on_moved_on(self, model_id: str, progress: Progress) -> None:
        total = progress.total_bytes
        self.progressed.emit(
            model_id,
            ModelProgress(
                progress.done_bytes / total if total else None,
                progress.done_bytes,
                progress.bytes_per_second,
                is_unpacking=progress.step != "download",
            ),
        )

    def _on_done(self, model_id: str, future: Future[object]) -> None:
        self._cancellations.pop(model_id, None)
        if future.cancelled():
            return
        error = future.exception()
        is_wish = isinstance(error, DownloadError) and error.reason is DownloadReason.CANCELLED
        self.ended.emit(model_id, None if is_wish else error)
        self.refresh()


def _entry(status: store.ModelStatus) -> ModelEntry:
    model = status.model
    return ModelEntry(
        model.model_id,
        model.languages,
        model.licence,
        model.credit,
        status.size_bytes,
        model.streaming,
        not Family(model.family).recognises,
        status.is_installed,
        can_be_removed=status.folder == paths.models_dir() / model.model_id,
    )
