from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QMessageBox,
    QPushButton,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.bridge.controller import Controller, DictationChoice, DictationState
from app.bridge.device_list import DeviceList
from app.bridge.exporter import Exporter, ExportFormat
from app.bridge.transcript_model import TranscriptModel
from app.ui.choice_box import DeviceBox, LanguageBox
from app.ui.main_window import MainWindow, WindowParts
from app.ui.message_bar import MessageBar
from app.ui.record_button import RecordButton
from app.ui.theme import Theme
from app.ui.transcript_view import TranscriptView
from engine.errors import (
    BackendError,
    DeviceUnavailableError,
    DeviceUnavailableReason,
    ModelMissingError,
)
from engine.paths import models_dir
from engine.types import CaptureDevice, SourceEventKind
from tests.helpers.fake_session import FakeEngine

DEFAULT = CaptureDevice("default", "Built-in Audio", True)
USB = CaptureDevice("hw:1", "Blue Yeti", False)


class Rig:
    """The whole window on a fake engine."""

    def __init__(self, qtbot: QtBot, theme: Theme, pool: ThreadPoolExecutor) -> None:
        self.qtbot = qtbot
        self.engine = FakeEngine()
        self.model = TranscriptModel(" ".join)
        self.there = [DEFAULT, USB]
        self.devices = DeviceList(lambda: tuple(self.there), pool)
        self.controller = Controller(
            self.engine.load, pool, self.model, DictationChoice("default", "whisper-base", "auto")
        )
        formats = (ExportFormat("txt", lambda path, paragraphs, may_replace: None),)
        self.window = MainWindow(
            WindowParts(
                self.controller,
                self.model,
                self.devices,
                Exporter(pool, formats),
                theme,
                lambda error: f"report of {error!r}",
                is_first_run=True,
            )
        )
        qtbot.addWidget(self.window, before_close_func=self._end)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)
        qtbot.waitUntil(lambda: self.devices.devices == (DEFAULT, USB))

    def _end(self, _window: QWidget) -> None:
        self.model.clear()

    def find(self, kind: type[QWidget]) -> QWidget:
        return next(iter(self.window.findChildren(kind)))

    @property
    def bar(self) -> MessageBar:
        found = self.find(MessageBar)
        assert isinstance(found, MessageBar)
        return found

    def state(self) -> DictationState:
        return self.controller.state

    def wait_for(self, state: DictationState) -> None:
        self.qtbot.waitUntil(lambda: self.controller.state is state)

    def message(self) -> str:
        self.qtbot.waitUntil(lambda: self.bar.message is not None)
        message = self.bar.message
        assert message is not None
        return message.text

    def act(self) -> None:
        QTest.mouseClick(self.bar.findChildren(QPushButton)[0], Qt.MouseButton.LeftButton)

    def press(self, key: Qt.Key, widget: QWidget | None = None) -> None:
        QTest.keyClick(widget or self.window.focusWidget() or self.window, key)

    def listen(self) -> None:
        before = len(self.engine.sessions)
        self.controller.start()
        self.qtbot.waitUntil(lambda: len(self.engine.sessions) > before)
        self.engine.session.listen()
        self.wait_for(DictationState.LISTENING)

    def fail_to_open(self, device: str, reason: DeviceUnavailableReason) -> None:
        self.controller.start()
        self.wait_for(DictationState.OPENING)
        self.engine.session.fail(DeviceUnavailableError(device, reason))
        self.wait_for(DictationState.FAILED)


@pytest.fixture
def rig(qtbot: QtBot, theme: Theme) -> Iterator[Rig]:
    with ThreadPoolExecutor(2) as pool:
        yield Rig(qtbot, theme, pool)


def test_focus_starts_on_the_record_button(rig: Rig) -> None:
    assert isinstance(rig.window.focusWidget(), RecordButton)


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_F9])
def test_key_starts_and_stops(rig: Rig, key: Qt.Key) -> None:
    rig.press(key)
    rig.wait_for(DictationState.OPENING)
    rig.engine.session.listen()
    rig.wait_for(DictationState.LISTENING)
    rig.press(key)
    assert rig.state() is DictationState.FINISHING


