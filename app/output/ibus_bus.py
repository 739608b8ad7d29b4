"""The connection to the IBus daemon: its address, its calls, our registration with it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dbus_fast import AuthError, BusType, DBusError, Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from app.output import ibus_wire
from app.output.ibus_engine import Engine, EngineListener, EngineState, Factory, Service

IBUS = "org.freedesktop.IBus"
_IBUS_PATH = "/org/freedesktop/IBus"
_ENGINE_PATH = "/org/freedesktop/IBus/Engine/cosyscribe"
_CONNECT_TIMEOUT_S = 2.0
_CALL_TIMEOUT_S = 1.0


class IBusError(Exception):
    """The IBus daemon is not there, went away, or said no."""


def find_address(environ: Mapping[str, str]) -> str | None:
    """The daemon's D-Bus address, the way libibus finds it (``ibus_get_address``)."""
    if environ.get("IBUS_ADDRESS"):
        return environ["IBUS_ADDRESS"]
    file_name = environ.get("IBUS_ADDRESS_FILE")
    if file_name:
        return read_address_file(Path(file_name))
    config = environ.get("XDG_CONFIG_HOME") or str(Path(environ.get("HOME", "/")) / ".config")
    folder = Path(config) / "ibus" / "bus"
    for suffix in _address_suffixes(environ):
        for path in sorted(folder.glob(f"*-{suffix}")):
            address = read_address_file(path)
            if address:
                return address
    return None


def read_address_file(path: Path) -> str | None:
    """The address in one file, or None where its daemon no longer runs."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    values = dict(line.split("=", 1) for line in lines if "=" in line and line[0] != "#")
    pid = values.get("IBUS_DAEMON_PID", "")
    if not pid.isdecimal() or not Path(f"/proc/{pid}").exists():
        return None
    return values.get("IBUS_ADDRESS")


def _address_suffixes(environ: Mapping[str, str]) -> tuple[str, ...]:
    suffixes = []
    wayland = environ.get("WAYLAND_DISPLAY")
    if wayland:
        suffixes.append(f"unix-{Path(wayland).name}")
    host, _, number = environ.get("DISPLAY", "").rpartition(":")
    if number:
        suffixes.append(f"{host or 'unix'}-{number.partition('.')[0]}")
    return tuple(suffixes)


class IBusConnection:
    """One registered connection to the daemon.

    Threads: the desktop bus thread.
    """

    def __init__(self, listener: EngineListener) -> None:
        self._listener = listener
        self._bus: MessageBus | None = None
        self._engines = 0
        self._objects: dict[str, tuple[Engine, Service]] = {}
        self.state = EngineState(listener)

    @property
    def is_open(self) -> bool:
        """Whether the daemon still is at the other end."""
        return self._bus is not None and self._bus.connected

    async def open(self, environ: Mapping[str, str] = os.environ) -> None:
        """Connects and registers our engine; does nothing where that is done.

        Raises:
            IBusError: the daemon is not there or refuses.
        """
        if self.is_open:
            return
        self.close()
        address = find_address(environ)
        if address is None:
            raise IBusError("ibus-daemon does not run in this session")
        try:
            self._bus = await asyncio.wait_for(
                MessageBus(bus_address=address, bus_type=BusType.SESSION).connect(),
                _CONNECT_TIMEOUT_S,
            )
            self._bus.export(f"{_IBUS_PATH}/Factory", Factory(self._create_engine))
            await self._bus.request_name(ibus_wire.BUS_NAME)
            await self.call("RegisterComponent", "v", [ibus_wire.component()])
        except (OSError, EOFError, ValueError, AuthError, DBusError, asyncio.TimeoutError) as error:
            self.close()
            raise IBusError(f"cannot register with ibus-daemon: {error}") from error

    def close(self) -> None:
        """Leaves the daemon; our engine goes with the connection. Idempotent."""
        bus, self._bus = self._bus, None
        self._objects.clear()
        self.state = EngineState(self._listener)
        if bus is not None:
            bus.disconnect()

    async def global_engine(self) -> str | None:
        """Name of the engine in use, or None where there is none yet."""
        value = await self._property("GlobalEngine")
        return ibus_wire.engine_name(value) or None

    async def current_context(self) -> str | None:
        """Object path of the field that has the focus, or None where the daemon names none."""
        value = await self._property("CurrentInputContext")
        while isinstance(value, Variant):
            value = value.value
        return value if isinstance(value, str) else None

    async def _property(self, name: str) -> Any:
        """A property's value; None where the daemon answers with an error: it has none to give."""
        try:
            reply = await self.call(
                "Get", "ss", [IBUS, name], interface="org.freedesktop.DBus.Properties"
            )
        except IBusError:
            if not self.is_open:
                raise
            return None
        return reply[0]

    async def set_global_engine(self, name: str) -> None:
        """Makes an engine the one in use, everywhere."""
        await self.call("SetGlobalEngine", "s", [name])

    async def emit(self, member: str, signature: str, body: list[Any]) -> None:
        """Sends a signal from the engine object in use."""
        if self._bus is None or not self.is_open:
            raise IBusError("ibus-daemon went away")
        try:
            await self._bus.send(
                Message(
                    message_type=MessageType.SIGNAL,
                    path=self.state.path or f"{_ENGINE_PATH}/{self._engines}",
                    interface="org.freedesktop.IBus.Engine",
                    member=member,
                    signature=signature,
                    body=body,
                )
            )
        except (OSError, EOFError) as error:
            raise IBusError(f"ibus-daemon went away: {error}") from error

    async def call(
        self, member: str, signature: str = "", body: list[Any] | None = None, interface: str = IBUS
    ) -> list[Any]:
        """One method call on the daemon.

        Raises:
            IBusError: no answer, or an error for an answer.
        """
        if self._bus is None:
            raise IBusError("ibus-daemon went away")
        message = Message(
            destination=IBUS,
            path=_IBUS_PATH,
            interface=interface,
            member=member,
            signature=signature,
            body=body or [],
        )
        try:
            reply = await asyncio.wait_for(self._bus.call(message), _CALL_TIMEOUT_S)
        except (OSError, EOFError, asyncio.TimeoutError) as error:
            raise IBusError(f"{member}: ibus-daemon does not answer") from error
        if reply is None or reply.message_type is MessageType.ERROR:
            raise IBusError(f"{member}: {reply.error_name if reply else 'no reply'}")
        return list(reply.body)

    def _create_engine(self) -> str:
        assert self._bus is not None
        self._engines += 1
        path = f"{_ENGINE_PATH}/{self._engines}"
        engine = Engine(path, self.state)
        service = Service(lambda: self._drop_engine(path))
        self._objects[path] = (engine, service)
        self._bus.export(path, engine)
        self._bus.export(path, service)
        self.state.path = path
        return path

    def _drop_engine(self, path: str) -> None:
        if self._objects.pop(path, None) and self._bus is not None:
            # Not from within the call that is being answered.
            asyncio.get_running_loop().call_soon(self._bus.unexport, path)


def preedit(content: str) -> tuple[str, list[Any]]:
    """Signature and body of ``UpdatePreeditText``; mode 0 drops it when the focus goes."""
    body = [ibus_wire.text(content, is_underlined=True), len(content), bool(content), 0]
    return "vubu", body


def commit(content: str) -> tuple[str, list[Variant]]:
    """Signature and body of ``CommitText``."""
    return "v", [ibus_wire.text(content)]
