from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.choice_box import DeviceBox, LanguageBox
from app.ui.theme import Theme
from engine.types import CaptureDevice

DEFAULT = CaptureDevice("default", "Built-in Audio", True)
USB = CaptureDevice("hw:1", "Blue Yeti", False)


@pytest.fixture
def box(qtbot: QtBot, theme: Theme) -> DeviceBox:
    box = DeviceBox(theme)
    qtbot.addWidget(box)
    return box


def labels(box: DeviceBox) -> list[str]:
    return [box.itemText(at) for at in range(box.count())]


def test_microphones_are_listed_and_the_chosen_one_is_current(box: DeviceBox) -> None:
    box.set_devices((DEFAULT, USB), "hw:1")
    assert labels(box) == ["System default (Built-in Audio)", "Blue Yeti"]
    assert box.currentText() == "Blue Yeti"


def test_unplugged_microphone_stays_chosen(box: DeviceBox) -> None:
    box.set_devices((DEFAULT, USB), "hw:1")
    box.set_devices((DEFAULT,), "hw:1", "Blue Yeti")
    assert box.currentData() == "hw:1"
    assert box.currentText() == "Blue Yeti (not connected)"
    box.set_devices((DEFAULT, USB), "hw:1")
    assert box.currentText() == "Blue Yeti"


def test_microphone_never_seen_is_named_by_its_pcm(box: DeviceBox) -> None:
    box.set_devices((DEFAULT,), "hw:7")
    assert box.currentText() == "hw:7 (not connected)"


def test_no_microphone_at_all_is_said(box: DeviceBox) -> None:
    box.set_devices((), "default")
    assert labels(box) == ["No microphone found"]


def test_own_changes_are_not_told_as_choices(box: DeviceBox, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(box.chosen):
        box.set_devices((DEFAULT, USB), "default")
        box.set_devices((DEFAULT,), "default")


def test_choice_with_the_keyboard_is_told(box: DeviceBox, qtbot: QtBot) -> None:
    box.set_devices((DEFAULT, USB), "default")
    with qtbot.waitSignal(box.chosen) as told:
        QTest.keyClick(box, Qt.Key.Key_Down)
    assert told.args == ["hw:1"]


def test_opening_the_list_asks_for_the_newest(box: DeviceBox, qtbot: QtBot) -> None:
    box.set_devices((DEFAULT, USB), "default")
    box.show()
    with qtbot.waitSignal(box.opened):
        box.showPopup()
    box.hidePopup()


def test_long_name_ends_in_an_ellipsis_where_there_is_no_room(box: DeviceBox, qtbot: QtBot) -> None:
    name = "A microphone with a name that goes on and on"
    box.set_devices((CaptureDevice("default", "", True), CaptureDevice("x", name, False)), "x")
    box.resize(140, box.sizeHint().height())
    narrow = box.grab()
    box.resize(box.sizeHint())
    assert box.width() >= box.fontMetrics().horizontalAdvance(name)
    assert narrow.width() == 140


def test_languages_start_with_any(qtbot: QtBot, theme: Theme) -> None:
    box = LanguageBox(theme)
    qtbot.addWidget(box)
    assert box.currentData() == "auto"
    box.set_language("zh")
    assert box.currentText() == "Chinese (Mandarin)"
    with qtbot.waitSignal(box.chosen) as told:
        QTest.keyClick(box, Qt.Key.Key_Down)
    assert told.args == ["en"]


@pytest.mark.parametrize("kind", [DeviceBox, LanguageBox])
def test_screen_readers_hear_what_is_chosen_here(
    qtbot: QtBot, theme: Theme, kind: type[DeviceBox] | type[LanguageBox]
) -> None:
    box = kind(theme)
    qtbot.addWidget(box)
    assert box.accessibleName()
