from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bridge.controller import Controller, DictationChoice, DictationState
from app.bridge.transcript_model import TranscriptModel
from app.ui.tray import Tray
from tests.helpers.fake_session import FakeEngine


@pytest.fixture
def controller(qtbot: QtBot) -> Iterator[Controller]:
    del qtbot
    with ThreadPoolExecutor(1) as pool:
        choice = DictationChoice("default", "whisper-base", "auto")
        yield Controller(FakeEngine().load, pool, TranscriptModel(" ".join), choice)


@pytest.fixture
def tray(controller: Controller) -> Iterator[Tray]:
    made = Tray(controller, QIcon())
    made.show()
    yield made
    made.close()


def entry(tray: Tray, text: str) -> QAction:
    return next(action for action in tray.menu.actions() if text in action.text())


def test_menu_shows_and_quits(tray: Tray, qtbot: QtBot) -> None:
    with qtbot.waitSignal(tray.show_wanted):
        entry(tray, "Show").trigger()
    with qtbot.waitSignal(tray.quit_wanted):
        entry(tray, "Quit").trigger()


def test_menu_starts_and_stops(tray: Tray, controller: Controller, qtbot: QtBot) -> None:
    entry(tray, "Dictate").trigger()
    qtbot.waitUntil(lambda: controller.state is DictationState.OPENING)
    entry(tray, "Stop").trigger()
    assert controller.state is DictationState.FINISHING


def test_last_text_can_be_copied_again(tray: Tray) -> None:
    copy = entry(tray, "Copy")
    assert not copy.isEnabled()
    tray.set_last_text("你好")
    copy.trigger()
    assert QApplication.clipboard().text() == "你好"
