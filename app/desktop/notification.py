"""A notice of the desktop's, for what happened while the user looks elsewhere.

https://specifications.freedesktop.org/notification-spec/latest/
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from dbus_fast import DBusError, Message, MessageType, Variant
from dbus_fast.aio import MessageBus

_log = logging.getLogger("ui")

_NAME = "org.freedesktop.Notifications"
_PATH = "/org/freedesktop/Notifications"
_TIMEOUT_S = 2.0
_APP_ID = "org.cosyscribe.CosyScribe"
_DEFAULT_ACTION = "default"
"""What pressing the notice itself does; the label is for desktops that show it as a button."""


class Notifier:
    """Shows one notice at a time: a new one takes the place of the one before.

    Threads: the desktop bus thread; ``on_pressed`` runs there and must not block.
    """

    def __init__(self, on_pressed: Callable[[], None]) -> None:
        self._on_pressed = on_pressed
        self._bus: MessageBus | None = None
        self._shown = 0

    async def open(self, bus: MessageBus) -> None:
        """Takes the session bus; whoever opened it closes it."""
        self._bus = bus
        bus.add_message_handler(self._on_message)
        rule = f"type='signal',interface='{_NAME}',member='ActionInvoked'"
        name, path = "org.freedesktop.DBus", "/org/freedesktop/DBus"
        await self._call(Message(name, path, name, "AddMatch", signature="s", body=[rule]))

    async def show(self, summary: str, body: str, label: str) -> bool:
        """Shows a notice; ``label`` names what pressing it does. False where it cannot be shown."""
        hints = {"desktop-entry": Variant("s", _APP_ID)}
        actions = [_DEFAULT_ACTION, label]
        values = [_APP_ID, self._shown, _APP_ID, summary, body, actions, hints, -1]
        reply = await self._call(
            Message(_NAME, _PATH, _NAME, "Notify", signature="susssasa{sv}i", body=values)
        )
        if reply is None:
            return False
        self._shown = int(reply.body[0])
        return True

    async def _call(self, message: Message) -> Message | None:
        if self._bus is None:
            return None
        try:
            reply = await asyncio.wait_for(self._bus.call(message), _TIMEOUT_S)
        except (OSError, EOFError, DBusError, asyncio.TimeoutError) as error:
            _log.info("no notice shown: %s", error)
            return None
        if reply is None or reply.message_type is MessageType.ERROR:
            _log.info("no notice shown: %s", reply.error_name if reply else "no reply")
            return None
        return reply

    def _on_message(self, message: Message) -> None:
        is_ours = message.interface == _NAME and message.member == "ActionInvoked"
        if is_ours and message.message_type is MessageType.SIGNAL:
            notice, action = message.body
            if notice == self._shown and action == _DEFAULT_ACTION:
                self._on_pressed()
