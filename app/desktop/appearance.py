"""The desktop's wish for light or dark, read from the settings portal.

Qt's own reading depends on the platform theme: the GTK one misses the portal's value at the
start, and outside the big desktops there is none. The portal's interface:
https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import SLOT, QObject, Qt, Signal, Slot
from PySide6.QtDBus import (
    QDBusConnection,
    QDBusMessage,
    QDBusPendingCallWatcher,
    QDBusVariant,
)

_SERVICE = "org.freedesktop.portal.Desktop"
_PATH = "/org/freedesktop/portal/desktop"
_INTERFACE = "org.freedesktop.portal.Settings"
_NAMESPACE = "org.freedesktop.appearance"
_KEY = "color-scheme"
_SCHEMES = {1: Qt.ColorScheme.Dark, 2: Qt.ColorScheme.Light}


class PortalAppearance(QObject):
    """Tells the scheme at the start and whenever it changes; silent where there is no portal.

    Signals:
        scheme_changed: a ``Qt.ColorScheme``; Unknown where the desktop has no preference.

    Threads: GUI; nothing waits for the bus.
    """

    scheme_changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._call: QDBusPendingCallWatcher | None = None

    def watch(self) -> None:
        """Asks for the scheme and for every change of it."""
        bus = QDBusConnection.sessionBus()
        if not bus.isConnected():
            return
        slot = SLOT("on_setting_changed(QDBusMessage)")
        # The stub asks for bytes, which the binding refuses.
        bus.connect(_SERVICE, _PATH, _INTERFACE, "SettingChanged", self, slot)  # type: ignore[call-overload]
        call = QDBusMessage.createMethodCall(_SERVICE, _PATH, _INTERFACE, "Read")
        call.setArguments([_NAMESPACE, _KEY])
        self._call = QDBusPendingCallWatcher(bus.asyncCall(call), self)
        self._call.finished.connect(self._on_read)

    @Slot(QDBusMessage)
    def on_setting_changed(self, message: QDBusMessage) -> None:
        """One setting of any application changed."""
        namespace, key, value = message.arguments()
        if (namespace, key) == (_NAMESPACE, _KEY):
            self._tell(value)

    def _on_read(self, call: QDBusPendingCallWatcher) -> None:
        reply = call.reply()
        if reply.type() == QDBusMessage.MessageType.ReplyMessage:
            self._tell(reply.arguments()[0])

    def _tell(self, value: Any) -> None:
        while isinstance(value, QDBusVariant):  # Read wraps its variant in another
            value = value.variant()
        self.scheme_changed.emit(_SCHEMES.get(value, Qt.ColorScheme.Unknown))
