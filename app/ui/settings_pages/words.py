"""The user's own words."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from app.bridge.hot_word_file import HotWordFile
from app.ui.settings_pages.page import SettingsPage
from engine.settings import Settings


class WordsPage(SettingsPage):
    """``words`` of ``[text]``, and the file of hot words.

    The file is read again whenever the window becomes active: the user comes from the editor.

    Threads: GUI.
    """

    def __init__(self, words: HotWordFile, parent: QWidget | None = None) -> None:
        super().__init__("", "words", parent)
        self.title = self.tr("Words")
        self._words = words
        self._switch = self.add_switch(
            self.tr("&Write my own words as I spell them"),
            self.tr(
                "Names and terms that were heard as something else are corrected by their sound,"
                " in Chinese and English. Common words stay as they are."
            ),
        )
        self._open = QPushButton(self.tr("Open the &file"))
        self._open.setAutoDefault(False)
        self.add_row(
            self.tr("Word list"),
            self._open,
            self.tr("One word a line; what is saved holds from the next sentence on."),
        )
        self._count = self._add_text("muted")
        self._problems = self._add_text("problems")
        self._switch.clicked.connect(self._on_switch)
        self._open.clicked.connect(words.open)
        words.changed.connect(self._on_changed)
        words.not_opened.connect(self._on_not_opened)
        words.refresh()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowActivate:
            self._words.refresh()
        return super().event(event)

    def _show(self, settings: Settings) -> None:
        self._switch.setChecked(settings.text.words)

    def _add_text(self, name: str) -> QLabel:
        label = QLabel()
        label.setObjectName(name)
        label.setWordWrap(True)
        self._column.addWidget(label)
        return label

    def _on_switch(self, is_on: bool) -> None:
        self._tell(replace(self.settings, text=replace(self.settings.text, words=is_on)))

    def _on_changed(self) -> None:
        self._count.setText(self.tr("Words in the list: {count}").format(count=self._words.count))
        self._problems.setText("\n".join(self._words.problems[:5]))
        self._problems.setVisible(bool(self._words.problems))

    def _on_not_opened(self, path: str) -> None:
        text = self.tr("No program opened {path}: open it yourself.").format(path=path)
        self._problems.setText(text)
        self._problems.setVisible(True)
