from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtWidgets import QLabel, QPushButton, QSpinBox

from app.ui.settings_pages.page import SettingsPage
from engine.settings import AudioSettings, Settings

KEEPS_READY = Settings(audio=AudioSettings(keep_ready=True))


class OneSwitch(SettingsPage):
    def __init__(self) -> None:
        super().__init__("One", "text")
        self.switch = self.add_switch("Keep ready", "What it does")
        self.switch.clicked.connect(self._on_clicked)

    def _show(self, settings: Settings) -> None:
        self.switch.setChecked(settings.audio.keep_ready)

    def _on_clicked(self, is_on: bool) -> None:
        self._tell(replace(self.settings, audio=AudioSettings(keep_ready=is_on)))


def test_showing_settings_tells_nothing(follow: Callable[[SettingsPage], list[Settings]]) -> None:
    page = OneSwitch()
    told = follow(page)
    page.show_settings(KEEPS_READY)
    assert page.switch.isChecked()
    assert told == []


def test_change_of_the_user_is_told_with_all_other_settings(
    follow: Callable[[SettingsPage], list[Settings]],
) -> None:
    page = OneSwitch()
    told = follow(page)
    page.switch.click()
    assert told == [KEEPS_READY]
    assert page.settings == KEEPS_READY


def test_what_a_control_does_is_said_to_screen_readers(
    follow: Callable[[SettingsPage], list[Settings]],
) -> None:
    page = OneSwitch()
    follow(page)
    spin = QSpinBox()
    page.add_row("&Seconds", spin, "How long it takes")
    assert page.switch.accessibleDescription() == "What it does"
    assert spin.accessibleName() == "Seconds"
    assert spin.accessibleDescription() == "How long it takes"
    label = next(label for label in page.findChildren(QLabel) if label.text() == "&Seconds")
    assert label.buddy() is spin


def test_button_in_a_row_says_what_it_does(
    follow: Callable[[SettingsPage], list[Settings]],
) -> None:
    page = OneSwitch()
    follow(page)
    button = QPushButton("&Open")
    page.add_row("&File", button)
    assert button.accessibleName() == "File: Open"
