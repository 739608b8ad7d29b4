"""The user's settings while the program runs: changed in the window, kept in the file."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from engine.settings import Settings, save

Save = Callable[[Settings, Path], None]


class Preferences(QObject):
    """Holds the current settings and writes each change on the pool, in order.

    Signals:
        changed: the new ``Settings``.
        save_failed: the OSError; the settings hold until the program ends.

    Threads: GUI.
    """

    changed = Signal(object)
    save_failed = Signal(object)
    _saved = Signal(object)

    def __init__(
        self, settings: Settings, path: Path, pool: Executor, save_file: Save = save
    ) -> None:
        super().__init__()
        self._settings = settings
        self._path = path
        self._pool = pool
        self._save_file = save_file
        self._is_saving = False
        self._is_stale = False
        self._saved.connect(self._on_saved, Qt.ConnectionType.QueuedConnection)

    @property
    def settings(self) -> Settings:
        """What holds now."""
        return self._settings

    def change(self, settings: Settings) -> None:
        """Takes new settings and keeps them."""
        if settings == self._settings:
            return
        self._settings = settings
        self._save()
        self.changed.emit(settings)

    def _save(self) -> None:
        # One write at a time: two on a pool could land in the wrong order.
        self._is_stale = self._is_saving
        if not self._is_saving:
            self._is_saving = True
            future = self._pool.submit(self._save_file, self._settings, self._path)
            future.add_done_callback(self._saved.emit)

    def _on_saved(self, future: Future[None]) -> None:
        self._is_saving = False
        if self._is_stale:
            self._save()
        if future.cancelled():
            return
        error = future.exception()
        if error is not None:
            self.save_failed.emit(error)
