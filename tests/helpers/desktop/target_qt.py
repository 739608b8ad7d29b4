"""A program to dictate into: Qt fields whose text is written to a file at each change."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from PySide6 import QtCore, QtGui, QtWidgets

KINDS = {"line": QtWidgets.QLineEdit, "text": QtWidgets.QPlainTextEdit}


def main() -> None:
    """``target_qt.py KIND FILE [TITLE]``; KIND is line, text or password."""
    kind, out = sys.argv[1], Path(sys.argv[2])
    title = sys.argv[3] if len(sys.argv) > 3 else "QTTARGET"
    application = QtWidgets.QApplication(sys.argv[:1])
    field = KINDS["line" if kind == "password" else kind]()
    if kind == "password":
        field.setEchoMode(QtWidgets.QLineEdit.EchoMode.Password)
    log = out.with_suffix(".log")

    def note(**event: object) -> None:
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"t": time.time(), **event}) + "\n")

    class Watch(QtCore.QObject):
        def eventFilter(self, _watched: QtCore.QObject, event: QtCore.QEvent) -> bool:  # noqa: N802
            if isinstance(event, QtGui.QInputMethodEvent):
                note(preedit=event.preeditString(), commit=event.commitString())
            elif isinstance(event, QtGui.QKeyEvent):
                note(
                    key=event.key(),
                    press=event.type() == QtCore.QEvent.Type.KeyPress,
                    text=event.text(),
                )
            return False

    watch = Watch()
    field.installEventFilter(watch)

    def dump() -> None:
        content = field.text() if hasattr(field, "text") else field.toPlainText()
        temporary = out.with_suffix(".tmp")
        temporary.write_bytes(content.encode("utf-8", "surrogatepass"))
        temporary.replace(out)

    field.textChanged.connect(dump)
    field.setWindowTitle(title)
    field.resize(600, 200)
    field.show()
    field.activateWindow()
    field.setFocus()
    dump()
    application.exec()


if __name__ == "__main__":
    main()
