"""The two choices of the window: which microphone, which language."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from app.ui.theme import Theme
from engine.types import CaptureDevice

_DEFAULT_PCM = "default"
_ICON_GAP = 6


class ChoiceBox(QComboBox):
    """A quiet combo box, with an icon in front or without, that tells its choices by their data.

    Signals:
        chosen: the data of the entry the user chose; never emitted by our own changes.
        opened: the list is about to be shown.

    Threads: GUI.
    """

    chosen = Signal(str)
    opened = Signal()

    def __init__(self, theme: Theme, icon: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = icon
        self.setMinimumContentsLength(8)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(110)
        self.activated.connect(self._on_activated)
        theme.changed.connect(self._draw)

    def set_choices(self, choices: list[tuple[str, str]], current: str) -> None:
        """Fills the list with pairs of data and label."""
        if choices == self._choices() and current == self.currentData():
            return
        self.clear()
        for data, label in choices:
            self.addItem(label, data)
        self.setCurrentIndex(self.findData(current))
        self._draw()

    def sizeHint(self) -> QSize:
        # The style reckons without the padding of our style sheet.
        return super().sizeHint() + QSize(2 * _ICON_GAP, 0)

    def showPopup(self) -> None:
        self.opened.emit()
        super().showPopup()

    def paintEvent(self, event: QPaintEvent) -> None:
        # The style cuts a long text off; this ends it in an ellipsis.
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        room = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            self,
        )
        width = room.width() - (option.iconSize.width() + _ICON_GAP if self._icon else 0)
        option.currentText = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, width
        )
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def _choices(self) -> list[tuple[str, str]]:
        return [(self.itemData(at), self.itemText(at)) for at in range(self.count())]

    def _on_activated(self, at: int) -> None:
        self._draw()
        self.chosen.emit(self.itemData(at))

    def _draw(self) -> None:
        if not self._icon:
            return
        icon = self._theme.icon(self._icon, self._theme.colors.muted)
        for at in range(self.count()):
            self.setItemIcon(at, icon)


class DeviceBox(ChoiceBox):
    """The microphones there are; the chosen one stays in the list while it is unplugged."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "device", parent)
        self._devices: tuple[CaptureDevice, ...] = ()
        self._current = _DEFAULT_PCM
        self._current_name = ""
        self._word()

    def set_devices(
        self, devices: tuple[CaptureDevice, ...], current: str, current_name: str = ""
    ) -> None:
        """Shows what can be recorded from now.

        Args:
            devices: the microphones there are.
            current: the chosen one's pcm name.
            current_name: what to call it while it is not among them.
        """
        self._devices = devices
        self._current = current
        self._current_name = current_name or current
        choices = [(device.name, self._label(device)) for device in devices]
        if current not in (device.name for device in devices):
            choices.append((current, self._label_of_absent()))
        self.set_choices(choices, current)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()

    def _label(self, device: CaptureDevice) -> str:
        if not device.is_default:
            return device.description
        if not device.description:
            return self.tr("System default")
        return self.tr("System default ({microphone})").format(microphone=device.description)

    def _label_of_absent(self) -> str:
        if self._current == _DEFAULT_PCM:
            return self.tr("System default") if self._devices else self.tr("No microphone found")
        return self.tr("{microphone} (not connected)").format(microphone=self._current_name)

    def _word(self) -> None:
        self.setAccessibleName(self.tr("Microphone"))
        self.setToolTip(self.tr("Microphone to listen to"))
        self.set_devices(self._devices, self._current, self._current_name)


class LanguageBox(ChoiceBox):
    """What is spoken."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "language", parent)
        # Where there is little room, a microphone's long name gives way first.
        self.setMinimumWidth(0)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self._current = "auto"
        self._word()

    def set_language(self, current: str) -> None:
        """Shows the language chosen: ``auto`` or an ISO code."""
        self._current = current
        self.set_choices(self._languages(), current)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()

    def _languages(self) -> list[tuple[str, str]]:
        return [
            ("auto", self.tr("Any language")),
            ("zh", self.tr("Chinese (Mandarin)")),
            ("en", self.tr("English")),
            ("yue", self.tr("Cantonese")),
            ("ja", self.tr("Japanese")),
            ("ko", self.tr("Korean")),
        ]

    def _word(self) -> None:
        self.setAccessibleName(self.tr("Spoken language"))
        self.setToolTip(self.tr("Language you speak; any language is found out as you speak"))
        self.set_language(self._current)
