from __future__ import annotations

import asyncio
import subprocess

import pytest
from dbus_fast import BusType, Message, Variant
from dbus_fast.aio import MessageBus

from app.desktop.logind import Presence, PresenceWatch


def test_user_is_there_only_while_nothing_speaks_against_it() -> None:
    assert Presence().is_there
    assert not Presence(is_locked=True).is_there
    assert not Presence(is_active=False).is_there
    assert not Presence(is_asleep=True).is_there


@pytest.mark.parametrize("address", ["unix:path=/nowhere", "nonsense"])
def test_without_logind_the_user_is_there(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)

    async def scenario() -> None:
        watch = PresenceWatch(lambda _presence: None)
        assert not await watch.open()
        assert watch.presence.is_there
        watch.close()

    asyncio.run(scenario())


@pytest.mark.desktop
def test_lock_switch_and_sleep_are_followed(
    session_bus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", session_bus)
    monkeypatch.setenv("XDG_SESSION_ID", "c1")
    mock = subprocess.Popen(
        ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        asyncio.run(_follow(session_bus))
    finally:
        mock.terminate()
        mock.wait(5)


class Logind:
    """dbusmock's logind, told what to do."""

    def __init__(self, bus: MessageBus) -> None:
        self._bus = bus

    async def wait(self) -> None:
        while True:
            reply = await self._bus.call(
                Message(
                    "org.freedesktop.DBus",
                    "/org/freedesktop/DBus",
                    "org.freedesktop.DBus",
                    "NameHasOwner",
                    signature="s",
                    body=["org.freedesktop.login1"],
                )
            )
            if reply is not None and reply.body[0]:
                return
            await asyncio.sleep(0.02)

    async def tell(self, path: str, member: str, signature: str, *body: object) -> None:
        message = Message(
            "org.freedesktop.login1",
            path,
            "org.freedesktop.DBus.Mock",
            member,
            signature=signature,
            body=list(body),
        )
        reply = await self._bus.call(message)
        assert reply is not None
        assert not reply.error_name, reply.body

    async def emit(self, path: str, name: str, signature: str = "", *body: object) -> None:
        interface, _, member = name.rpartition(".")
        values = [Variant(kind, value) for kind, value in zip(signature, body, strict=True)]
        await self.tell(path, "EmitSignal", "sssav", interface, member, signature, values)


async def _follow(address: str) -> None:
    bus = await MessageBus(bus_address=address, bus_type=BusType.SYSTEM).connect()
    logind = Logind(bus)
    await asyncio.wait_for(logind.wait(), 10)
    manager = "/org/freedesktop/login1"
    await logind.tell(manager, "AddSession", "ssusb", "c1", "seat0", 1000, "user", True)
    seen: asyncio.Queue[Presence] = asyncio.Queue()
    watch = PresenceWatch(seen.put_nowait)
    assert await watch.open()
    session = f"{manager}/session/c1"

    async def expect(presence: Presence) -> None:
        assert await asyncio.wait_for(seen.get(), 5) == presence

    await logind.emit(session, "org.freedesktop.login1.Session.Lock")
    await expect(Presence(is_locked=True))
    await logind.emit(session, "org.freedesktop.login1.Session.Unlock")
    await expect(Presence())
    for is_asleep in (True, False):
        await logind.emit(manager, "org.freedesktop.login1.Manager.PrepareForSleep", "b", is_asleep)
        await expect(Presence(is_asleep=is_asleep))
    active = {"Active": Variant("b", False)}
    kind = "org.freedesktop.login1.Session"
    await logind.tell(session, "UpdateProperties", "sa{sv}", kind, active)
    await expect(Presence(is_active=False))
    watch.close()
    watch.close()
    bus.disconnect()
