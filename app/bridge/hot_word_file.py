"""The file of hot words, as the settings show it: how many, what is wrong, and opening it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from engine.text.hot_words import EXAMPLE, HotWordList, read_hot_words

_log = logging.getLogger("ui")


def open_in_editor(path: Path) -> bool:
    """Hands a file to the program that the desktop opens it with."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


class HotWordFile(QObject):
    """Reads the file anew when asked; a large one takes some 50 ms.

    Signals:
        changed: it was read again.
        not_opened: it cannot be made or no program opens it; its path as text.

    Threads: GUI.
    """

    changed = Signal()
    not_opened = Signal(str)

    def __init__(self, path: Path, open_file: Callable[[Path], bool] = open_in_editor) -> None:
        super().__init__()
        self._path = path
        self._open_file = open_file
        self._listed = HotWordList()

    @property
    def count(self) -> int:
        """Words as last read."""
        return len(self._listed.words)

    @property
    def problems(self) -> tuple[str, ...]:
        """What was left out and why, as last read."""
        name = self._path.name
        return tuple(
            f"{name}:{problem.line}: {problem.detail}" if problem.line else problem.detail
            for problem in self._listed.problems
        )

    def refresh(self) -> None:
        """Reads the file."""
        self._listed = read_hot_words(self._path)
        self.changed.emit()

    def open(self) -> None:
        """Opens the file for the user to edit; makes it, with an example, where there is none."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if not self._path.exists():
                self._path.write_text(EXAMPLE, encoding="utf-8")
        except OSError as error:
            _log.warning("%s: %s", self._path, error.strerror)
            self.not_opened.emit(str(self._path))
            return
        if not self._open_file(self._path):
            self.not_opened.emit(str(self._path))
