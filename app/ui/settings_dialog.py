"""The settings: pages, and nothing that a page can do itself."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QStackedWidget,
    QWidget,
)

from app.ui.settings_pages.page import SettingsPage
from app.ui.theme import ICON, Theme
from engine.settings import Settings


class SettingsDialog(QDialog):
    """A list of pages beside the chosen one. What is changed holds at once.

    Signals:
        edited: the whole new ``Settings``.

    Threads: GUI.
    """

    edited = Signal(object)

    def __init__(
        self, pages: Sequence[SettingsPage], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._pages = pages
        self._theme = theme
        self._list = QListWidget()
        self._list.setObjectName("settingsPages")
        self._list.setIconSize(QSize(ICON, ICON))
        self._list.setAccessibleName(self.tr("Pages"))
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._stack = QStackedWidget()
        for page in pages:
            self._add(page)
        self._list.setFixedWidth(self._list.sizeHintForColumn(0) + 28)
        self._list.currentRowChanged.connect(self._stack.setCurrentIndex)
        self._list.setCurrentRow(0)
        buttons = QDialogButtonBox()
        close = buttons.addButton(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        close.setAutoDefault(False)  # Enter in a field is no wish to leave
        buttons.rejected.connect(self.reject)
        grid = QGridLayout(self)
        grid.setContentsMargins(12, 12, 12, 12)
        grid.setHorizontalSpacing(12)
        grid.addWidget(self._list, 0, 0)
        grid.addWidget(self._stack, 0, 1)
        grid.addWidget(buttons, 1, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        self.setWindowTitle(self.tr("Settings"))
        self.setMinimumSize(480, 320)
        self.resize(680, 500)
        theme.changed.connect(self._draw)
        self._draw()

    @property
    def pages(self) -> Sequence[SettingsPage]:
        """In the order of the list."""
        return self._pages

    def show_settings(self, settings: Settings) -> None:
        """Shows what holds now on every page; tells nothing."""
        for page in self._pages:
            page.show_settings(settings)

    def choose(self, page: SettingsPage) -> None:
        """Turns to a page."""
        self._list.setCurrentRow(self._pages.index(page))

    def _add(self, page: SettingsPage) -> None:
        self._list.addItem(QListWidgetItem(page.title))
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(page)
        self._stack.addWidget(scroll)
        page.edited.connect(self.edited)

    def _draw(self) -> None:
        for at, page in enumerate(self._pages):
            self._list.item(at).setIcon(self._theme.icon(page.icon, self._theme.colors.text))
