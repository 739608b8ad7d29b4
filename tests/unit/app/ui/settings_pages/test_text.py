from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QCheckBox

from app.ui.choice_box import ChoiceBox
from app.ui.settings_pages.page import SettingsPage
from app.ui.settings_pages.text import TextPage
from app.ui.theme import Theme
from engine.settings import Settings, TextSettings

Follow = Callable[[SettingsPage], list[Settings]]


@pytest.mark.parametrize(
    ("words", "setting"),
    [
        ("digits", "numbers"),
        ("commands", "punctuation"),
        ("capital", "capitals"),
        ("width", "layout"),
        ("replacements", "rules"),
    ],
)
def test_switch_turns_its_stage_off(theme: Theme, follow: Follow, words: str, setting: str) -> None:
    page = TextPage(theme)
    told = follow(page)
    switch = next(s for s in page.findChildren(QCheckBox) if words in s.text().replace("&", ""))
    switch.click()
    off: dict[str, Any] = {setting: False}
    assert told == [Settings(text=replace(TextSettings(), **off))]


def test_spacing_is_told(theme: Theme, follow: Follow) -> None:
    page = TextPage(theme)
    told = follow(page)
    page.findChildren(ChoiceBox)[0].chosen.emit("pangu")
    assert told[0].text.spacing == "pangu"


def test_spacing_is_a_choice_only_while_spaces_are_tidied(theme: Theme, follow: Follow) -> None:
    page = TextPage(theme)
    follow(page)
    spacing = page.findChildren(ChoiceBox)[0]
    assert spacing.isEnabled()
    page.show_settings(Settings(text=TextSettings(layout=False)))
    assert not spacing.isEnabled()
