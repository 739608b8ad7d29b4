"""The icon in the desktop's tray, where it has one."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication, QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from app.bridge.controller import RESTING, Controller, DictationState


class Tray(QObject):
    """Shows that the program runs behind, and what it does; its menu ends it.

    Signals:
        show_wanted: the window is to be shown.
        quit_wanted: the program is to end.

    Threads: GUI.
    """

    show_wanted = Signal()
    quit_wanted = Signal()

    def __init__(self, controller: Controller, icon: QIcon) -> None:
        super().__init__()
        self._controller = controller
        self._last_text = ""
        self._menu = QMenu()
        self._show = self._entry(self.show_wanted.emit)
        self._toggle = self._entry(controller.toggle)
        self._copy = self._entry(self._copy_last)
        self._menu.addSeparator()
        self._quit = self._entry(self.quit_wanted.emit)
        self._icon = QSystemTrayIcon(icon)
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._on_activated)
        controller.state_changed.connect(self._on_state_changed)
        self._word()

    @staticmethod
    def is_available() -> bool:
        """Whether the desktop has a tray."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    @property
    def menu(self) -> QMenu:
        """What a click on the icon offers."""
        return self._menu

    def show(self) -> None:
        """Puts the icon into the tray."""
        self._icon.show()

    def set_last_text(self, text: str) -> None:
        """Remembers what was delivered last, to be copied again."""
        self._last_text = text
        self._copy.setEnabled(bool(text))

    def close(self) -> None:
        """Takes the icon out of the tray."""
        self._icon.hide()
        self._menu.deleteLater()

    def _entry(self, act: object) -> QAction:
        action = QAction(self._menu)
        action.triggered.connect(act)
        self._menu.addAction(action)
        return action

    def _copy_last(self) -> None:
        QGuiApplication.clipboard().setText(self._last_text)

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self.show_wanted.emit()

    def _on_state_changed(self, _state: DictationState) -> None:
        self._word()

    def _word(self) -> None:
        is_resting = self._controller.state in RESTING
        self._show.setText(self.tr("Show the window"))
        self._toggle.setText(
            self.tr("Dictate into the window") if is_resting else self.tr("Stop dictating")
        )
        self._copy.setText(self.tr("Copy the last text"))
        self._copy.setEnabled(bool(self._last_text))
        self._quit.setText(self.tr("Quit"))
        state = self.tr("CosyScribe") if is_resting else self.tr("CosyScribe is listening")
        self._icon.setToolTip(state)
