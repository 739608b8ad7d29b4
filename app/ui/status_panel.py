"""What the program is doing, in words, and for how long it has listened."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QEvent, QTimer
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.bridge.controller import DictationState
from app.ui.theme import Theme

_TICK_MS = 250


class StatusPanel(QWidget):
    """Two lines: the state or the elapsed time, and what comes next.

    Threads: GUI. A timer runs while listening, and only then.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state = DictationState.IDLE
        self._is_preparing = False
        self._is_waiting_for_device = False
        self._clock = QElapsedTimer()
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._word)
        self._title = QLabel()
        self._detail = QLabel()
        self._detail.setObjectName("muted")
        self._detail.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addStretch(1)
        column.addWidget(self._title)
        column.addWidget(self._detail)
        column.addStretch(1)
        theme.changed.connect(self._dress)
        self._dress()
        self._word()

    @property
    def title(self) -> str:
        """The first line."""
        return self._title.text()

    @property
    def detail(self) -> str:
        """The second line."""
        return self._detail.text()

    def set_state(self, state: DictationState) -> None:
        """Words the state; the clock starts when listening does."""
        self._state = state
        self._is_waiting_for_device = False
        if state is DictationState.LISTENING:
            self._clock.start()
            self._tick.start()
        else:
            self._tick.stop()
        self._word()

    def set_preparing(self, is_preparing: bool) -> None:
        """Tells that the model is being loaded while nothing else happens."""
        self._is_preparing = is_preparing
        self._word()

    def set_waiting_for_device(self, is_waiting: bool) -> None:
        """Tells that the microphone is gone and the session waits for it."""
        self._is_waiting_for_device = is_waiting
        self._word()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()

    def _dress(self) -> None:
        title = self._theme.font(1.5, QFont.Weight.DemiBold)
        title.setFeature(QFont.Tag("tnum"), 1)  # digits that do not jump as they count
        self._title.setFont(title)
        self._detail.setFont(self._theme.font(0.95))

    def _word(self) -> None:
        title, detail = self._words()
        self._title.setText(title)
        self._detail.setText(detail)
        self.setAccessibleName(f"{title}. {detail}")

    def _words(self) -> tuple[str, str]:
        if self._state is DictationState.LISTENING:
            return elapsed(self._clock.elapsed()), (
                self.tr("Waiting for the microphone")
                if self._is_waiting_for_device
                else self.tr("Listening")
            )
        if self._state is DictationState.LOADING:
            return self.tr("One moment"), self.tr("Loading the speech model")
        if self._state is DictationState.OPENING:
            return self.tr("One moment"), self.tr("Opening the microphone")
        if self._state is DictationState.FINISHING:
            return self.tr("Finishing"), self.tr("Writing the last words")
        if self._is_preparing:
            return self.tr("Ready soon"), self.tr("Loading the speech model")
        return self.tr("Ready"), self.tr("Space or F9 to start")


def elapsed(milliseconds: int) -> str:
    """Minutes and seconds, hours where there are any."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
