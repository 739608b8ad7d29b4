from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QCheckBox, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from app.desktop.gnome_shortcut import ShortcutError, ShortcutTakenError
from app.desktop.hotkey import HotkeyId, HotkeyProblem
from app.desktop.key_control import HotkeyStatus
from app.ui.choice_box import ChoiceBox
from app.ui.chord_field import ChordField
from app.ui.settings_pages.push_to_talk import PushToTalkPage
from app.ui.theme import Theme
from engine.settings import HotkeySettings, OutputSettings, Settings


@pytest.fixture
def page(qtbot: QtBot, theme: Theme) -> PushToTalkPage:
    made = PushToTalkPage(None, None, theme)
    qtbot.addWidget(made)
    made.show_settings(Settings())
    return made


def test_page_shows_what_is_set(page: PushToTalkPage) -> None:
    hotkey = HotkeySettings(enabled=False, chord="F9", evdev=True, maximum_s=120)
    page.show_settings(Settings(hotkey=hotkey, output=OutputSettings(method="ibus", overlay=False)))
    assert [box.isChecked() for box in page.findChildren(QCheckBox)] == [False, True, False, False]
    assert page.findChildren(ChordField)[0].chord == "F9"
    assert page.findChildren(QSpinBox)[0].value() == 2
    assert page.findChildren(ChoiceBox)[0].currentData() == "ibus"


def test_every_control_tells_what_the_user_made_of_it(page: PushToTalkPage) -> None:
    told: list[Settings] = []
    page.edited.connect(told.append)
    for box in page.findChildren(QCheckBox):
        box.click()
    page.findChildren(ChordField)[0].chosen.emit("F8")
    page.findChildren(QSpinBox)[0].setValue(10)
    page.findChildren(ChoiceBox)[0].chosen.emit("clipboard")
    assert len(told) == 7
    assert told[-1].hotkey == HotkeySettings(enabled=False, chord="F8", evdev=True, maximum_s=600.0)
    assert told[-1].output == OutputSettings(method="clipboard", overlay=False, sounds=True)


@pytest.mark.parametrize("problem", HotkeyProblem)
def test_every_problem_has_words(page: PushToTalkPage, problem: HotkeyProblem) -> None:
    page.show_status(HotkeyStatus("F9", None, problem))
    assert page._status.text().endswith(".")


@pytest.mark.parametrize("hotkey_id", HotkeyId)
def test_keys_that_work_say_so(page: PushToTalkPage, hotkey_id: HotkeyId) -> None:
    page.show_status(HotkeyStatus("F9", hotkey_id))
    assert "work" in page._status.text()


def test_keys_of_the_portal_are_to_be_tried_first(page: PushToTalkPage) -> None:
    given = HotkeyStatus("F9", HotkeyId.PORTAL, trigger="Press F10", is_tried=False)
    page.show_status(given)
    asked = page._status.text()
    assert "“Press F10”. Hold them" in asked
    assert "These keys work" not in asked
    page.show_status(replace(given, is_tried=True))
    assert page._status.text() == "These keys work.\nThe desktop has them as “Press F10”."


def test_key_that_types_text_is_explained(page: PushToTalkPage) -> None:
    page.findChildren(ChordField)[0].refused.emit()
    assert "F9" in page._status.text()


class FakeShortcut(QObject):
    done = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def set(self, chord: str) -> None:
        self.asked.append(chord)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "now starts"),
        (ShortcutTakenError("Terminal"), "“Terminal” has these keys"),
        (ShortcutError("broken"), "broken"),
    ],
)
def test_one_click_makes_a_shortcut_of_the_desktop(
    qtbot: QtBot, theme: Theme, answer: Exception | None, words: str
) -> None:
    shortcut = FakeShortcut()
    page = PushToTalkPage(None, shortcut, theme)  # type: ignore[arg-type]  # what is used of it
    qtbot.addWidget(page)
    page.show_settings(Settings())
    next(b for b in page.findChildren(QPushButton) if not isinstance(b, ChordField)).click()
    assert shortcut.asked == ["Ctrl+Alt+space"]
    shortcut.done.emit(answer)
    assert words in page._status.text()
