"""Input level and overload."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.theme import Theme
from engine.types import Level

_FLOOR_DBFS = -60.0
_HIGH_DBFS = -9.0
_OVER_DBFS = -1.0
_BAR = 8
_DECAY_DB = 1.5
_PEAK_DECAY_DB = 0.5
_OVERLOAD_UPDATES = 30  # about 1.5 s at 20 a second


def loudness(dbfs: float) -> float:
    """Where a level stands between the meter's ends, 0 to 1."""
    return min(1.0, max(0.0, 1 - dbfs / _FLOOR_DBFS))


class LevelMeter(QWidget):
    """A bar for the level, a mark for the recent peak, and the word for too loud.

    Bar and mark fall back with the updates themselves, so a silent program has no timer.

    Attributes:
        is_overloaded: a sample reached full scale a moment ago.

    Threads: GUI.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rms_dbfs = _FLOOR_DBFS
        self._peak_dbfs = _FLOOR_DBFS
        self._overload_left = 0
        self._is_active = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFont(theme.font(0.9))
        theme.changed.connect(self._on_theme_changed)
        self._word()

    @property
    def is_overloaded(self) -> bool:
        return self._overload_left > 0

    def set_level(self, level: Level) -> None:
        """Shows the next level of a stream of them."""
        was_overloaded = self.is_overloaded
        self._is_active = True
        self._rms_dbfs = max(level.rms_dbfs, self._rms_dbfs - _DECAY_DB, _FLOOR_DBFS)
        self._peak_dbfs = max(level.peak_dbfs, self._peak_dbfs - _PEAK_DECAY_DB, _FLOOR_DBFS)
        if level.is_clipping:
            self._overload_left = _OVERLOAD_UPDATES
        elif self._overload_left:
            self._overload_left -= 1
        if was_overloaded is not self.is_overloaded:
            self._word()
        self.update()

    def reset(self) -> None:
        """The microphone is closed."""
        self._is_active = False
        self._rms_dbfs = self._peak_dbfs = _FLOOR_DBFS
        self._overload_left = 0
        self._word()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, _BAR + 6 + self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(96, self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        self._paint_bar(painter, QRectF(0, 0, self.width(), _BAR))
        colors = self._theme.colors
        painter.setPen(QColor(colors.meter_over if self.is_overloaded else colors.muted))
        words = QRectF(0, _BAR + 6, self.width(), self.fontMetrics().height())
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft, self._words)

    def _paint_bar(self, painter: QPainter, track: QRectF) -> None:
        painter.setBrush(QColor(self._theme.colors.meter_track))
        painter.drawRoundedRect(track, _BAR / 2, _BAR / 2)
        if not self._is_active:
            return
        fill = QRectF(track)
        fill.setWidth(track.width() * loudness(self._rms_dbfs))
        if fill.width() >= _BAR:
            painter.setBrush(self._color_of(self._peak_dbfs))
            painter.drawRoundedRect(fill, _BAR / 2, _BAR / 2)
        at = (track.width() - 3) * loudness(self._peak_dbfs)
        if at > fill.width():
            painter.setBrush(self._color_of(self._peak_dbfs))
            painter.drawRoundedRect(QRectF(at, 0, 3, _BAR), 1.5, 1.5)

    def _color_of(self, dbfs: float) -> QColor:
        colors = self._theme.colors
        if self.is_overloaded or dbfs >= _OVER_DBFS:
            return QColor(colors.meter_over)
        return QColor(colors.meter_high if dbfs >= _HIGH_DBFS else colors.meter_good)

    def _on_theme_changed(self) -> None:
        self.setFont(self._theme.font(0.9))
        self.update()

    def _word(self) -> None:
        self._words = self.tr("Too loud") if self.is_overloaded else self.tr("Input level")
        self.setAccessibleName(self._words)
        self.setToolTip(
            self.tr("Too loud: move away from the microphone or lower its volume.")
            if self.is_overloaded
            else self.tr("How loud the microphone hears you")
        )
