"""A GlobalShortcuts portal on a test's session bus, and the user's finger on its key.

dbus-fast reads signatures from annotations, so this file cannot postpone their evaluation.
"""

# ruff: noqa: F722, F821, N802
# mypy: disable-error-code="no-untyped-def, name-defined, valid-type, syntax, misc"

import asyncio
import time

from dbus_fast import DBusError, Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.constants import PropertyAccess
from dbus_fast.service import ServiceInterface, dbus_method, dbus_property, dbus_signal

NAME, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
OK, CANCELLED, OTHER = 0, 1, 2
"""What a request may be answered with."""


class _Registry(ServiceInterface):
    def __init__(self, portal: "FakePortal") -> None:
        super().__init__("org.freedesktop.host.portal.Registry")
        self._portal = portal

    @dbus_method()
    def Register(self, app_id: "s", options: "a{sv}"):
        if not self._portal.knows_us:
            raise DBusError("org.freedesktop.portal.Error.Failed", f"no app info for {app_id!r}")
        self._portal.app_id = app_id


class FakePortal(ServiceInterface):
    """``response`` is the code it answers with; ``binds_nothing`` as some desktops do."""

    def __init__(self) -> None:
        super().__init__("org.freedesktop.portal.GlobalShortcuts")
        self.app_id = ""
        self.knows_us = True
        self.trigger = ""
        self.shortcut_id = ""
        self.description = ""
        self._given: dict[str, str] = {}
        self.response = OK
        self.binds_nothing = False
        self._session = ""
        self._bus: MessageBus | None = None

    async def open(self) -> None:
        self._bus = await MessageBus().connect()
        self._bus.export(PATH, self)
        self._bus.export(PATH, _Registry(self))
        self._bus.add_message_handler(self._note_sender)
        await self._bus.request_name(NAME)

    def close(self) -> None:
        if self._bus is not None:
            self._bus.disconnect()

    def press(self) -> None:
        self.Activated(self._session, self.shortcut_id)

    def release(self) -> None:
        self.Deactivated(self._session, self.shortcut_id)

    async def take_back(self) -> None:
        """Closes the session, as a desktop does that gives the key away."""
        assert self._bus is not None
        await self._bus.send(
            Message(
                message_type=MessageType.SIGNAL,
                path=self._session,
                interface="org.freedesktop.portal.Session",
                member="Closed",
            )
        )

    def _note_sender(self, message: Message) -> None:
        if message.message_type is MessageType.METHOD_CALL and message.sender:
            self._sender = message.sender.removeprefix(":").replace(".", "_")

    def _answer(self, options, results) -> str:
        bus = self._bus
        assert bus is not None
        path = f"{PATH}/request/{self._sender}/{options['handle_token'].value}"
        asyncio.get_running_loop().call_soon(
            asyncio.ensure_future,
            bus.send(
                Message(
                    message_type=MessageType.SIGNAL,
                    path=path,
                    interface="org.freedesktop.portal.Request",
                    member="Response",
                    signature="ua{sv}",
                    body=[self.response if "shortcuts" in results else OK, results],
                )
            ),
        )
        return path

    @dbus_method()
    def CreateSession(self, options: "a{sv}") -> "o":
        token = options["session_handle_token"].value
        self._session = f"{PATH}/session/{self._sender}/{token}"
        return self._answer(options, {"session_handle": Variant("s", self._session)})

    @dbus_method()
    def BindShortcuts(
        self, session: "o", shortcuts: "a(sa{sv})", parent: "s", options: "a{sv}"
    ) -> "o":
        self.shortcut_id, values = shortcuts[0]
        self.description = values["description"].value
        # As desktops do it: what a shortcut was given first, it keeps.
        wanted = values["preferred_trigger"].value
        self.trigger = self._given.setdefault(self.shortcut_id, wanted)
        described = {"trigger_description": Variant("s", f"Press {self.trigger}")}
        is_bound = not self.binds_nothing and self.response != CANCELLED
        bound = [[self.shortcut_id, described]] if is_bound else []
        return self._answer(options, {"shortcuts": Variant("a(sa{sv})", bound)})

    @dbus_signal()
    def Activated(self, session, shortcut) -> "osta{sv}":
        return [session, shortcut, int(time.monotonic() * 1000), {}]

    @dbus_signal()
    def Deactivated(self, session, shortcut) -> "osta{sv}":
        return [session, shortcut, int(time.monotonic() * 1000), {}]

    @dbus_property(access=PropertyAccess.READ)
    def version(self) -> "u":
        return 1
