"""What every page of the settings dialog is, and the rows it is made of."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.settings import Settings

_SPIN_MARGIN = 6
_INDENT = 28
"""What explains a switch begins under its words, not under its box."""


class SettingsPage(QWidget):
    """One page: shows settings, and tells what the user makes of them at once.

    A page makes its rows in ``__init__`` with ``add_row`` and ``add_switch``, fills them in
    ``_show``, and calls ``_tell`` with the new settings when the user changes one. It is made
    anew each time the dialog opens, so its words need not follow a change of language.

    Attributes:
        title: what the dialog's list calls it.
        icon: a file name without suffix under ``resources/icons/ui``.
        settings: what is shown.

    Signals:
        edited: the whole new ``Settings``.

    Threads: GUI.
    """

    edited = Signal(object)

    def __init__(self, title: str, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.icon = icon
        self.settings = Settings()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 4, 12, 8)
        self._column.setSpacing(14)
        self._column.setAlignment(Qt.AlignmentFlag.AlignTop)

    def show_settings(self, settings: Settings) -> None:
        """Shows what holds now; tells nothing."""
        self.settings = settings
        self._show(settings)

    def add_row(self, text: str, control: QWidget, detail: str = "") -> None:
        """Adds a control with its name beside it and what it does below."""
        label = QLabel(text)
        label.setBuddy(control)
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(label)
        line.addWidget(control, 1, Qt.AlignmentFlag.AlignRight)
        name = label.text().replace("&", "")
        does = control.text().replace("&", "") if type(control) is QPushButton else ""
        control.setAccessibleName(f"{name}: {does}" if does else name)
        if isinstance(control, QAbstractSpinBox):  # the style sheet's padding does not reach it
            control.lineEdit().setTextMargins(_SPIN_MARGIN, 0, 0, 0)
        self._add(line, control, detail, 0)

    def add_switch(self, text: str, detail: str = "") -> QCheckBox:
        """Adds a switch with what it does below."""
        switch = QCheckBox(text)
        line = QHBoxLayout()
        line.addWidget(switch)
        self._add(line, switch, detail, _INDENT)
        return switch

    def _show(self, settings: Settings) -> None:
        """Fills the rows."""
        raise NotImplementedError

    def _tell(self, settings: Settings) -> None:
        """To be called with what the user made of the settings."""
        self.settings = settings
        self.edited.emit(settings)

    def _add(self, line: QHBoxLayout, control: QWidget, detail: str, indent: int) -> None:
        row = QVBoxLayout()
        row.setSpacing(3)
        row.addLayout(line)
        if detail:
            words = QLabel(detail)
            words.setObjectName("muted")
            words.setWordWrap(True)
            words.setIndent(indent)
            control.setAccessibleDescription(detail)
            row.addWidget(words)
        self._column.addLayout(row)
