"""Whether the user is there: screen locks, session switches and sleep, from systemd-logind."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dbus_fast import AuthError, BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus

_log = logging.getLogger("ui")

_LOGIND = "org.freedesktop.login1"
_MANAGER_PATH = "/org/freedesktop/login1"
_MANAGER = "org.freedesktop.login1.Manager"
_SESSION = "org.freedesktop.login1.Session"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_TIMEOUT_S = 2.0


@dataclass(frozen=True, slots=True)
class Presence:
    """What logind says of the session.

    Attributes:
        is_locked: the screen is locked.
        is_active: the session is the one on the screen.
        is_asleep: the machine is about to sleep, or sleeps.
    """

    is_locked: bool = False
    is_active: bool = True
    is_asleep: bool = False

    @property
    def is_there(self) -> bool:
        """Whether the microphone may be open and text delivered."""
        return self.is_active and not self.is_locked and not self.is_asleep


class PresenceWatch:
    """Follows the session's lock, activity and the machine's sleep.

    Where there is no logind the user is taken to be there.

    Threads: the desktop bus thread; ``on_change`` runs there and must not block.
    """

    def __init__(self, on_change: Callable[[Presence], None]) -> None:
        self._on_change = on_change
        self._bus: MessageBus | None = None
        self._session_path = ""
        self.presence = Presence()

    async def open(self) -> bool:
        """Connects and reads the state; False where there is no logind."""
        try:
            self._bus = await asyncio.wait_for(
                MessageBus(bus_type=BusType.SYSTEM).connect(), _TIMEOUT_S
            )
            self._session_path = await self._find_session()
            self._bus.add_message_handler(self._on_message)
            await self._match(f"type='signal',sender='{_LOGIND}',interface='{_MANAGER}'")
            await self._match(f"type='signal',sender='{_LOGIND}',path='{self._session_path}'")
            await self._read()
        except (
            OSError,
            EOFError,
            ValueError,
            AuthError,
            asyncio.TimeoutError,
            _CallError,
        ) as error:
            _log.info("no logind: %s", error)
            self.close()
            return False
        return True

    def close(self) -> None:
        """Stops following. Idempotent."""
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.disconnect()

    async def _find_session(self) -> str:
        try:
            (path,) = await self._call("GetSessionByPID", "u", [os.getpid()])
        except _CallError:
            # Started by the user's service manager we are in no session: take the one shown.
            session = os.environ.get("XDG_SESSION_ID") or "auto"
            (path,) = await self._call("GetSession", "s", [session])
        return str(path)

    async def _read(self) -> None:
        (values,) = await self._call(
            "GetAll", "s", [_SESSION], path=self._session_path, interface=_PROPERTIES
        )
        self._take(values)

    def _on_message(self, message: Message) -> None:
        if message.message_type is not MessageType.SIGNAL:
            return
        if message.member == "PrepareForSleep":
            self._set(is_asleep=bool(message.body[0]))
        elif message.path != self._session_path:
            return
        elif message.member == "Lock":
            self._set(is_locked=True)
        elif message.member == "Unlock":
            self._set(is_locked=False)
        elif message.member == "PropertiesChanged" and message.body[0] == _SESSION:
            self._take(message.body[1])

    def _take(self, values: dict[str, Variant]) -> None:
        now = self.presence
        is_locked, is_active = now.is_locked, now.is_active
        if "LockedHint" in values:
            is_locked = bool(values["LockedHint"].value)
        if "Active" in values:
            is_active = bool(values["Active"].value)
        self._set(is_locked=is_locked, is_active=is_active)

    def _set(
        self,
        *,
        is_locked: bool | None = None,
        is_active: bool | None = None,
        is_asleep: bool | None = None,
    ) -> None:
        before = self.presence
        self.presence = Presence(
            before.is_locked if is_locked is None else is_locked,
            before.is_active if is_active is None else is_active,
            before.is_asleep if is_asleep is None else is_asleep,
        )
        if self.presence != before:
            self._on_change(self.presence)

    async def _match(self, rule: str) -> None:
        await self._call(
            "AddMatch",
            "s",
            [rule],
            destination="org.freedesktop.DBus",
            path="/org/freedesktop/DBus",
            interface="org.freedesktop.DBus",
        )

    async def _call(
        self,
        member: str,
        signature: str,
        body: list[Any],
        *,
        path: str = _MANAGER_PATH,
        interface: str = _MANAGER,
        destination: str = _LOGIND,
    ) -> list[Any]:
        assert self._bus is not None
        message = Message(
            destination=destination,
            path=path,
            interface=interface,
            member=member,
            signature=signature,
            body=body,
        )
        reply = await asyncio.wait_for(self._bus.call(message), _TIMEOUT_S)
        if reply is None or reply.message_type is MessageType.ERROR:
            raise _CallError(f"{member}: {reply.error_name if reply else 'no reply'}")
        return list(reply.body)


class _CallError(Exception):
    """logind, or the bus, said no."""
