"""A field that is set by pressing the keys it is to hold."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QPushButton, QWidget

from app.desktop.chord import Chord, ChordError

_MODIFIERS = (
    (Qt.KeyboardModifier.ControlModifier, "Ctrl"),
    (Qt.KeyboardModifier.AltModifier, "Alt"),
    (Qt.KeyboardModifier.ShiftModifier, "Shift"),
    (Qt.KeyboardModifier.MetaModifier, "Super"),
)
_MODIFIER_KEYS = (
    Qt.Key.Key_Control,
    Qt.Key.Key_Alt,
    Qt.Key.Key_AltGr,
    Qt.Key.Key_Shift,
    Qt.Key.Key_Meta,
    Qt.Key.Key_Super_L,
    Qt.Key.Key_Super_R,
)
_KEYSYMS = {
    Qt.Key.Key_Space: "space",
    Qt.Key.Key_Pause: "Pause",
    Qt.Key.Key_Insert: "Insert",
    Qt.Key.Key_Menu: "Menu",
    Qt.Key.Key_ScrollLock: "Scroll_Lock",
    Qt.Key.Key_Home: "Home",
    Qt.Key.Key_End: "End",
    Qt.Key.Key_PageUp: "Page_Up",
    Qt.Key.Key_PageDown: "Page_Down",
    Qt.Key.Key_Return: "Return",
}


class ChordField(QPushButton):
    """Shows a chord; pressed, it takes the next one.

    Esc leaves it as it was. A key that types text is not taken alone: other programs need it.

    Signals:
        chosen: the new chord, as ``Chord.parse`` takes it.
        refused: a key was pressed that cannot be used alone.

    Threads: GUI.
    """

    chosen = Signal(str)
    refused = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self._chord = ""
        self.toggled.connect(self._word)
        self._word()

    @property
    def chord(self) -> str:
        """What it shows."""
        return self._chord

    def set_chord(self, chord: str) -> None:
        """Shows a chord."""
        self._chord = chord
        self._word()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.isChecked():
            super().keyPressEvent(event)
            return
        event.accept()
        key = Qt.Key(event.key())
        if key in _MODIFIER_KEYS or event.isAutoRepeat():
            return
        if key == Qt.Key.Key_Escape and not event.modifiers():
            self.setChecked(False)
            return
        self._take(key, event.modifiers())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.setChecked(False)

    def _take(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
        name = _keysym(key)
        held = [text for modifier, text in _MODIFIERS if modifiers & modifier]
        chord = _parsed("+".join([*held, name])) if name else None
        if chord is None or chord.types_text:
            self.refused.emit()
            return
        self._chord = str(chord)
        self.setChecked(False)
        self.chosen.emit(self._chord)

    def _word(self) -> None:
        if self.isChecked():
            shown = self.tr("Press the keys…")
        else:
            chord = _parsed(self._chord)
            shown = self._chord.replace("space", self.tr("Space")) if chord else self.tr("None")
        self.setText(shown)
        self.setAccessibleDescription(shown)  # its accessible name says what the keys are for


def _parsed(text: str) -> Chord | None:
    try:
        return Chord.parse(text)
    except ChordError:
        return None


def _keysym(key: Qt.Key) -> str:
    """A key's keysym name, or nothing for one that has none here."""
    if key in _KEYSYMS:
        return _KEYSYMS[key]
    name = QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)
    is_function_key = name[:1] == "F" and name[1:].isdigit()
    return name if is_function_key or (len(name) == 1 and name.isalnum()) else ""