def test_space_in_the_text_starts_and_stops(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.say("hello", final=True)
    rig.qtbot.waitUntil(lambda: rig.model.rowCount() == 1)
    view = rig.find(TranscriptView)
    view.setFocus()
    rig.press(Qt.Key.Key_Space, view)
    assert rig.state() is DictationState.FINISHING


def test_space_on_another_button_presses_that_button(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.say("hello", final=True)
    rig.qtbot.waitUntil(lambda: rig.model.rowCount() == 1)
    copy = next(b for b in rig.window.findChildren(QAbstractButton) if b.text() == "Copy")
    copy.setFocus()
    rig.press(Qt.Key.Key_Space, copy)
    assert QApplication.clipboard().text() == "hello"
    assert rig.state() is DictationState.LISTENING


def test_escape_cancels(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.say("never mind")
    rig.qtbot.waitUntil(lambda: rig.model.rowCount() == 1)
    rig.press(Qt.Key.Key_Escape)
    assert rig.engine.session.calls == ["start", "cancel"]
    assert rig.model.rowCount() == 0


def test_everything_can_be_reached_with_tab(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.say("hello", final=True)
    rig.qtbot.waitUntil(lambda: rig.model.rowCount() == 1)
    rig.window.show_error(BackendError("whisper-base", "x"))
    seen: list[QWidget] = []
    while (widget := rig.window.focusWidget()) not in seen:
        assert widget is not None
        seen.append(widget)
        QTest.keyClick(widget, Qt.Key.Key_Tab)
    kinds = (QAbstractButton, QComboBox, QTextEdit)
    wanted = {
        widget
        for kind in kinds
        for widget in rig.window.findChildren(kind)
        if widget.isVisible() and widget.isEnabled()
    }
    assert set(seen) == wanted


@pytest.mark.parametrize(
    ("kind", "label"), [(DeviceBox, "Microphone"), (LanguageBox, "Spoken language")]
)
def test_choices_are_labelled_for_screen_readers(rig: Rig, kind: type[QWidget], label: str) -> None:
    (box,) = rig.window.findChildren(kind)
    found = QAccessible.queryAccessibleInterface(box).relations()
    names = [other.text(QAccessible.Text.Name) for other, _relation in found]
    assert names == [label]


def test_every_control_has_an_accessible_name(rig: Rig) -> None:
    rig.window.show_error(BackendError("whisper-base", "x"))
    for kind in (QAbstractButton, QComboBox, QTextEdit):
        for widget in rig.window.findChildren(kind):
            name = widget.accessibleName()
            text = widget.text() if isinstance(widget, QAbstractButton) else ""
            hidden_action = widget.objectName() == "messageAction" and widget.isHidden()
            assert name or text or hidden_action, widget


def test_words_appear_live_and_become_final(rig: Rig) -> None:
    view = rig.find(TranscriptView)
    assert isinstance(view, TranscriptView)
    rig.listen()
    rig.engine.session.say("hello wor")
    rig.qtbot.waitUntil(lambda: view.toPlainText() == "hello wor")
    rig.engine.session.say("Hello world.", revision=1, final=True)
    rig.qtbot.waitUntil(lambda: view.toPlainText() == "Hello world.")


def test_first_run_is_over_once_the_user_has_spoken(rig: Rig) -> None:
    assert rig.window.is_first_run
    rig.listen()
    assert not rig.window.is_first_run


@pytest.mark.parametrize("reason", DeviceUnavailableReason)
def test_microphone_trouble_is_one_sentence_in_the_window(
    rig: Rig, reason: DeviceUnavailableReason
) -> None:
    rig.fail_to_open("hw:1", reason)
    assert rig.message()
    assert not rig.window.findChildren(QMessageBox)
    rig.listen()
    assert rig.bar.isHidden()


def test_busy_microphone_is_named_and_the_default_is_one_press_away(rig: Rig) -> None:
    rig.controller.choose_device("hw:1")
    rig.fail_to_open("hw:1", DeviceUnavailableReason.BUSY)
    assert "Blue Yeti" in rig.message()
    with rig.qtbot.waitSignal(rig.window.device_chosen) as told:
        rig.act()
    assert told.args == ["default"]
    rig.wait_for(DictationState.OPENING)
    assert rig.engine.session.choice.device == "default"


def test_missing_model_is_named_and_can_be_tried_again(rig: Rig) -> None:
    rig.engine.load_error = ModelMissingError("whisper-base", models_dir() / "model.bin")
    rig.controller.start()
    assert str(models_dir() / "model.bin") in rig.message()
    rig.engine.load_error = None
    rig.act()
    rig.wait_for(DictationState.OPENING)


def test_unforeseen_error_offers_a_report_to_copy(rig: Rig) -> None:
    rig.window.show_error(ZeroDivisionError("x"))
    rig.act()
    assert QApplication.clipboard().text() == "report of ZeroDivisionError('x')"


def test_unplugged_microphone_is_told_while_listening_goes_on(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.source(SourceEventKind.DEVICE_LOST, "hw:1")
    assert "Blue Yeti" in rig.message()
    assert rig.state() is DictationState.LISTENING
    rig.engine.session.source(SourceEventKind.DEVICE_BACK, "hw:1")
    rig.qtbot.waitUntil(rig.bar.isHidden)


def test_waiting_for_an_unplugged_microphone_can_be_ended(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.source(SourceEventKind.DEVICE_LOST, "hw:1")
    rig.message()
    rig.act()
    assert rig.engine.session.calls == ["start", "stop"]


def test_silent_microphone_is_told(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.source(SourceEventKind.SILENT, "hw:1")
    assert "Blue Yeti" in rig.message()


def test_choosing_another_microphone_while_listening_goes_on_with_it(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.source(SourceEventKind.DEVICE_LOST, "default")
    rig.message()
    box = rig.find(DeviceBox)
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert rig.bar.isHidden()
    rig.engine.session.finish()
    rig.wait_for(DictationState.OPENING)
    assert rig.engine.session.choice.device == "hw:1"


def test_microphone_plugged_in_appears_in_the_list(rig: Rig) -> None:
    box = rig.find(DeviceBox)
    assert isinstance(box, DeviceBox)
    rig.there.append(CaptureDevice("hw:2", "Headset", False))
    rig.devices.refresh()
    rig.qtbot.waitUntil(lambda: box.findText("Headset") >= 0)


def test_language_choice_is_told_and_used(rig: Rig) -> None:
    box = rig.find(LanguageBox)
    with rig.qtbot.waitSignal(rig.window.language_chosen) as told:
        QTest.keyClick(box, Qt.Key.Key_Down)
    assert told.args == ["zh"]
    rig.listen()
    assert rig.engine.session.choice.language == "zh"


def test_settings_are_asked_for_with_the_button_and_the_key(rig: Rig) -> None:
    button = next(
        b for b in rig.window.findChildren(QAbstractButton) if b.accessibleName() == "Settings"
    )
    with rig.qtbot.waitSignal(rig.window.settings_wanted):
        button.click()
    with rig.qtbot.waitSignal(rig.window.settings_wanted):
        QTest.keyClick(rig.window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)


def test_choice_made_elsewhere_is_shown(rig: Rig) -> None:
    rig.controller.choose_device("hw:1")
    rig.controller.choose_language("zh")
    rig.window.show_choices()
    assert rig.window.findChildren(DeviceBox)[0].currentData() == "hw:1"
    assert rig.window.findChildren(LanguageBox)[0].currentData() == "zh"


def test_cleared_text_comes_back_with_undo(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.say("hello", final=True)
    rig.qtbot.waitUntil(lambda: rig.model.rowCount() == 1)
    QTest.keyClick(rig.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert rig.model.rowCount() == 0
    assert "cleared" in rig.message()
    QTest.keyClick(rig.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert rig.model.text() == "hello"
    assert rig.bar.isHidden()


def closing_question(rig: Rig) -> QMessageBox:
    rig.window.close()
    return rig.window.findChildren(QMessageBox)[0]


def press_button(box: QMessageBox, text: str) -> None:
    next(button for button in box.buttons() if button.text() == text).click()


def test_window_without_text_closes_at_once(rig: Rig) -> None:
    with rig.qtbot.waitSignal(rig.window.closed):
        rig.window.close()
    assert rig.window.isHidden()


def test_text_that_would_be_lost_is_asked_about(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.say("hello", final=True)
    rig.qtbot.waitUntil(lambda: rig.model.rowCount() == 1)
    with rig.qtbot.assertNotEmitted(rig.window.closed):
        press_button(closing_question(rig), "Cancel")
    assert rig.window.isVisible()
    with rig.qtbot.waitSignal(rig.window.closed):
        press_button(closing_question(rig), "Close without saving")


def test_copied_text_is_not_asked_about(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.say("hello", final=True)
    rig.qtbot.waitUntil(lambda: rig.model.rowCount() == 1)
    QTest.keyClick(rig.window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    with rig.qtbot.waitSignal(rig.window.closed):
        rig.window.close()


def test_settings_trouble_is_told(rig: Rig) -> None:
    rig.window.show_settings_problem("audio.device", "should be text in quotes")
    assert "audio.device" in rig.message()
    error = OSError(28, "No space left on device", "/home/x/settings.toml")
    rig.window.show_settings_error(error)
    assert "/home/x/settings.toml" in rig.message()
    assert "No space left" in rig.message()
