"""The microphones there are, kept up to date without polling."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer, Signal

from engine.types import CaptureDevice

_SOUND_NODES = "/dev/snd"
_SETTLE_MS = 300
"""A card brings several nodes, and the sound server takes a moment to notice."""


class DeviceList(QObject):
    """Lists microphones on the pool when asked and when sound hardware comes or goes.

    Signals:
        changed: the list differs from before; the new tuple of ``CaptureDevice``.

    Threads: GUI; the listing itself runs on the pool.
    """

    changed = Signal(object)
    _listed = Signal(object)

    def __init__(
        self, list_devices: Callable[[], tuple[CaptureDevice, ...]], pool: Executor
    ) -> None:
        super().__init__()
        self._list_devices = list_devices
        self._pool = pool
        self._devices: tuple[CaptureDevice, ...] = ()
        self._descriptions: dict[str, str] = {}  # of unplugged ones too: messages name them
        self._is_listing = False
        self._is_stale = False
        self._is_closed = False
        self._listed.connect(self._on_listed, Qt.ConnectionType.QueuedConnection)
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self.refresh)
        self._watcher = QFileSystemWatcher([_SOUND_NODES], self)
        self._watcher.directoryChanged.connect(lambda _path: self._settle.start())

    @property
    def devices(self) -> tuple[CaptureDevice, ...]:
        """As last listed."""
        return self._devices

    def label(self, pcm: str) -> str:
        """What the user knows a microphone as; the pcm itself where nothing better is known."""
        return self._descriptions.get(pcm) or pcm

    def close(self) -> None:
        """Lists no more: the pool is about to go."""
        self._is_closed = True

    def refresh(self) -> None:
        """Lists anew; ``changed`` follows where there is a difference."""
        if self._is_closed:
            return
        if self._is_listing:
            self._is_stale = True
            return
        self._is_listing = True
        self._is_stale = False
        self._pool.submit(self._list_devices).add_done_callback(self._listed.emit)

    def _on_listed(self, future: Future[tuple[CaptureDevice, ...]]) -> None:
        self._is_listing = False
        if self._is_stale:
            self.refresh()
        if future.cancelled():
            return
        devices = future.result()
        if devices != self._devices:
            self._devices = devices
            self._descriptions.update((device.name, device.description) for device in devices)
            self.changed.emit(devices)
