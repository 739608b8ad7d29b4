"""The program with its window, and a heartbeat that measures how long its event loop stood still.

Each line on standard input is answered with the longest gap since the one before, in milliseconds;
states and the end of loading are told as they come.
"""

from __future__ import annotations

import os
import sys
import time

from PySide6.QtCore import QObject, QSocketNotifier, Qt, QTimer

from app.bridge.controller import Controller, DictationState
from app.gui import Program, make_application
from app.unix_signals import QuitSignals

BEAT_MS = 5
_STDIN = 0


class Heartbeat(QObject):
    """A timer of ``BEAT_MS``; a gap is the time between two of its beats.

    Threads: GUI.
    """

    def __init__(self) -> None:
        super().__init__()
        self._longest_s = 0.0
        self._last_s = time.perf_counter()
        self._timer = QTimer(self, interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_beat)
        self._questions = QSocketNotifier(_STDIN, QSocketNotifier.Type.Read, self)
        self._questions.activated.connect(self._on_question)

    def start(self) -> None:
        """Beats as soon as the event loop runs."""
        self._last_s = time.perf_counter()
        self._timer.start()

    def _on_beat(self) -> None:
        now_s = time.perf_counter()
        self._longest_s = max(self._longest_s, now_s - self._last_s)
        self._last_s = now_s

    def _on_question(self) -> None:
        if not os.read(_STDIN, 4096):
            self._questions.setEnabled(False)
            return
        self._on_beat()
        tell(f"gap {self._longest_s * 1000:.1f}")
        self._longest_s = 0.0


def tell(line: str) -> None:
    """Writes one line at once."""
    os.write(1, line.encode() + b"\n")


def _follow(controller: Controller) -> None:
    def on_state(state: DictationState) -> None:
        tell(f"state {state.value}")

    def on_preparing(is_loading: bool) -> None:
        if not is_loading:
            tell("ready")

    controller.state_changed.connect(on_state)
    controller.preparing_changed.connect(on_preparing)


def main() -> int:
    """Runs until told to end, as ``app.gui.main`` does."""
    app = make_application(sys.argv[:1])
    program = Program(app, has_desktop=True)
    program.start_desktop()
    signals = QuitSignals()
    signals.quit_requested.connect(lambda: app.exit(0))
    _follow(program.controller)
    heartbeat = Heartbeat()
    program.show()
    heartbeat.start()
    status = app.exec()
    heartbeat.deleteLater()
    program.stop()
    signals.close()
    return status


if __name__ == "__main__":
    sys.exit(main())
