from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.bridge.controller import Controller, DictationChoice, DictationState
from app.bridge.transcript_model import TranscriptModel
from app.ui.dictation_panel import DictationPanel
from app.ui.level_meter import LevelMeter
from app.ui.status_panel import StatusPanel
from app.ui.theme import Theme
from engine.types import SourceEventKind
from tests.helpers.fake_session import FakeEngine


class Rig:
    def __init__(self, qtbot: QtBot, theme: Theme, pool: ThreadPoolExecutor) -> None:
        self.engine = FakeEngine()
        choice = DictationChoice("default", "whisper-base", "auto")
        self.controller = Controller(self.engine.load, pool, TranscriptModel(" ".join), choice)
        self.panel = DictationPanel(self.controller, theme)
        qtbot.addWidget(self.panel)
        self.panel.show()
        self.qtbot = qtbot

    @property
    def status(self) -> StatusPanel:
        found = self.panel.findChild(StatusPanel)
        assert found is not None
        return found

    @property
    def meter(self) -> LevelMeter:
        found = self.panel.findChild(LevelMeter)
        assert found is not None
        return found

    def listen(self) -> None:
        QTest.mouseClick(self.panel.button, Qt.MouseButton.LeftButton)
        self.qtbot.waitUntil(lambda: bool(self.engine.sessions))
        self.engine.session.listen()
        self.qtbot.waitUntil(lambda: self.controller.state is DictationState.LISTENING)


@pytest.fixture
def rig(qtbot: QtBot, theme: Theme) -> Iterator[Rig]:
    with ThreadPoolExecutor(1) as pool:
        yield Rig(qtbot, theme, pool)


def test_button_starts_and_stops(rig: Rig) -> None:
    rig.listen()
    assert rig.status.title == "0:00"
    assert rig.panel.button.text() == "Stop dictation"
    QTest.mouseClick(rig.panel.button, Qt.MouseButton.LeftButton)
    assert rig.engine.session.calls == ["start", "stop"]
    assert rig.status.title == "Finishing"


def test_overload_is_shown_and_forgotten_when_the_microphone_closes(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.level(-3, 0, clipping=True)
    rig.qtbot.waitUntil(lambda: rig.meter.is_overloaded)
    rig.engine.session.finish()
    rig.qtbot.waitUntil(lambda: not rig.meter.is_overloaded)
    assert rig.status.title == "Ready"


def test_lost_microphone_is_said_until_it_is_back(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.source(SourceEventKind.DEVICE_LOST)
    rig.qtbot.waitUntil(lambda: rig.status.detail == "Waiting for the microphone")
    rig.engine.session.source(SourceEventKind.DEVICE_BACK)
    rig.qtbot.waitUntil(lambda: rig.status.detail == "Listening")
