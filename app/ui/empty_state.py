"""What the page says before there is any text."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.ui.theme import Theme

_ICON = 64
_ICON_FROM_HEIGHT = 220


class EmptyState(QWidget):
    """Tells what to do; at the very first start a little more.

    Threads: GUI.
    """

    def __init__(self, theme: Theme, *, is_first_run: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_first_run = is_first_run
        self._icon = QLabel()
        self._title = QLabel()
        self._detail = QLabel()
        self._detail.setObjectName("muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(10)
        column.addStretch(1)
        for label in (self._icon, self._title, self._detail):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setWordWrap(True)
            column.addWidget(label)
        column.addStretch(1)
        theme.changed.connect(self._draw)
        self._draw()
        self._word()

    @property
    def is_first_run(self) -> bool:
        """Whether nothing was ever dictated here."""
        return self._is_first_run

    def end_first_run(self) -> None:
        """From now on the user knows how it works."""
        self._is_first_run = False
        self._word()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._icon.setVisible(self.height() >= _ICON_FROM_HEIGHT)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()

    def _draw(self) -> None:
        color = self._theme.colors.accent
        self._icon.setPixmap(self._theme.pixmap("speech", color, _ICON, self.devicePixelRatioF()))
        self._title.setFont(self._theme.font(1.35, QFont.Weight.DemiBold))
        self._detail.setFont(self._theme.font(1.05))

    def _word(self) -> None:
        if self._is_first_run:
            self._title.setText(self.tr("Welcome to CosyScribe"))
            self._detail.setText(
                self.tr(
                    "Choose your microphone above, press Space and speak.\n"
                    "Press Space again to stop, then copy or export the text.\n"
                    "Nothing you say leaves this computer."
                )
            )
        else:
            self._title.setText(self.tr("Press Space and speak"))
            self._detail.setText(self.tr("Your words appear here as you say them."))
