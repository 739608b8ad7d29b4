"""What is heard, beside whatever program the user looks at; it never takes the focus."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QCursor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QWidget

from app.ui.level_meter import loudness
from app.ui.theme import ICON, Theme

_WIDTH = 440
_PADDING = 14
_GAP = 12
_BARS = 5
_BAR_WIDTH, _BAR_GAP = 3, 2
_MARK_WIDTH = _BARS * (_BAR_WIDTH + _BAR_GAP) - _BAR_GAP
_TEXT_LEFT = _PADDING + _MARK_WIDTH + _GAP
_RADIUS = 10.0
_ABOVE_EDGE = 72
"""Distance from the screen's lower edge: above panels and docks."""
_MOST_LINES = 2
_WRAP = Qt.TextFlag.TextWordWrap
_MIDDLE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class OverlayMood(enum.Enum):
    """How things stand; the values name the moods between processes."""

    WAITING = "waiting"
    """Nothing is heard yet."""
    LISTENING = "listening"
    FINISHING = "finishing"
    DONE = "done"
    """The text is where it was meant to be."""
    UNSURE = "unsure"
    """The text was sent, and nothing came back that proves it arrived."""
    TROUBLE = "trouble"


@dataclass(frozen=True, slots=True)
class OverlayContent:
    """What the overlay shows.

    Attributes:
        mood: how things stand.
        text: what is heard, or what went wrong; the mood's own words where empty.
    """

    mood: OverlayMood
    text: str = ""


_HEARD = frozenset({OverlayMood.LISTENING, OverlayMood.FINISHING, OverlayMood.DONE})


