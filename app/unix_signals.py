"""SIGINT and SIGTERM as a Qt signal, without waking up to look for them."""

from __future__ import annotations

import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class QuitSignals(QObject):
    """Turns the request to end from outside into ``quit_requested``.

    Python runs its handlers between byte codes, and Qt's loop runs none while it waits; the
    wake-up descriptor makes it read one.

    Signals:
        quit_requested: end the program now.

    Threads: GUI.
    """

    quit_requested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._old_descriptor = signal.set_wakeup_fd(self._writer.fileno())
        self._old_handlers = {number: signal.signal(number, _ignore) for number in _SIGNALS}
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_wakeup)

    def close(self) -> None:
        """Puts the handlers back that were there before."""
        self._notifier.setEnabled(False)
        for number, handler in self._old_handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._old_descriptor)
        self._reader.close()
        self._writer.close()

    def _on_wakeup(self) -> None:
        if any(number in _SIGNALS for number in self._reader.recv(64)):
            self.quit_requested.emit()


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """The byte in the pipe is what counts."""
