"""Push-to-talk together with the desktop it needs."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from app.bridge.controller import Controller
from app.bridge.desktop_bridge import DesktopBridge
from app.desktop.logind import Presence
from app.desktop_services import DesktopServices
from app.output.sink import Delivery, DeliveryState
from app.push_to_talk import PushToTalk
from app.ui.delivery_message import DeliveryWords
from engine.settings import Settings
from engine.text.transcript import join


class DesktopDictation(QObject):
    """Dictation into other programs: starts, changes and stops all that it takes.

    A text that was not delivered goes to the clipboard where that can be set, and a notice says
    so: the user looks at another program.

    Attributes:
        push_to_talk: what the key and other programs do.
        is_user_there: the screen is not locked, and the session the active one.

    Signals:
        hotkey_changed: a ``HotkeyStatus``.
        delivered: a ``Delivery``.
        not_delivered: what happened and where the text is, in two sentences, and the text.
        show_wanted: the window is to be shown.
        presence_changed: ``is_user_there`` is another.

    Threads: GUI.
    """

    hotkey_changed = Signal(object)
    delivered = Signal(object)
    not_delivered = Signal(str, str)
    show_wanted = Signal()
    presence_changed = Signal()

    def __init__(self, controller: Controller, settings: Settings) -> None:
        super().__init__()
        self.is_user_there = True
        self._words = DeliveryWords()
        self._bridge = DesktopBridge()
        self._services = DesktopServices(settings, self._bridge, self.tr("Dictate"))
        self.push_to_talk = PushToTalk(controller, self._services, settings, join, _has_own_focus)
        queued = Qt.ConnectionType.QueuedConnection
        self._bridge.requested.connect(self.push_to_talk.take_request, queued)
        self._bridge.key_changed.connect(self.push_to_talk.take_key, queued)
        self._bridge.presence_changed.connect(self.push_to_talk.take_presence, queued)
        self._bridge.presence_changed.connect(self._on_presence, queued)
        self._bridge.hotkey_changed.connect(self.hotkey_changed, queued)
        self._bridge.delivered.connect(self._on_delivered, queued)
        self.push_to_talk.show_wanted.connect(self.show_wanted)

    def start(self) -> None:
        """Takes the program's name on the session bus; the rest follows on its thread.

        Raises:
            AlreadyRunningError: another instance has the name; nothing was started.
        """
        self._services.start()

    def change(self, settings: Settings) -> None:
        """Takes new settings."""
        self.push_to_talk.change(settings)
        self._services.change(settings)

    def stop(self) -> None:
        """Gives back all that was taken from the desktop. Idempotent."""
        self.push_to_talk.close()
        self._services.stop()

    def _on_presence(self, presence: Presence) -> None:
        self.is_user_there = presence.is_there
        self.presence_changed.emit()

    def _on_delivered(self, delivery: Delivery) -> None:
        if delivery.state is DeliveryState.FAILED and delivery.reason is not None:
            # Wayland lets only the program that has the focus set the clipboard.
            is_on_clipboard = QApplication.platformName() != "wayland" or _has_own_focus()
            if is_on_clipboard:
                QApplication.clipboard().setText(delivery.text)
            what, where = self._words.word(delivery.reason, is_on_clipboard=is_on_clipboard)
            self._services.notify(what, where, self.tr("Show"))
            self.not_delivered.emit(join((what, where)), delivery.text)
        self.delivered.emit(delivery)


def _has_own_focus() -> bool:
    return QApplication.activeWindow() is not None
