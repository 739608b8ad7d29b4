"""A window of doctor's own to deliver a test sentence into, in a process of its own.

Writes a JSON string a line: the field's text, once it has the focus and at each change. A line on
standard input empties the field; its end closes the window.
"""

from __future__ import annotations

import json
import os
import sys

from PySide6.QtCore import QSocketNotifier
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication, QLineEdit

_READ_BYTES = 4096


class DoctorField(QLineEdit):
    """The field; it tells its text when it has the focus for the first time.

    Threads: GUI.
    """

    def __init__(self) -> None:
        super().__init__()
        self._has_told = False
        self.setWindowTitle("CosyScribe doctor")
        self.textChanged.connect(self._tell)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self._has_told:
            self._has_told = True
            self._tell()

    def _tell(self) -> None:
        sys.stdout.write(json.dumps(self.text()) + "\n")
        sys.stdout.flush()


def main() -> int:
    """Shows the window until standard input ends."""
    app = QApplication(sys.argv[:1])
    field = DoctorField()
    notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)

    def on_readable() -> None:
        if os.read(sys.stdin.fileno(), _READ_BYTES):
            field.clear()
        else:
            notifier.setEnabled(False)
            app.exit(0)

    notifier.activated.connect(on_readable)
    field.resize(420, field.sizeHint().height())
    field.show()
    field.activateWindow()
    field.setFocus()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
