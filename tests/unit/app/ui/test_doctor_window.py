from __future__ import annotations

import json
import subprocess
import sys

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.doctor_window import DoctorField


def test_field_tells_its_text(qtbot: QtBot, capsys: pytest.CaptureFixture[str]) -> None:
    field = DoctorField()
    qtbot.addWidget(field)
    field.show()
    field.setFocus()
    with qtbot.waitExposed(field):
        field.activateWindow()
    QTest.keyClicks(field, "ab")
    lines = capsys.readouterr().out.splitlines()
    assert json.loads(lines[-1]) == "ab"


def test_window_ends_with_its_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app.ui.doctor_window"],
        input="clear\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
