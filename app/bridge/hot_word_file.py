"""The file of hot words, as the settings show it: how many, what is wrong, and opening it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from engine.text.hot_words import (
    EXAMPLE,
    LEAST_WEIGHT,
    LONGEST_WORD,
    MOST_BYTES,
    MOST_WEIGHT,
    MOST_WORDS,
    HotWordFault,
    HotWordList,
    HotWordProblem,
    read_hot_words,
)

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
        """What was left out and why, as last read, in the user's language."""
        return tuple(map(self._word, self._listed.problems))

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

    def _word(self, problem: HotWordProblem) -> str:
        fault = HotWordFault
        text = {
            fault.NOT_UTF8: self.tr("This is not UTF-8 text."),
            fault.UNKNOWN_FIELD: self.tr(
                "“{value}” is not understood; there are weight=, alias= and pinyin=."
            ),
            fault.BAD_WEIGHT: self.tr("The weight is a number from {least} to {most}."),
            fault.NO_WORD: self.tr("There is no word."),
            fault.TOO_LONG: self.tr("The word is longer than {longest} characters."),
            fault.UNPRINTABLE: self.tr("The word has characters that cannot be written."),
            fault.NO_SOUND: self.tr("Its sound is not understood ({value})."),
            fault.UNREADABLE: self.tr("The file cannot be read ({value}); no word is used."),
            fault.EMPTY: self.tr("The file is empty; write a word a line."),
            fault.TOO_LARGE: self.tr("The file is larger than {size} MB; no word is used."),
            fault.MORE_LINES: self.tr("{value} more lines were left out."),
            fault.TOO_MANY: self.tr(
                "Only the first {count} words are used, none from line {value} on."
            ),
        }[problem.fault].format(
            value=problem.value,
            least=f"{LEAST_WEIGHT:g}",
            most=f"{MOST_WEIGHT:g}",
            longest=LONGEST_WORD,
            size=MOST_BYTES // 1_000_000,
            count=MOST_WORDS,
        )
        if not problem.line:
            return text
        return self.tr("Line {line}: {problem}").format(line=problem.line, problem=text)
