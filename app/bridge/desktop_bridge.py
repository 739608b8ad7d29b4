"""What the desktop tells, as queued Qt signals."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.desktop.key_control import HotkeyStatus
from app.desktop.logind import Presence
from app.desktop.service import Request
from app.desktop_services import KeyEvent
from app.output.sink import Delivery


class DesktopBridge(QObject):
    """The listener of ``DesktopServices``; its signals carry frozen values.

    Signals:
        requested: a ``Request`` of another program.
        key_changed: a ``KeyEvent``.
        hotkey_changed: a ``HotkeyStatus``.
        presence_changed: a ``Presence``.
        delivered: a ``Delivery``, one for each text handed over.

    Threads: the ``on_`` methods run on the desktop bus thread and only emit; receivers connect
    with ``Qt.ConnectionType.QueuedConnection`` and run on their own.
    """

    requested = Signal(object)
    key_changed = Signal(object)
    hotkey_changed = Signal(object)
    presence_changed = Signal(object)
    delivered = Signal(object)

    def on_request(self, request: Request) -> None:
        """Emits ``requested``."""
        self.requested.emit(request)

    def on_key(self, event: KeyEvent) -> None:
        """Emits ``key_changed``."""
        self.key_changed.emit(event)

    def on_hotkey(self, status: HotkeyStatus) -> None:
        """Emits ``hotkey_changed``."""
        self.hotkey_changed.emit(status)

    def on_presence(self, presence: Presence) -> None:
        """Emits ``presence_changed``."""
        self.presence_changed.emit(presence)

    def on_delivery(self, delivery: Delivery) -> None:
        """Emits ``delivered``."""
        self.delivered.emit(delivery)
