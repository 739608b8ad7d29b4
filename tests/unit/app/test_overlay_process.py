from __future__ import annotations

import json
import os

import pytest
from PySide6.QtCore import QProcess
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.overlay_process import OverlayReader, RemoteOverlay
from app.ui.overlay import OverlayContent, OverlayMood


class FakeOverlay:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def show_content(self, content: OverlayContent) -> None:
        self.told.append(content)

    def set_level(self, dbfs: float) -> None:
        self.told.append(dbfs)

    def hide(self) -> None:
        self.told.append("hide")


def test_lines_are_obeyed_however_they_come(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr(QApplication, "exit", ended.append)
    read, write = os.pipe()
    overlay = FakeOverlay()
    reader = OverlayReader(overlay, read)  # type: ignore[arg-type]  # what is used of it
    orders = [{"mood": "listening", "text": "你好"}, {"level": -20.5}, {}]
    lines = b"".join(json.dumps(order, ensure_ascii=False).encode() + b"\n" for order in orders)
    for byte in range(len(lines)):
        os.write(write, lines[byte : byte + 1])
    os.close(write)
    qtbot.waitUntil(lambda: bool(ended))
    assert overlay.told == [OverlayContent(OverlayMood.LISTENING, "你好"), -20.5, "hide"]
    reader.deleteLater()
    os.close(read)


def test_process_starts_when_needed_and_ends_when_closed(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    remote = RemoteOverlay()
    environment = remote._process.processEnvironment()
    assert environment.value("QT_QPA_PLATFORM") == "xcb"
    environment.insert("QT_QPA_PLATFORM", "offscreen")
    remote._process.setProcessEnvironment(environment)
    remote.hide()
    remote.set_level(-10.0)
    assert remote._process.state() == QProcess.ProcessState.NotRunning
    with qtbot.waitSignal(remote._process.started, timeout=20_000):
        remote.show_content(OverlayContent(OverlayMood.LISTENING, "hello"))
    remote.set_level(-10.0)
    remote.hide()
    remote._process.closeWriteChannel()
    qtbot.waitUntil(
        lambda: remote._process.state() == QProcess.ProcessState.NotRunning, timeout=20_000
    )
    assert remote._process.exitCode() == 0
    remote.close()


def test_without_xwayland_nothing_is_started(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    del qtbot
    monkeypatch.delenv("DISPLAY", raising=False)
    remote = RemoteOverlay()
    remote.show_content(OverlayContent(OverlayMood.LISTENING))
    assert remote._process.state() == QProcess.ProcessState.NotRunning


def test_process_that_fails_is_not_started_again(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", "nowhere:77")
    remote = RemoteOverlay()
    starts: list[int] = []
    remote._process.started.connect(lambda: starts.append(1))
    with qtbot.waitSignal(remote._process.finished, timeout=30_000):
        remote.show_content(OverlayContent(OverlayMood.LISTENING))
    remote.show_content(OverlayContent(OverlayMood.LISTENING))
    remote.close()
    assert starts == [1]
