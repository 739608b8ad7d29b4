"""GNOME's shortcut for ``cosyscribe toggle``, set on the pool."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future

from PySide6.QtCore import QObject, Qt, Signal

from app.desktop import gnome_shortcut
from app.desktop.chord import Chord

SetShortcut = Callable[[Chord, str], None]


class DesktopShortcut(QObject):
    """Sets the shortcut without keeping the window waiting.

    Signals:
        done: None, or the exception that says why not.

    Threads: GUI.
    """

    done = Signal(object)
    _ended = Signal(object)

    def __init__(
        self,
        pool: Executor,
        command: str,
        set_shortcut: SetShortcut = gnome_shortcut.set_shortcut,
    ) -> None:
        """``command`` is what the keys are to run."""
        super().__init__()
        self._pool = pool
        self._command = command
        self._set_shortcut = set_shortcut
        self._ended.connect(self._on_ended, Qt.ConnectionType.QueuedConnection)

    def set(self, chord: str) -> None:
        """Gives the command these keys; ``done`` follows."""
        future = self._pool.submit(self._set_shortcut, Chord.parse(chord), self._command)
        future.add_done_callback(self._ended.emit)

    def _on_ended(self, future: Future[None]) -> None:
        if not future.cancelled():
            self.done.emit(future.exception())
