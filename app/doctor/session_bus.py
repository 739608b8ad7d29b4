"""Single calls on the session bus, where there may be none."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping

from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus

_CALL_TIMEOUT_S = 2.0
_BUS, _BUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"


async def names(*, with_startable: bool = False) -> tuple[str, ...]:
    """The names on the bus, and those it could start; none where there is no bus."""
    found: list[str] = []
    for member in ("ListNames", "ListActivatableNames")[: 1 + with_startable]:
        reply = await call(Message(_BUS, _BUS_PATH, _BUS, member))
        found += reply.body[0] if reply is not None else ()
    return tuple(found)


async def call(message: Message) -> Message | None:
    """A call on the session bus; None where it has no good answer."""
    if not _may_exist(os.environ):
        return None
    try:
        bus = await asyncio.wait_for(MessageBus().connect(), _CALL_TIMEOUT_S)
    except Exception:  # noqa: BLE001  # dbus-fast raises plain ones too
        return None
    try:
        reply = await asyncio.wait_for(bus.call(message), _CALL_TIMEOUT_S)
    except (OSError, EOFError, asyncio.TimeoutError):
        return None
    finally:
        bus.disconnect()
        await asyncio.sleep(0)
    is_good = reply is not None and reply.message_type is MessageType.METHOD_RETURN
    return reply if is_good else None


def _may_exist(environ: Mapping[str, str]) -> bool:
    return bool(environ.get("DBUS_SESSION_BUS_ADDRESS") or environ.get("XDG_RUNTIME_DIR"))
