"""The window: it lays the parts out and lets them talk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.bridge.controller import Controller, DictationState
from app.bridge.device_list import DeviceList
from app.bridge.exporter import Exporter
from app.bridge.transcript_model import TranscriptModel
from app.ui.choice_box import DeviceBox, LanguageBox
from app.ui.dictation_panel import DictationPanel
from app.ui.error_message import ErrorWords, Remedy
from app.ui.message_bar import Message, MessageBar, Severity
from app.ui.theme import ICON, Theme
from app.ui.transcript_actions import TranscriptActions
from app.ui.transcript_page import TranscriptPage
from engine.errors import DeviceUnavailableError
from engine.types import SourceEvent, SourceEventKind

_DEFAULT_PCM = "default"
_DEVICE_TOPIC = "device"
_FAILURE_TOPIC = "failure"
_DELIVERY_TOPIC = "delivery"
_SETTINGS_KEY = "Ctrl+,"


@dataclass(frozen=True, slots=True)
class WindowParts:
    """What the window shows and drives.

    Attributes:
        make_report: the text a user can send with an error that nobody foresaw.
        is_first_run: nothing was ever dictated here.
    """

    controller: Controller
    transcript: TranscriptModel
    devices: DeviceList
    exporter: Exporter
    theme: Theme
    make_report: Callable[[Exception], str]
    is_first_run: bool = False


class MainWindow(QWidget):
    """The program's one window.

    Attributes:
        hides_on_close: closing it leaves the program running behind, its text kept.

    Signals:
        device_chosen: ALSA pcm name, to be remembered.
        language_chosen: ``auto`` or an ISO code, to be remembered.
        settings_wanted: the settings are to be shown.
        closed: the user is done.

    Threads: GUI.
    """

    device_chosen = Signal(str)
    language_chosen = Signal(str)
    settings_wanted = Signal()
    closed = Signal()

    def __init__(self, parts: WindowParts) -> None:
        super().__init__()
        self._parts = parts
        self._controller = parts.controller
        self._words = ErrorWords(self)
        self._is_close_agreed = False
        self._was_text_safe = True
        self.hides_on_close = False
        self._device_box = DeviceBox(parts.theme)
        self._language_box = LanguageBox(parts.theme)
        # A combo box's accessible name is its text on Linux; what it is for, only a label tells.
        self._labels = {box: QLabel(self) for box in (self._device_box, self._language_box)}
        for box, label in self._labels.items():
            label.setBuddy(box)
            label.hide()
        self._settings = QToolButton()
        self._settings.setIconSize(QSize(ICON, ICON))
        self._bar = MessageBar(parts.theme)
        self._page = TranscriptPage(parts.transcript, parts.theme, is_first_run=parts.is_first_run)
        self._actions = TranscriptActions(
            parts.transcript, self._page.view, parts.exporter, parts.theme
        )
        self._panel = DictationPanel(parts.controller, parts.theme)
        self.setWindowTitle("CosyScribe")
        self.setMinimumSize(420, 500)
        self.resize(620, 660)
        self._lay_out()
        self._connect()
        self._draw()
        self._word()
        self.show_choices()
        self._panel.button.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Reaches the window only where no button or list has taken the key for itself.
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            if not event.isAutoRepeat():
                self._controller.toggle()
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._parts.devices.refresh()
        elif event.type() == QEvent.Type.LanguageChange:
            self._word()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.hides_on_close:
            super().closeEvent(event)
            return
        if self._actions.has_unsaved_text and not self._is_close_agreed:
            event.ignore()
            self._ask_before_close()
            return
        super().closeEvent(event)
        self.closed.emit()

    @property
    def is_first_run(self) -> bool:
        """Whether nothing was ever dictated here."""
        return self._page.empty.is_first_run

    def show_error(self, error: Exception) -> None:
        """Shows an error that ended nothing but what was being done."""
        self._on_failed(error)

    def words(self, error: Exception) -> str:
        """What the user is told of an error."""
        label = ""
        if isinstance(error, DeviceUnavailableError):
            label = self._parts.devices.label(error.device)
        return self._words.word(error, label).text

    def show_choices(self) -> None:
        """Shows the microphone and the language that the controller uses from now on."""
        choice, devices = self._controller.choice, self._parts.devices
        self._device_box.set_devices(devices.devices, choice.device, devices.label(choice.device))
        self._language_box.set_language(choice.language)

    def note_delivered(self) -> None:
        """What was said last is in the program it was said to: closing loses nothing of it."""
        if self._was_text_safe:
            self._actions.has_unsaved_text = False

    def show_not_delivered(self, sentences: str, text: str) -> None:
        """Tells that a text did not get where it was meant to, and offers it."""

        def copy() -> None:
            QApplication.clipboard().setText(text)

        self._bar.show_message(
            Message(sentences, Severity.ERROR, self.tr("Copy"), copy, _DELIVERY_TOPIC)
        )

    def show_settings_problem(self, key: str, detail: str) -> None:
        """Tells of a setting that was not understood."""
        text = self.tr("The setting “{key}” was not understood ({detail}); its default is used.")
        self._bar.show_message(Message(text.format(key=key, detail=detail), Severity.INFO))

    def show_settings_error(self, error: OSError) -> None:
        """Tells that the settings could not be kept."""
        text = self.tr(
            "The settings could not be saved to {path} ({detail}). They hold until you close the"
            " window."
        )
        detail = error.strerror or str(error)
        path = error.filename or ""
        self._bar.show_message(Message(text.format(path=path, detail=detail)))

    def _lay_out(self) -> None:
        header = QHBoxLayout()
        header.setSpacing(4)
        header.addWidget(self._device_box)
        header.addWidget(self._language_box)
        header.addStretch(1)
        header.addWidget(self._settings)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(10)
        column.addLayout(header)
        column.addWidget(self._bar)
        column.addWidget(self._page, 1)
        column.addWidget(self._actions)
        column.addWidget(self._panel)

    def _connect(self) -> None:
        controller, devices = self._controller, self._parts.devices
        self._device_box.chosen.connect(self._on_device_chosen)
        self._device_box.opened.connect(devices.refresh)
        self._language_box.chosen.connect(self._on_language_chosen)
        self._settings.clicked.connect(self.settings_wanted)
        self._parts.theme.changed.connect(self._draw)
        devices.changed.connect(self.show_choices)
        controller.state_changed.connect(self._on_state_changed)
        controller.failed.connect(self._on_failed)
        controller.switch_failed.connect(self._on_switch_failed)
        controller.marks_failed.connect(self._on_marks_failed)
        controller.session_began.connect(self._on_session_began)
        controller.source_changed.connect(self._on_source_changed)
        self._actions.message_raised.connect(self._bar.show_message)
        self._parts.transcript.modelReset.connect(self._on_transcript_reset)
        for key, act in (
            (QKeySequence("F9"), controller.toggle),
            (QKeySequence("Escape"), controller.cancel),
            (QKeySequence(QKeySequence.StandardKey.Undo), self._undo),
            (QKeySequence(QKeySequence.StandardKey.Quit), self.close),
            (QKeySequence(_SETTINGS_KEY), self.settings_wanted.emit),
        ):
            shortcut = QShortcut(key, self, autoRepeat=False)
            shortcut.activated.connect(act)

    def _draw(self) -> None:
        self._settings.setIcon(self._parts.theme.icon("settings", self._parts.theme.colors.text))

    def _word(self) -> None:
        key = QKeySequence(_SETTINGS_KEY).toString(QKeySequence.SequenceFormat.NativeText)
        self._settings.setToolTip(self.tr("Settings ({key})").format(key=key))
        self._settings.setAccessibleName(self.tr("Settings"))
        for box, label in self._labels.items():
            label.setText(box.accessibleName())

    def _on_device_chosen(self, device: str) -> None:
        self._bar.dismiss(_DEVICE_TOPIC)
        self._controller.choose_device(device)
        self.show_choices()
        self.device_chosen.emit(device)

    def _on_language_chosen(self, language: str) -> None:
        self._controller.choose_language(language)
        self.language_chosen.emit(language)

    def _on_state_changed(self, state: DictationState) -> None:
        if state is DictationState.LISTENING:
            self._bar.clear()
            self._page.empty.end_first_run()
        elif state is DictationState.IDLE:
            self._bar.dismiss(_DEVICE_TOPIC)

    def _on_switch_failed(self, error: Exception) -> None:
        text = self.tr("{trouble} Dictation goes on with the engine it had.")
        self._bar.show_message(Message(text.format(trouble=self.words(error))))

    def _on_marks_failed(self, error: Exception) -> None:
        text = self.tr("Text stays without punctuation. {trouble}")
        self._bar.show_message(Message(text.format(trouble=self.words(error)), Severity.INFO))

    def _on_session_began(self) -> None:
        self._was_text_safe = not self._actions.has_unsaved_text

    def _on_failed(self, error: Exception) -> None:
        label = ""
        if isinstance(error, DeviceUnavailableError):
            self._parts.devices.refresh()
            label = self._parts.devices.label(error.device)
        words = self._words.word(error, label)

        def remedy() -> None:
            if words.remedy is Remedy.COPY_REPORT:
                QApplication.clipboard().setText(self._parts.make_report(error))
                return
            if words.remedy is Remedy.USE_DEFAULT_DEVICE:
                self._on_device_chosen(_DEFAULT_PCM)
            self._controller.start()

        self._bar.show_message(
            Message(
                words.text,
                Severity.ERROR,
                self._words.label(words.remedy),
                remedy,
                _FAILURE_TOPIC,
            )
        )

    def _on_source_changed(self, event: SourceEvent) -> None:
        name = self._parts.devices.label(event.device)
        self._parts.devices.refresh()
        if event.kind is SourceEventKind.DEVICE_BACK:
            self._bar.dismiss(_DEVICE_TOPIC)
        elif event.kind is SourceEventKind.DEVICE_LOST:
            self._warn_of_device(
                self.tr(
                    "The microphone “{device}” is gone. Connect it again and dictation goes on by"
                    " itself, or choose another."
                ).format(device=name)
            )
        elif event.kind is SourceEventKind.SILENT:
            self._warn_of_device(
                self.tr(
                    "Nothing comes from the microphone “{device}”. Check that it is connected and"
                    " not switched off."
                ).format(device=name)
            )

    def _warn_of_device(self, text: str) -> None:
        action, act = self.tr("Stop"), self._controller.stop
        self._bar.show_message(Message(text, Severity.ERROR, action, act, _DEVICE_TOPIC))

    def _undo(self) -> None:
        message = self._bar.message
        if message is not None and message.topic == "cleared" and message.on_action:
            self._bar.clear()
            message.on_action()

    def _on_transcript_reset(self) -> None:
        if self._parts.transcript.rowCount():
            self._bar.dismiss("cleared")

    def _ask_before_close(self) -> None:
        box = QMessageBox(self)
        box.setWindowTitle(self.windowTitle())
        box.setText(self.tr("Close without saving the text?"))
        box.setInformativeText(
            self.tr("It was neither copied nor exported, and is lost when you close.")
        )
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        discard = box.addButton(
            self.tr("Close without saving"), QMessageBox.ButtonRole.DestructiveRole
        )
        discard.clicked.connect(self._close_agreed)
        export = box.addButton(self.tr("Export…"), QMessageBox.ButtonRole.AcceptRole)
        export.clicked.connect(self._actions.export)
        cancel = box.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setEscapeButton(cancel)
        box.setDefaultButton(export)
        box.open()

    def _close_agreed(self) -> None:
        self._is_close_agreed = True
        self.close()
