"""The accessibility bus: its calls, and where the focus is.

The interfaces are those of at-spi2-core's ``xml/``: Accessible, Text, EditableText, the registry.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dbus_fast import AuthError, BusType, DBusError, Message, MessageType, Variant
from dbus_fast.aio import MessageBus

_log = logging.getLogger("output")

_REGISTRY = "org.a11y.atspi.Registry"
_ROOT_PATH = "/org/a11y/atspi/accessible/root"
_NULL_PATH = "/org/a11y/atspi/null"
ACCESSIBLE = "org.a11y.atspi.Accessible"
TEXT = "org.a11y.atspi.Text"
EDITABLE = "org.a11y.atspi.EditableText"
APPLICATION = "org.a11y.atspi.Application"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_OBJECT_EVENTS = "org.a11y.atspi.Event.Object"
_EVENTS = ("object:state-changed:focused", "object:text-changed:insert")
_CALL_TIMEOUT_S = 1.0
_OPEN_TIMEOUT_S = 5.0
"""The bus may have to be started."""
_SEARCH_TIMEOUT_S = 1.0
_SESSION_NAME, _SESSION_PATH = "org.a11y.Bus", "/org/a11y/bus"
_UNREACHABLE = (OSError, EOFError, ValueError, AuthError, DBusError, asyncio.TimeoutError)
"""What dbus-fast raises where there is no bus; ValueError for an address it cannot read."""

ROLE_PASSWORD = 40
STATE_ACTIVE, STATE_EDITABLE, STATE_FOCUSED = 1, 7, 12
_STATUS = "org.a11y.Status"
_WINDOW_LEVEL = 2  # registry, programs, windows
_MAX_VISITED = 400
"""Objects looked at to find a focus that was there before us; each costs a round trip."""


class AtspiError(Exception):
    """The accessibility bus is not there, or an object does not answer."""


@dataclass(frozen=True, slots=True)
class AccessibleObject:
    """An object of some program: its bus name and path."""

    owner: str
    path: str


class AtspiConnection:
    """A connection that knows which object has the focus.

    ``on_insert`` hears of text that appeared in an object.

    Threads: the desktop bus thread.
    """

    def __init__(self, on_insert: Callable[[AccessibleObject, str], None]) -> None:
        self._on_insert = on_insert
        self._bus: MessageBus | None = None
        self._has_enabled = False
        self.focus: AccessibleObject | None = None

    @property
    def is_open(self) -> bool:
        """Whether the bus still is at the other end."""
        return self._bus is not None and self._bus.connected

    async def open(self) -> None:
        """Connects and asks programs for their focus and text events.

        Raises:
            AtspiError: there is no accessibility bus.
        """
        if self.is_open:
            return
        self.close()
        try:
            await asyncio.wait_for(self._connect(), _OPEN_TIMEOUT_S)
        except (*_UNREACHABLE, AtspiError) as error:
            self.close()
            raise AtspiError(f"no accessibility bus: {error}") from error

    async def _connect(self) -> None:
        address, was_enabled = await _switch_on()
        self._has_enabled = self._has_enabled or not was_enabled
        self._bus = MessageBus(bus_address=address)
        await self._bus.connect()
        self._bus.add_message_handler(self._on_message)
        rule = f"type='signal',interface='{_OBJECT_EVENTS}'"
        bus = "org.freedesktop.DBus"
        await self._call(bus, "/org/freedesktop/DBus", bus, "AddMatch", "s", [rule])
        for event in _EVENTS:
            path = "/org/a11y/atspi/registry"
            await self._call(_REGISTRY, path, _REGISTRY, "RegisterEvent", "s", [event])

    async def find_focus(self) -> AccessibleObject | None:
        """The object that has the focus now; searched for where no event told of it."""
        if self.focus is not None:
            with contextlib.suppress(AtspiError):
                if {STATE_FOCUSED, STATE_EDITABLE} <= await self.states(self.focus):
                    return self.focus
        # GNOME Shell says of parts of its own that they have the focus while a window has it.
        self.focus = None
        with contextlib.suppress(asyncio.TimeoutError):
            found = await asyncio.wait_for(self._search(), _SEARCH_TIMEOUT_S)
            self.focus = found or self.focus
        return self.focus

    async def restore(self) -> None:
        """Switches the desktop's accessibility off again where we switched it on. Idempotent."""
        if self._has_enabled:
            self._has_enabled = False
            with contextlib.suppress(*_UNREACHABLE, AtspiError):
                await asyncio.wait_for(_switch_off(), _CALL_TIMEOUT_S)

    def close(self) -> None:
        """Leaves the bus. Idempotent."""
        bus, self._bus = self._bus, None
        self.focus = None
        if bus is not None:
            bus.disconnect()

    async def role(self, target: AccessibleObject) -> int:
        """The object's role, such as ``ROLE_PASSWORD``."""
        return int((await self.call(target, ACCESSIBLE, "GetRole"))[0])

    async def states(self, target: AccessibleObject) -> frozenset[int]:
        """The object's states, as bit numbers."""
        (words,) = await self.call(target, ACCESSIBLE, "GetState")
        bits = sum(int(word) << (32 * index) for index, word in enumerate(words))
        return frozenset(bit for bit in range(64) if bits >> bit & 1)

    async def interfaces(self, target: AccessibleObject) -> frozenset[str]:
        """The interfaces it has."""
        return frozenset((await self.call(target, ACCESSIBLE, "GetInterfaces"))[0])

    async def counts_utf16(self, target: AccessibleObject) -> bool:
        """Whether offsets count UTF-16 units, as in Qt, instead of code points."""
        return "qt" in await self.toolkit(target)

    async def toolkit(self, target: AccessibleObject) -> str:
        """The toolkit of the object's program, lower case; empty where it does not say."""
        root = AccessibleObject(target.owner, _ROOT_PATH)
        try:
            return str(await self.get(root, APPLICATION, "ToolkitName")).lower()
        except AtspiError:
            return ""

    async def get(self, target: AccessibleObject, interface: str, name: str) -> Any:
        """A property's value."""
        (value,) = await self.call(target, _PROPERTIES, "Get", "ss", [interface, name])
        while isinstance(value, Variant):
            value = value.value
        return value

    async def call(
        self,
        target: AccessibleObject,
        interface: str,
        member: str,
        signature: str = "",
        body: list[Any] | None = None,
    ) -> list[Any]:
        """A method of an object.

        Raises:
            AtspiError: it does not answer, or with an error.
        """
        return await self._call(target.owner, target.path, interface, member, signature, body)

    async def _call(  # a D-Bus call has this many parts
        self,
        destination: str,
        path: str,
        interface: str,
        member: str,
        signature: str = "",
        body: list[Any] | None = None,
    ) -> list[Any]:
        if self._bus is None:
            raise AtspiError("not connected")
        message = Message(
            destination, path, interface, member, signature=signature, body=body or []
        )
        try:
            reply = await asyncio.wait_for(self._bus.call(message), _CALL_TIMEOUT_S)
        except (OSError, EOFError, asyncio.TimeoutError) as error:
            raise AtspiError(f"{member}: no answer") from error
        if reply is None or reply.message_type is MessageType.ERROR:
            raise AtspiError(f"{member}: {reply.error_name if reply else 'no reply'}")
        return list(reply.body)

    def _on_message(self, message: Message) -> None:
        if message.message_type is not MessageType.SIGNAL or message.interface != _OBJECT_EVENTS:
            return
        source = AccessibleObject(message.sender or "", message.path or "")
        detail, gained, _length, value = message.body[:4]
        if message.member == "StateChanged" and detail == "focused":
            if gained:
                self.focus = source
            elif self.focus == source:
                self.focus = None
        elif message.member == "TextChanged" and str(detail).startswith("insert"):
            self._on_insert(source, str(value.value))

    async def _search(self) -> AccessibleObject | None:
        """The focus in the active window of some program; a field before anything else."""
        other: AccessibleObject | None = None
        # Level by level: GNOME Shell's own tree is larger than the limit.
        pending = deque([(AccessibleObject(_REGISTRY, _ROOT_PATH), 0)])
        seen = {pending[0][0]}
        for _ in range(_MAX_VISITED):
            if not pending:
                break
            target, level = pending.popleft()
            with contextlib.suppress(AtspiError):
                states = await self.states(target)
                # A window may itself be the field: Qt has windows of one widget.
                if STATE_FOCUSED in states and level >= _WINDOW_LEVEL:
                    if STATE_EDITABLE in states:
                        return target
                    other = other or target
                if level == _WINDOW_LEVEL and STATE_ACTIVE not in states:
                    continue
                (children,) = await self.call(target, ACCESSIBLE, "GetChildren")
                for owner, path in children:
                    child = AccessibleObject(owner, path)
                    if path != _NULL_PATH and child not in seen:
                        seen.add(child)
                        pending.append((child, level + 1))
        return other


