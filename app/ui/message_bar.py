"""What went wrong, or what can be undone, in a bar with one action."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QToolButton, QWidget

from app.ui.theme import Theme

_MIN_TEXT_WIDTH = 380


class Severity(enum.Enum):
    """How a message looks and how urgently a screen reader says it."""

    INFO = "info"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence, and at most one thing to do about it.

    Attributes:
        text: what happened and what to do.
        severity: error or information.
        action: the button's label; empty for none.
        on_action: called when it is pressed; the bar is gone by then.
        topic: a later message of the same topic replaces this one, ``dismiss`` names it.
    """

    text: str
    severity: Severity = Severity.ERROR
    action: str = ""
    on_action: Callable[[], None] | None = None
    topic: str = ""


class MessageBar(QFrame):
    """Shows the newest message until it is dismissed, acted on or no longer true.

    Threads: GUI.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._message: Message | None = None
        self.setObjectName("messageBar")
        self._icon = QLabel()
        self._icon.setFixedSize(20, 20)
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._action = QPushButton()
        self._action.setObjectName("messageAction")
        self._action.clicked.connect(self._on_action)
        self._close = QToolButton()
        self._close.setIconSize(QSize(16, 16))
        self._close.clicked.connect(self.clear)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(12, 8, 8, 8)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
        self._grid.addWidget(self._icon, 0, 0)
        self._grid.addWidget(self._text, 0, 1)
        self._grid.addWidget(self._close, 0, 3)
        self._place_action()
        self.setTabOrder(self._action, self._close)
        theme.changed.connect(self._draw)
        self._word()
        self.hide()

    @property
    def message(self) -> Message | None:
        """What is shown."""
        return self._message

    def show_message(self, message: Message) -> None:
        """Shows a message in place of any other, and has a screen reader say it."""
        self._message = message
        self._text.setText(message.text)
        self._text.setAccessibleName(message.text)
        self._action.setText(message.action)
        self._action.setVisible(bool(message.action))
        self.setProperty("severity", message.severity.value)
        for widget in (self, self._text, self._action, self._close):
            widget.style().unpolish(widget)
            widget.style().polish(widget)
        self._place_action()
        self._draw()
        self.show()
        self._announce(message)

    def dismiss(self, topic: str) -> None:
        """Takes a message away that is no longer true."""
        if self._message is not None and self._message.topic == topic:
            self.clear()

    def clear(self) -> None:
        """Takes the message away."""
        self._message = None
        self.hide()  # focus, where it was in here, goes to the next widget by itself

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_action()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()

    def _place_action(self) -> None:
        """Beside the text, or under it where the text would become a column of single words."""
        beside = self.width() - self._action.sizeHint().width() >= _MIN_TEXT_WIDTH
        row, column = (0, 2) if beside else (1, 1)
        self._grid.addWidget(self._action, row, column, Qt.AlignmentFlag.AlignLeft)
        if self._action.property("under") is not (not beside):
            self._action.setProperty("under", not beside)  # there its words begin as the text does
            self._action.style().unpolish(self._action)
            self._action.style().polish(self._action)

    def _on_action(self) -> None:
        message = self._message
        self.clear()
        if message is not None and message.on_action is not None:
            message.on_action()

    def _draw(self) -> None:
        colors = self._theme.colors
        is_error = self._message is None or self._message.severity is Severity.ERROR
        name, color = (
            ("warning", colors.error_mark) if is_error else ("information", colors.info_mark)
        )
        self._icon.setPixmap(self._theme.pixmap(name, color, 20, self.devicePixelRatioF()))
        self._close.setIcon(self._theme.icon("close", colors.text))

    def _announce(self, message: Message) -> None:
        event = QAccessibleAnnouncementEvent(self, message.text)
        if message.severity is Severity.ERROR:
            event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
        QAccessible.updateAccessibility(event)

    def _word(self) -> None:
        self._close.setToolTip(self.tr("Dismiss"))
        self._close.setAccessibleName(self.tr("Dismiss this message"))
