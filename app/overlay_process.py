"""The overlay in a process of its own: on Wayland only Xwayland lets a window choose its place.

Reads one JSON object a line from standard input: ``{"mood": ..., "text": ...}`` shows,
``{"level": dBFS}`` sets the level, ``{}`` hides. Ends with its input.
"""

from __future__ import annotations

import json
import logging
import os
import sys

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QSocketNotifier
from PySide6.QtWidgets import QApplication

from app import translation
from app.ui.overlay import Overlay, OverlayContent, OverlayMood
from app.ui.theme import Theme
from engine import paths

_log = logging.getLogger("ui")

_READ_BYTES = 65_536


class OverlayReader(QObject):
    """Does what the lines say.

    Threads: GUI.
    """

    def __init__(self, overlay: Overlay, descriptor: int) -> None:
        super().__init__()
        self._overlay = overlay
        self._descriptor = descriptor
        self._rest = b""
        self._notifier = QSocketNotifier(descriptor, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_readable)

    def _on_readable(self) -> None:
        data = os.read(self._descriptor, _READ_BYTES)
        if not data:
            self._notifier.setEnabled(False)
            QApplication.exit(0)
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._obey(json.loads(line))

    def _obey(self, order: dict[str, str | float]) -> None:
        if "level" in order:
            self._overlay.set_level(float(order["level"]))
        elif "mood" in order:
            mood = OverlayMood(order["mood"])
            self._overlay.show_content(OverlayContent(mood, str(order["text"])))
        else:
            self._overlay.hide()


class RemoteOverlay(QObject):
    """The other end: what ``Overlay`` takes, as lines for a process that is started when needed.

    Without Xwayland it shows nothing, and one that fails is not started again and again.

    Threads: GUI.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("QT_QPA_PLATFORM", "xcb")
        environment.insert("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
        self._process.setProcessEnvironment(environment)
        self._process.setProcessChannelMode(QProcess.ProcessChannelMode.ForwardedErrorChannel)
        self._can_show = bool(os.environ.get("DISPLAY"))
        self._process.finished.connect(self._on_finished)

    def show_content(self, content: OverlayContent) -> None:
        """Shows it."""
        if not self._can_show:
            return
        if self._process.state() == QProcess.ProcessState.NotRunning:
            self._process.start(sys.executable, ["-m", "app.overlay_process"])
        self._write({"mood": content.mood.value, "text": content.text})

    def set_level(self, dbfs: float) -> None:
        """Shows the input level."""
        if self._process.state() == QProcess.ProcessState.Running:
            self._write({"level": round(dbfs, 1)})

    def hide(self) -> None:
        """Hides it; the process stays for the next time."""
        if self._process.state() != QProcess.ProcessState.NotRunning:
            self._write({})

    def close(self) -> None:
        """Ends the process. Idempotent."""
        if self._process.state() != QProcess.ProcessState.NotRunning:
            self._process.closeWriteChannel()
            if not self._process.waitForFinished(1000):
                self._process.kill()
                self._process.waitForFinished(1000)

    def _on_finished(self, status: int, _how: QProcess.ExitStatus) -> None:
        if status:
            _log.info("the overlay ended with status %s; going on without it", status)
            self._can_show = False

    def _write(self, order: dict[str, str | float]) -> None:
        self._process.write(json.dumps(order).encode() + b"\n")


def main() -> int:
    """Shows the overlay until standard input ends."""
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    translation.install(app, paths.resources_dir())
    overlay = Overlay(Theme(app, paths.resources_dir()))
    reader = OverlayReader(overlay, sys.stdin.fileno())
    status = app.exec()
    reader.deleteLater()
    return status


if __name__ == "__main__":
    sys.exit(main())
