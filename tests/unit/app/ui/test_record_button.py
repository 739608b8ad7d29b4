from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.bridge.controller import DictationState
from app.ui.record_button import RecordButton
from app.ui.theme import LIGHT, Theme


@pytest.fixture
def button(qtbot: QtBot, theme: Theme) -> RecordButton:
    button = RecordButton(theme)
    qtbot.addWidget(button)
    button.show()
    return button


def hue(button: RecordButton) -> int:
    """The disc's, left of the glyph; hovering changes the lightness alone."""
    image = button.grab().toImage()
    return image.pixelColor(image.width() // 2 - 30, image.height() // 2).hue()


def test_name_says_what_a_press_does(button: RecordButton) -> None:
    assert button.text() == "Start dictation"
    button.set_state(DictationState.LISTENING)
    assert button.text() == "Stop dictation"
    assert "F9" in button.toolTip()
    assert "Escape" in button.accessibleDescription()


def test_color_says_whether_it_records(button: RecordButton) -> None:
    assert hue(button) == pytest.approx(QColor(LIGHT.accent).hue(), abs=2)
    button.set_state(DictationState.LISTENING)
    assert hue(button) == pytest.approx(QColor(LIGHT.recording).hue(), abs=2)


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_key_acts_once_when_it_goes_down(button: RecordButton, qtbot: QtBot, key: Qt.Key) -> None:
    with qtbot.waitSignal(button.clicked):
        QTest.keyPress(button, key)
    with qtbot.assertNotEmitted(button.clicked):
        QTest.keyRelease(button, key)


def test_click_acts(button: RecordButton, qtbot: QtBot) -> None:
    with qtbot.waitSignal(button.clicked):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_corner_outside_the_disc_does_not_act(button: RecordButton, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(button.clicked):
        QTest.mouseClick(
            button, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(3, 3)
        )


def test_halo_grows_at_once_and_falls_back(button: RecordButton) -> None:
    button.set_state(DictationState.LISTENING)
    quiet = button.grab().toImage()
    button.set_loudness(1.0)
    loud = button.grab().toImage()
    assert loud != quiet
    for _ in range(40):
        button.set_loudness(0.0)
    fallen = button.grab().toImage()
    assert fallen != loud
    edge = fallen.width() // 2 - 50
    assert fallen.pixelColor(edge, fallen.height() // 2) == quiet.pixelColor(
        edge, fallen.height() // 2
    )


def test_timer_runs_only_while_busy_and_visible(button: RecordButton, qtbot: QtBot) -> None:
    def spins() -> bool:
        before = button._angle
        qtbot.wait(120)
        return button._angle != before

    assert not spins()
    button.set_state(DictationState.OPENING)
    assert spins()
    button.hide()
    assert not spins()
    button.show()
    assert spins()
    button.set_state(DictationState.LISTENING)
    assert not spins()


def test_focus_ring_shows_for_the_keyboard_and_not_for_the_mouse(
    button: RecordButton, qtbot: QtBot
) -> None:
    button.activateWindow()
    qtbot.waitUntil(button.isActiveWindow)
    button.clearFocus()
    plain = button.grab().toImage()
    button.setFocus(Qt.FocusReason.MouseFocusReason)
    assert button.grab().toImage() == plain
    button.clearFocus()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    assert button.grab().toImage() != plain
