"""How recognised words are written."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QWidget

from app.ui.choice_box import ChoiceBox
from app.ui.settings_pages.page import SettingsPage
from app.ui.theme import Theme
from engine.settings import Settings


class TextPage(SettingsPage):
    """``[text]`` of the settings; ``words`` has a page of its own.

    Threads: GUI.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("", "text", parent)
        self.title = self.tr("Text")
        self._spacing = ChoiceBox(theme)
        self._numbers = self.add_switch(
            self.tr("Write &numbers, dates and money in digits"),
            self.tr("“July twenty fifth” becomes “July 25”, 三点半 becomes 3点半."),
        )
        self._punctuation = self.add_switch(
            self.tr("Carry out spoken &marks and commands"),
            self.tr("“comma”, “new line”, “scratch that”; 逗号, 换行, 撤销."),
        )
        self._capitals = self.add_switch(self.tr("Begin English sentences with a &capital"))
        self._layout_on = self.add_switch(self.tr("&Tidy spaces and the width of marks"))
        self.add_row(self.tr("&Spaces beside Chinese"), self._spacing)
        self._rules = self.add_switch(
            self.tr("Use my own &replacements"),
            self.tr("Written in the file rules.toml beside the settings."),
        )
        for switch, name in (
            (self._numbers, "numbers"),
            (self._punctuation, "punctuation"),
            (self._capitals, "capitals"),
            (self._layout_on, "layout"),
            (self._rules, "rules"),
        ):
            switch.clicked.connect(lambda is_on, name=name: self._change(**{name: is_on}))
        self._spacing.chosen.connect(lambda spacing: self._change(spacing=spacing))

    def _show(self, settings: Settings) -> None:
        text = settings.text
        self._numbers.setChecked(text.numbers)
        self._punctuation.setChecked(text.punctuation)
        self._capitals.setChecked(text.capitals)
        self._layout_on.setChecked(text.layout)
        self._rules.setChecked(text.rules)
        self._spacing.set_choices(
            [
                ("none", self.tr("None")),
                ("latin", self.tr("Beside Latin words")),
                ("pangu", self.tr("Beside Latin words and digits")),
            ],
            text.spacing,
        )
        self._spacing.setEnabled(text.layout)

    def _change(self, **values: Any) -> None:
        settings = replace(self.settings, text=replace(self.settings.text, **values))
        self._spacing.setEnabled(settings.text.layout)
        self._tell(settings)
