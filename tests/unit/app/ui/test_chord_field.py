from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.chord_field import ChordField

CTRL_ALT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def field(qtbot: QtBot) -> ChordField:
    made = ChordField()
    qtbot.addWidget(made)
    made.set_chord("Ctrl+Alt+space")
    made.show()
    return made


@pytest.mark.parametrize(
    ("key", "modifiers", "chord"),
    [
        (Qt.Key.Key_F9, NONE, "F9"),
        (Qt.Key.Key_Space, CTRL_ALT, "Ctrl+Alt+space"),
        (Qt.Key.Key_D, Qt.KeyboardModifier.MetaModifier, "Super+d"),
        (Qt.Key.Key_Pause, NONE, "Pause"),
        (Qt.Key.Key_Escape, Qt.KeyboardModifier.ControlModifier, ""),
    ],
)
def test_keys_that_are_pressed_are_taken(
    field: ChordField, qtbot: QtBot, key: Qt.Key, modifiers: Qt.KeyboardModifier, chord: str
) -> None:
    taken: list[str] = []
    field.chosen.connect(taken.append)
    field.click()
    QTest.keyPress(field, Qt.Key.Key_Control, Qt.KeyboardModifier.ControlModifier)
    QTest.keyPress(field, key, modifiers)
    assert taken == ([chord] if chord else [])


@pytest.mark.parametrize(
    ("key", "modifiers"),
    [
        (Qt.Key.Key_A, NONE),
        (Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_Return, NONE),
        (Qt.Key.Key_VolumeUp, NONE),
    ],
)
def test_key_that_other_programs_need_is_refused(
    field: ChordField, qtbot: QtBot, key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    field.click()
    with qtbot.waitSignal(field.refused):
        QTest.keyPress(field, key, modifiers)
    assert field.chord == "Ctrl+Alt+space"
    assert field.isChecked()


def test_escape_leaves_it_as_it_was(field: ChordField, qtbot: QtBot) -> None:
    field.click()
    assert field.text() == "Press the keys…"
    QTest.keyPress(field, Qt.Key.Key_Escape)
    assert not field.isChecked()
    assert field.text() == "Ctrl+Alt+Space"


def test_chord_is_said_to_screen_readers(field: ChordField) -> None:
    assert field.accessibleDescription() == field.text()
    field.click()
    assert field.accessibleDescription() == field.text()