class Overlay(QWidget):
    """Text with the level beside it, near the lower edge of the screen in use.

    What is heard has two lines, of a long text the last two: that is where one speaks. Trouble has
    as many as its words need. On X11 the window manager is not asked, so nothing changes focus or
    stacking.

    Threads: GUI.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(
            None,
            Qt.WindowType.Tool
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
            | Qt.WindowType.X11BypassWindowManagerHint
            | Qt.WindowType.WindowDoesNotAcceptFocus
            | Qt.WindowType.WindowTransparentForInput,
        )
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWindowTitle("CosyScribe")
        self.setFont(theme.font(1.05))
        self._theme = theme
        self._content = OverlayContent(OverlayMood.WAITING)
        self._levels = [0.0] * _BARS
        self._lines: tuple[str, ...] = ()
        self._is_tall = False  # it does not shrink while a text is rewritten
        theme.changed.connect(self.update)
        self.resize(self.sizeHint())

    @property
    def content(self) -> OverlayContent:
        """What is shown."""
        return self._content

    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, self.heightForWidth(_WIDTH))

    def heightForWidth(self, width: int) -> int:
        line = self.fontMetrics().height()
        if self._content.mood is OverlayMood.TROUBLE:
            words = _breakable(self._words())
            room = QRect(0, 0, width - _TEXT_LEFT - _PADDING, 0)
            needed = self.fontMetrics().boundingRect(room, _WRAP, words).height()
            return max(2 * line, needed) + 2 * _PADDING
        return line * (_MOST_LINES if self._is_tall else 1) + 2 * _PADDING

    def show_content(self, content: OverlayContent) -> None:
        """Shows it, placing the overlay where it was hidden."""
        if content.mood is not self._content.mood:
            self._levels = [0.0] * _BARS
        self._content = content
        self._wrap_lines()
        self.setAccessibleName(self._words())
        if not self.isVisible() or self.height() != self.heightForWidth(self.width()):
            self._place()
            self.show()
        self.update()

    def set_level(self, dbfs: float) -> None:
        """Shows the input level, of which there are about 20 a second."""
        if self.isVisible() and self._content.mood is OverlayMood.LISTENING:
            self._levels = [*self._levels[1:], loudness(dbfs)]
            self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._wrap_lines()
            self.update()

    @property
    def lines(self) -> tuple[str, ...]:
        """The text as it is shown, trouble apart."""
        return self._lines

    def _wrap_lines(self) -> None:
        width = self._width() - _TEXT_LEFT - _PADDING
        self._lines = last_lines(self._words(), self.font(), width)
        is_heard = self._content.mood in _HEARD
        was_tall = self._is_tall and self.isVisible()
        self._is_tall = is_heard and (was_tall or len(self._lines) > 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        colors = self._theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        path = QPainterPath()
        path.addRoundedRect(frame, _RADIUS, _RADIUS)
        painter.fillPath(path, QColor(colors.window))
        painter.setPen(QColor(colors.border))
        painter.drawPath(path)
        mark = QRectF(_PADDING, 0, _MARK_WIDTH, self.height())
        self._paint_mark(painter, mark)
        line = self.rect().adjusted(_TEXT_LEFT, 0, -_PADDING, 0)
        is_hint = not self._content.text and self._content.mood is not OverlayMood.UNSURE
        is_hint = is_hint or self._content.mood is OverlayMood.WAITING
        painter.setPen(QColor(colors.muted if is_hint else colors.text))
        if self._content.mood is OverlayMood.TROUBLE:
            painter.drawText(line, _MIDDLE | _WRAP, _breakable(self._words()))
        else:
            height = self.fontMetrics().height()
            top = (self.height() - height * len(self._lines)) // 2
            for number, words in enumerate(self._lines):
                row = QRect(line.left(), top + number * height, line.width(), height)
                painter.drawText(row, _MIDDLE, words)
        painter.end()

    def _paint_mark(self, painter: QPainter, mark: QRectF) -> None:
        """The level while listening, else an icon."""
        colors, mood = self._theme.colors, self._content.mood
        if mood is OverlayMood.LISTENING:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.recording))
            for index, level in enumerate(self._levels):
                height = _BAR_WIDTH + level * (self.height() - 2 * _PADDING)
                x = mark.left() + index * (_BAR_WIDTH + _BAR_GAP)
                bar = QRectF(x, (self.height() - height) / 2, _BAR_WIDTH, height)
                painter.drawRoundedRect(bar, _BAR_WIDTH / 2, _BAR_WIDTH / 2)
            return
        name, color = {
            OverlayMood.DONE: ("check", colors.accent),
            OverlayMood.UNSURE: ("unconfirmed", colors.meter_high),
            OverlayMood.TROUBLE: ("warning", colors.error_mark),
        }.get(mood, ("microphone", colors.muted))
        icon = self._theme.pixmap(name, color, ICON, self.devicePixelRatioF())
        top = (self.height() - ICON) / 2
        painter.drawPixmap(int(mark.left()), int(top), icon)

    def _words(self) -> str:
        if self._content.text:
            return self._content.text.replace("\n", " ⏎ ")
        return {
            OverlayMood.WAITING: self.tr("One moment…"),
            OverlayMood.LISTENING: self.tr("Listening…"),
            OverlayMood.FINISHING: self.tr("Finishing…"),
            OverlayMood.DONE: self.tr("Done"),
            OverlayMood.UNSURE: self.tr("Sent; the program did not confirm it"),
            OverlayMood.TROUBLE: self.tr("Something went wrong"),
        }[self._content.mood]

    def _width(self) -> int:
        return (
            self.width() if self.isVisible() else min(_WIDTH, self._area().width() - 2 * _PADDING)
        )

    def _area(self) -> QRect:
        screen = QGuiApplication.screenAt(QCursor.pos()) or QGuiApplication.primaryScreen()
        return screen.availableGeometry()

    def _place(self) -> None:
        area, width = self._area(), self._width()
        self.resize(width, self.heightForWidth(width))
        self.move(
            area.x() + (area.width() - width) // 2,
            area.y() + area.height() - self.height() - _ABOVE_EDGE,
        )


def last_lines(text: str, font: QFont, width: int) -> tuple[str, ...]:
    """The last lines of a text, broken from its start so that words stay where they are."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    units = text.encode("utf-16-le", "surrogatepass")  # Qt counts these
    lines = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        start, end = line.textStart(), line.textStart() + line.textLength()
        lines.append(units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass").rstrip())
    layout.endLayout()
    if len(lines) <= _MOST_LINES:
        return tuple(lines)
    first, *others = lines[-_MOST_LINES:]
    elided = QFontMetrics(font).elidedText(f"…{first}", Qt.TextElideMode.ElideLeft, width)
    cut, space, rest = elided.partition(" ")
    if space and len(elided) <= len(first) and cut[1:].isascii():
        elided = f"… {rest}"  # no half of a word
    return (elided, *others)


def _breakable(words: str) -> str:
    """With places to break inside paths, which would else run out of the overlay."""
    return words.replace("/", "/\N{ZERO WIDTH SPACE}")
