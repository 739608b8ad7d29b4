"""The program ends when it is told to from outside, whatever is on its page."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_PROGRAM = """
import os, signal, sys
from PySide6.QtCore import QTimer
from app import gui
from tests.helpers.fake_session import update

show = gui.Program.show

def show_with_text(program):
    show(program)
    program._transcript.begin_session()
    program._transcript.apply(update("not copied yet", final=True))
    assert program.text() == "not copied yet"
    QTimer.singleShot(200, lambda: os.kill(os.getpid(), signal.SIGTERM))

gui.Program.show = show_with_text
sys.exit(gui.main())
"""


def test_sigterm_ends_a_window_with_unsaved_text() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
