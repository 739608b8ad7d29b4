"""The settings dialog as the program shows it: its pages, and what they change."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from app.bridge.desktop_shortcut import DesktopShortcut
from app.bridge.device_list import DeviceList
from app.bridge.hot_word_file import HotWordFile
from app.bridge.model_list import ModelList
from app.desktop.key_control import HotkeyStatus
from app.preferences import Preferences
from app.ui.settings_dialog import SettingsDialog
from app.ui.settings_pages.audio import AudioPage
from app.ui.settings_pages.models import ModelsPage
from app.ui.settings_pages.page import SettingsPage
from app.ui.settings_pages.push_to_talk import PushToTalkPage
from app.ui.settings_pages.recognition import RecognitionPage
from app.ui.settings_pages.text import TextPage
from app.ui.settings_pages.words import WordsPage
from app.ui.theme import Theme
from engine.asr import engines, punctuators
from engine.text.hot_words import hot_words_file


class SettingsWindow(QObject):
    """Opens the dialog, once at a time, and keeps what is changed in it.

    Threads: GUI.
    """

    def __init__(
        self,
        preferences: Preferences,
        devices: DeviceList,
        theme: Theme,
        models: ModelList,
        shortcut: DesktopShortcut | None = None,
    ) -> None:
        """``shortcut``: sets a shortcut of the desktop's own, where it has some."""
        super().__init__()
        self._models = models
        self._shortcut = shortcut
        self._hotkey_status: HotkeyStatus | None = None
        self._push_to_talk: PushToTalkPage | None = None
        self._preferences = preferences
        self._devices = devices
        self._theme = theme
        self._dialog: SettingsDialog | None = None

    def open(self, parent: QWidget) -> None:
        """Shows the dialog, or brings the one that is open to the front."""
        if self._dialog is None:
            self._dialog = self._make(parent)
        self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()

    def show_hotkey(self, status: HotkeyStatus) -> None:
        """Says on the page of the key whether it works."""
        self._hotkey_status = status
        if self._push_to_talk is not None:
            self._push_to_talk.show_status(status)

    def _make(self, parent: QWidget) -> SettingsDialog:
        dialog = SettingsDialog(self._pages(), self._theme, parent)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show_settings(self._preferences.settings)
        dialog.edited.connect(self._preferences.change)
        self._preferences.changed.connect(dialog.show_settings)
        dialog.finished.connect(self._on_finished)
        return dialog

    def _pages(self) -> tuple[SettingsPage, ...]:
        """Every page, in the order of the list."""
        self._push_to_talk = PushToTalkPage(self._hotkey_status, self._shortcut, self._theme)
        return (
            AudioPage(self._devices, self._theme),
            self._push_to_talk,
            RecognitionPage(engines.installed(), _punctuators(), self._theme),
            TextPage(self._theme),
            WordsPage(HotWordFile(hot_words_file())),
            ModelsPage(self._models),
        )

    def _on_finished(self) -> None:
        self._dialog = self._push_to_talk = None


def _punctuators() -> tuple[str, ...]:
    return tuple(source.model_id for source in punctuators.installed())
