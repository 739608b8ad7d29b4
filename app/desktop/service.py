"""The program on the session bus: its one instance, its methods and signals (docs/dbus.md).

dbus-fast reads D-Bus signatures from annotations, so this file cannot postpone their evaluation.
"""

# ruff: noqa: ARG002, D102, F722, F821, N802
# mypy: disable-error-code="no-untyped-def, name-defined, valid-type, syntax, misc"

import enum
import logging
from collections.abc import Callable

from dbus_fast import BusType, DBusError, NameFlag, RequestNameReply
from dbus_fast.aio import MessageBus
from dbus_fast.service import ServiceInterface, dbus_method, dbus_signal

from app.desktop.remote import NAME, PATH

_log = logging.getLogger("ui")


class Request(enum.Enum):
    """What another program asks for; the values are the method names."""

    START = "Start"
    STOP = "Stop"
    TOGGLE = "Toggle"
    CANCEL = "Cancel"
    PRESS = "Press"
    RELEASE = "Release"
    SHOW = "Show"


class AlreadyRunningError(Exception):
    """Another instance owns the name."""


class DictationInterface(ServiceInterface):
    """``org.cosyscribe.CosyScribe``."""

    def __init__(self, on_request: Callable[[Request], None]) -> None:
        super().__init__(NAME)
        self._on_request = on_request
        self.state = "idle"

    @dbus_method()
    def Start(self):
        self._on_request(Request.START)

    @dbus_method()
    def Stop(self):
        self._on_request(Request.STOP)

    @dbus_method()
    def Toggle(self):
        self._on_request(Request.TOGGLE)

    @dbus_method()
    def Cancel(self):
        self._on_request(Request.CANCEL)

    @dbus_method()
    def Press(self):
        self._on_request(Request.PRESS)

    @dbus_method()
    def Release(self):
        self._on_request(Request.RELEASE)

    @dbus_method()
    def Show(self):
        self._on_request(Request.SHOW)

    @dbus_method()
    def Status(self) -> "s":
        return self.state

    @dbus_signal()
    def StateChanged(self, state) -> "s":
        return state

    @dbus_signal()
    def Partial(self, text) -> "s":
        return text

    @dbus_signal()
    def Final(self, text) -> "s":
        return text


class ApplicationInterface(ServiceInterface):
    """``org.freedesktop.Application``: what a desktop calls on a D-Bus activatable program."""

    def __init__(self, on_request: Callable[[Request], None]) -> None:
        super().__init__("org.freedesktop.Application")
        self._on_request = on_request

    @dbus_method()
    def Activate(self, platform_data: "a{sv}"):
        self._on_request(Request.SHOW)

    @dbus_method()
    def Open(self, uris: "as", platform_data: "a{sv}"):
        self._on_request(Request.SHOW)

    @dbus_method()
    def ActivateAction(self, name: "s", parameters: "av", platform_data: "a{sv}"):
        if name == "toggle":
            self._on_request(Request.TOGGLE)


class DictationService:
    """Owns the name, and so is the one instance in a session.

    Threads: the desktop bus thread.
    """

    def __init__(self, on_request: Callable[[Request], None]) -> None:
        self._interface = DictationInterface(on_request)
        self._application = ApplicationInterface(on_request)
        self._bus: MessageBus | None = None

    @property
    def bus(self) -> MessageBus | None:
        """The session bus, for others on the same thread; None where there is none."""
        return self._bus

    async def open(self) -> bool:
        """Takes the name; False where there is no session bus to take it on.

        Raises:
            AlreadyRunningError: another instance has it.
        """
        try:
            bus = await MessageBus(bus_type=BusType.SESSION).connect()
        except Exception as error:  # noqa: BLE001  # dbus-fast raises a plain Exception without an address
            _log.info("no session bus: %s", error)
            return False
        bus.export(PATH, self._interface)
        bus.export(PATH, self._application)
        try:
            reply = await bus.request_name(NAME, NameFlag.DO_NOT_QUEUE)
        except (DBusError, OSError, EOFError) as error:
            _log.info("name not taken: %s", error)
            bus.disconnect()
            return False
        if reply is not RequestNameReply.PRIMARY_OWNER:
            bus.disconnect()
            raise AlreadyRunningError(NAME)
        self._bus = bus
        return True

    def set_state(self, state: str) -> None:
        """Tells listeners what the program does now."""
        if state == self._interface.state:
            return
        self._interface.state = state
        if self._is_connected():
            self._interface.StateChanged(state)

    def tell_partial(self, text: str) -> None:
        """Text that may still change."""
        if self._is_connected():
            self._interface.Partial(text)

    def tell_final(self, text: str) -> None:
        """Text that will not."""
        if self._is_connected():
            self._interface.Final(text)

    def close(self) -> None:
        """Gives the name up. Idempotent."""
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.disconnect()

    def _is_connected(self) -> bool:
        return self._bus is not None and self._bus.connected
