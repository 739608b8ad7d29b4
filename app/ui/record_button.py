"""The big round button that starts and stops dictation."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimerEvent
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.bridge.controller import DictationState
from app.ui.theme import Theme

_DISC = 76
_HALO = 14
_GLYPH = 34
_RING_GAP = 4
_SPIN_INTERVAL_MS = 50
_SPIN_STEP_DEGREES = 18
_HALO_DECAY = 0.82

_BUSY = frozenset({DictationState.LOADING, DictationState.OPENING, DictationState.FINISHING})
_STOPS = frozenset({DictationState.LOADING, DictationState.OPENING, DictationState.LISTENING})


class RecordButton(QAbstractButton):
    """Start while idle, stop while listening; a halo follows the voice.

    Space acts when it goes down, so that the first word is not waited away.

    Threads: GUI. A timer turns the ring while the program is busy, and only then.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state = DictationState.IDLE
        self._loudness = 0.0
        self._angle = 0
        self._spin_timer = 0
        self._shows_focus = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.update)
        self._word()

    def set_state(self, state: DictationState) -> None:
        """Shows what a press would do now."""
        self._state = state
        if state is not DictationState.LISTENING:
            self._loudness = 0.0
        self._word()
        self._spin_if_busy()
        self.update()

    def set_loudness(self, loudness: float) -> None:
        """Grows the halo at once and lets it fall back over the calls that follow, 0 to 1."""
        self._loudness = max(loudness, self._loudness * _HALO_DECAY)
        self.update()

    def sizeHint(self) -> QSize:
        edge = _DISC + 2 * _HALO
        return QSize(edge, edge)

    def hitButton(self, pos: object) -> bool:
        offset = QPointF(pos) - QPointF(self.rect().center())  # type: ignore[call-overload]
        return QPointF.dotProduct(offset, offset) <= (_DISC / 2 + _RING_GAP) ** 2

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self.click()
            return
        super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Space:
            super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._shows_focus = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._spin_if_busy()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._spin_if_busy()

    def timerEvent(self, event: QTimerEvent) -> None:
        self._angle = (self._angle + _SPIN_STEP_DEGREES) % 360
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        disc = QRectF(0, 0, _DISC, _DISC)
        disc.moveCenter(QRectF(self.rect()).center())
        ground, ink = self._disc_colors()
        if self._loudness > 0:
            self._paint_halo(painter, disc, ground)
        painter.setBrush(ground)
        painter.drawEllipse(disc)
        self._paint_glyph(painter, disc, ink)
        if self._state in _BUSY:
            self._paint_ring(painter, disc)
        if self.hasFocus() and self._shows_focus:
            self._paint_focus(painter, disc, ground)

    def _paint_halo(self, painter: QPainter, disc: QRectF, ground: QColor) -> None:
        halo = QColor(ground)
        halo.setAlphaF(0.25)
        reach = 3 + (_HALO - 3) * self._loudness
        painter.setBrush(halo)
        painter.drawEllipse(disc.adjusted(-reach, -reach, reach, reach))

    def _paint_glyph(self, painter: QPainter, disc: QRectF, ink: str) -> None:
        name = "stop" if self._state in _STOPS else "microphone"
        box = QRectF(0, 0, _GLYPH, _GLYPH)
        box.moveCenter(disc.center())
        pixmap = self._theme.pixmap(name, ink, _GLYPH, self.devicePixelRatioF())
        painter.drawPixmap(box, pixmap, QRectF(pixmap.rect()))

    def _paint_ring(self, painter: QPainter, disc: QRectF) -> None:
        pen = QPen(QColor(self._theme.colors.accent), 3)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        ring = disc.adjusted(-8, -8, 8, 8)
        painter.drawArc(ring, -self._angle * 16, -90 * 16)

    def _paint_focus(self, painter: QPainter, disc: QRectF, ground: QColor) -> None:
        is_busy = self._state in _BUSY
        painter.setPen(QPen(QColor(self._theme.colors.text) if is_busy else ground, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(disc.adjusted(-_RING_GAP, -_RING_GAP, _RING_GAP, _RING_GAP))

    def _disc_colors(self) -> tuple[QColor, str]:
        colors = self._theme.colors
        if self._state is DictationState.LISTENING:
            ground, ink = QColor(colors.recording), colors.on_recording
        elif self._state in _BUSY:
            ground, ink = QColor(colors.pressed), colors.text
        else:
            ground, ink = QColor(colors.accent), colors.on_accent
        if self.isDown():
            ground = ground.darker(115)
        elif self.underMouse():
            ground = ground.lighter(108)
        return ground, ink

    def _word(self) -> None:
        stops = self._state in _STOPS
        self.setText(self.tr("Stop dictation") if stops else self.tr("Start dictation"))
        self.setToolTip(self.tr("{action} (Space or F9)").format(action=self.text()))
        self.setAccessibleDescription(
            self.tr("Press Space or F9 to stop. Escape throws away what is not final yet.")
            if stops
            else self.tr("Press Space or F9, then speak.")
        )

    def _spin_if_busy(self) -> None:
        should_spin = self._state in _BUSY and self.isVisible()
        if should_spin and not self._spin_timer:
            self._spin_timer = self.startTimer(_SPIN_INTERVAL_MS)
        elif not should_spin and self._spin_timer:
            self.killTimer(self._spin_timer)
            self._spin_timer = 0
