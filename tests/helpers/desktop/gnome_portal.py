"""The installed program with GNOME's own global shortcuts: its key, its microphone, its signals."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus

from tests.helpers.desktop.gnome import ALT, CTRL, SPACE, GnomeDesktop, RemoteKeyboard
from tests.helpers.desktop.x_desktop import HERE

CHORD = (CTRL, ALT, SPACE)
DIALOG = "gnome-control-center-global-shortcuts-provider"
_MIC = HERE.parent / "virtual-mic"
_PORTAL = "org.freedesktop.portal"
_WATCHED = ("org.cosyscribe.CosyScribe", f"{_PORTAL}.GlobalShortcuts", f"{_PORTAL}.Request")


@dataclass(frozen=True, slots=True)
class Heard:
    """A signal: when it came, by ``time.time()``, its name, and its first value or two."""

    at_s: float
    name: str
    body: tuple[Any, ...]


class Watch:
    """Everything the portal and the program signal."""

    def __init__(self) -> None:
        self._bus: MessageBus | None = None
        self._came = asyncio.Event()
        self.heard: list[Heard] = []

    async def open(self) -> None:
        self._bus = await MessageBus().connect()
        self._bus.add_message_handler(self._on_message)
        rules = [f"type='signal',interface='{name}'" for name in _WATCHED]
        name, path = "org.freedesktop.DBus", "/org/freedesktop/DBus"
        monitoring = f"{name}.Monitoring"
        await self._bus.call(
            Message(name, path, monitoring, "BecomeMonitor", signature="asu", body=[rules, 0])
        )

    def close(self) -> None:
        if self._bus is not None:
            self._bus.disconnect()

    def since(self, mark: int, name: str) -> list[Heard]:
        """The signals of that name after the first ``mark`` of all."""
        return [heard for heard in self.heard[mark:] if heard.name == name]

    def states(self, mark: int) -> list[str]:
        """The program's states since then."""
        return [str(heard.body[0]) for heard in self.since(mark, "StateChanged")]

    async def wait(self, is_there: Callable[[], object], timeout_s: float) -> bool:
        """Waits for what a signal brings; False where it did not come."""
        until = time.monotonic() + timeout_s
        while not is_there():
            self._came.clear()
            try:
                await asyncio.wait_for(self._came.wait(), max(0.0, until - time.monotonic()))
            except asyncio.TimeoutError:
                return bool(is_there())
        return True

    def _on_message(self, message: Message) -> None:
        if message.message_type is MessageType.SIGNAL and message.interface in _WATCHED:
            self.heard.append(Heard(time.time(), message.member or "", tuple(message.body)))
            self._came.set()


class Session:
    """The desktop with a keyboard, a microphone and the program.

    Attributes:
        watch: what is signalled.
        keyboard: the user's.
    """

    def __init__(self, desktop: GnomeDesktop, microphone: dict[str, str]) -> None:
        self.desktop = desktop
        self.watch = Watch()
        self.keyboard = RemoteKeyboard()
        self._microphone = microphone
        self._program: subprocess.Popen[bytes] | None = None
        self._log: Path | None = None

    async def open(self) -> None:
        await self.watch.open()
        await self.keyboard.open()

    async def close(self) -> None:
        await self.stop_program()
        self.keyboard.close()
        self.watch.close()

    async def start_program(self, *, answer: str = "") -> bool:
        """Starts it and presses ``answer`` in the desktop's dialog; whether it has its key.

        Without an answer no dialog is expected.
        """
        mark = len(self.watch.heard)
        env = self.desktop.env | self._microphone | {"COSYSCRIBE_LOG": "debug"}
        self._program = self.desktop.processes.start(["cosyscribe"], env)
        logs = self.desktop.folder.glob("cosyscribe-*.log")
        self._log = max(logs, key=lambda log: log.stat().st_mtime_ns)
        if answer:
            await self.answer_dialog(answer)
        bound = await self.watch.wait(lambda: self._bound(mark), 20)
        await asyncio.sleep(2)  # the window is there, and the model loaded
        return bound

    async def answer_dialog(self, button: str) -> None:
        """Presses a button of the dialog, once there is one."""
        script = ["/usr/bin/python3", str(HERE / "press_button.py"), DIALOG, button]
        until = time.monotonic() + 20
        while (await asyncio.to_thread(self.desktop.run, *script, check=False)).returncode:
            if time.monotonic() > until:
                raise TimeoutError("the desktop asked nothing")
            await asyncio.sleep(0.2)

    async def stop_program(self) -> None:
        if self._program is not None:
            await asyncio.to_thread(self.desktop.processes.stop, self._program)
        self._program = None

    @property
    def pid(self) -> int:
        assert self._program is not None
        return self._program.pid

    def log(self) -> str:
        """What the program printed."""
        return self._log.read_text(encoding="utf-8", errors="replace") if self._log else ""

    def threads_and_descriptors(self) -> tuple[int, int]:
        """How many the program has."""
        process = Path("/proc", str(self.pid))
        return len(list(process.glob("task/*"))), len(list(process.glob("fd/*")))

    async def say(self, recording: Path) -> None:
        """Speaks a recording into the microphone."""
        await asyncio.to_thread(_microphone, self.desktop.folder / "mic", "play", str(recording))

    async def picture(self, file: Path) -> None:
        """Takes one of the screen."""
        await asyncio.to_thread(self.desktop.picture, file)

    async def wait_for_state(self, state: str, mark: int, timeout_s: float = 15) -> bool:
        return await self.watch.wait(lambda: state in self.watch.states(mark), timeout_s)

    def _bound(self, mark: int) -> bool:
        return any("shortcuts" in heard.body[1] for heard in self.watch.since(mark, "Response"))


@contextmanager
def microphone(desktop: GnomeDesktop) -> Iterator[dict[str, str]]:
    """A microphone for the time of a ``with`` block; what a program needs to find it."""
    folder = desktop.folder / "mic"
    try:
        printed = _microphone(folder, "up")
        found = dict(re.findall(r"^export (\w+)=(.*)$", printed, re.MULTILINE))
        # The program's own directory stays the desktop's.
        yield {name: found[name] for name in ("PIPEWIRE_RUNTIME_DIR",)}
    finally:
        _microphone(folder, "down")


def _microphone(folder: Path, *arguments: str) -> str:
    output = folder.with_suffix(".out")
    with output.open("w") as file:
        subprocess.run(
            [str(_MIC), *arguments],
            env={**os.environ, "VIRTUAL_MIC_DIR": str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=file,
            check=True,
            timeout=60,
        )
    return output.read_text()