async def _switch_on() -> tuple[str, bool]:
    """Address of the accessibility bus, and whether the desktop's accessibility was on before.

    Qt's programs and browsers stay away from the bus until it is on.
    """
    session = await MessageBus(bus_type=BusType.SESSION).connect()
    try:
        address = await _ask(session, _SESSION_NAME, "GetAddress")
        is_on = await _ask(session, _PROPERTIES, "Get", "ss", [_STATUS, "IsEnabled"])
        if not is_on.value:
            await _set_enabled(session, True)
    finally:
        session.disconnect()
    return str(address), bool(is_on.value)


async def _switch_off() -> None:
    session = await MessageBus(bus_type=BusType.SESSION).connect()
    try:
        await _set_enabled(session, False)
    finally:
        session.disconnect()


async def _set_enabled(session: MessageBus, is_on: bool) -> None:
    body = [_STATUS, "IsEnabled", Variant("b", is_on)]
    await _ask(session, _PROPERTIES, "Set", "ssv", body)


async def _ask(
    session: MessageBus,
    interface: str,
    member: str,
    signature: str = "",
    body: list[Any] | None = None,
) -> Any:
    reply = await session.call(
        Message(
            _SESSION_NAME, _SESSION_PATH, interface, member, signature=signature, body=body or []
        )
    )
    if reply is None or reply.message_type is MessageType.ERROR:
        raise AtspiError(f"org.a11y.Bus: {member}: {reply.error_name if reply else 'no reply'}")
    return reply.body[0] if reply.body else None
