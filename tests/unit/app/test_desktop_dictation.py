from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bridge.controller import Controller, DictationChoice, DictationState
from app.bridge.transcript_model import TranscriptModel
from app.desktop import remote
from app.desktop.logind import Presence
from app.desktop_dictation import DesktopDictation
from app.output.sink import Delivery, DeliveryState, Reason, SinkId
from engine.settings import HotkeySettings, Settings
from engine.text.transcript import join
from tests.helpers.fake_session import FakeEngine

pytestmark = [pytest.mark.desktop, pytest.mark.usefixtures("session_bus")]


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def desktop(
    qtbot: QtBot, engine: FakeEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[DesktopDictation]:
    del qtbot
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "IBUS_ADDRESS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with ThreadPoolExecutor(1) as pool:
        choice = DictationChoice("default", "whisper-base", "auto")
        controller = Controller(engine.load, pool, TranscriptModel(join), choice)
        made = DesktopDictation(controller, Settings())
        made.start()
        yield made
        made.stop()
        made.stop()
        controller.cancel()


def test_text_that_cannot_be_typed_is_on_the_clipboard(
    desktop: DesktopDictation, engine: FakeEngine, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(desktop.hotkey_changed):  # all is open
        pass
    remote.ask("Toggle", os.environ)
    qtbot.waitUntil(lambda: bool(engine.sessions))
    engine.session.listen()
    engine.session.say("好的。", final=True)
    with qtbot.waitSignal(desktop.not_delivered) as told:
        engine.session.finish()
    assert told.args is not None
    sentences, text = told.args
    assert text == "好的。"
    assert "clipboard" in sentences
    assert QApplication.clipboard().text() == "好的。"


def test_state_is_told_to_other_programs(
    desktop: DesktopDictation, engine: FakeEngine, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(desktop.hotkey_changed):
        pass
    remote.ask("Start", os.environ)
    qtbot.waitUntil(lambda: bool(engine.sessions))
    engine.session.listen()
    qtbot.waitUntil(lambda: remote.ask("Status", os.environ) == (DictationState.LISTENING.value,))


def test_delivered_text_is_left_where_it_is(desktop: DesktopDictation, qtbot: QtBot) -> None:
    QApplication.clipboard().setText("mine")
    told: list[str] = []
    desktop.not_delivered.connect(lambda sentences, _text: told.append(sentences))
    with qtbot.waitSignal(desktop.delivered):
        desktop._bridge.on_delivery(Delivery(DeliveryState.UNCONFIRMED, SinkId.PASTE, "text"))
    assert told == []
    assert QApplication.clipboard().text() == "mine"


def test_lock_is_passed_on(desktop: DesktopDictation, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desktop.presence_changed):
        desktop._bridge.on_presence(Presence(is_locked=True))
    assert not desktop.is_user_there


def test_new_chord_is_asked_for(desktop: DesktopDictation, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desktop.hotkey_changed):
        pass
    with qtbot.waitSignal(desktop.hotkey_changed) as told:
        desktop.change(Settings(hotkey=HotkeySettings(chord="F9")))
    assert told.args is not None
    assert told.args[0].chord == "F9"


def test_locked_screen_keeps_the_text(desktop: DesktopDictation, qtbot: QtBot) -> None:
    delivery = Delivery.failed(SinkId.COPY, "text", Reason.SESSION_LOCKED)
    with qtbot.waitSignal(desktop.not_delivered) as told:
        desktop._bridge.on_delivery(delivery)
    assert told.args is not None
    assert "locked" in told.args[0]
