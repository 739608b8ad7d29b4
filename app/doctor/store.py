"""Looks for the keyring that keeps the key of the history."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from dbus_fast import Message

from app.doctor import session_bus
from app.doctor.finding import Area, Finding, State
from engine.settings import Settings

_SECRETS, _PATH = "org.freedesktop.secrets", "/org/freedesktop/secrets"
_SERVICE = "org.freedesktop.Secret.Service"
_COLLECTION = "org.freedesktop.Secret.Collection"
_NONE = "/"


def check_keyring(_settings: Settings) -> Iterator[Finding]:
    """Whether the desktop has a keyring, and it is open; nothing is read from it.

    https://specifications.freedesktop.org/secret-service/
    """
    yield asyncio.run(_look())


async def _look() -> Finding:
    names = await session_bus.names(with_startable=True)
    if not names:
        return _finding(State.UNKNOWN, "there is no session bus", "run this in a desktop session")
    if _SECRETS not in names:
        reason = "the desktop has no keyring (Secret Service)"
        return _finding(State.FAILS, reason, "install one: sudo apt install gnome-keyring")
    message = Message(_SECRETS, _PATH, _SERVICE, "ReadAlias", signature="s", body=["default"])
    reply = await session_bus.call(message)
    if reply is None:
        return _finding(State.FAILS, "the keyring does not answer", "log out and in again")
    path = str(reply.body[0])
    if path == _NONE:
        action = "make a default keyring in Passwords and Keys (seahorse)"
        return _finding(State.FAILS, "the keyring is empty: it has no default collection", action)
    properties = "org.freedesktop.DBus.Properties"
    message = Message(
        _SECRETS, path, properties, "Get", signature="ss", body=[_COLLECTION, "Locked"]
    )
    reply = await session_bus.call(message)
    if reply is None or reply.body[0].value:
        action = "unlock it in Passwords and Keys (seahorse)"
        return _finding(State.FAILS, "the keyring is locked", action)
    return _finding(State.WORKS, "the desktop's keyring is there and open")


def _finding(state: State, reason: str, action: str = "") -> Finding:
    return Finding("keyring", Area.STORE, state, reason, action)
