"""A private GNOME Shell on Wayland without a screen, and a keyboard to press keys on it."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus

from tests.helpers.desktop.x_desktop import HERE, Target, XDesktop, wait_for

CTRL, ALT, SPACE, A, BACKSPACE, ESCAPE = 29, 56, 57, 30, 14, 1
"""Key codes of linux/input-event-codes.h."""

_SHELL = "org.gnome.Shell"
_REMOTE = "org.gnome.Mutter.RemoteDesktop"
NEEDED = ("gnome-shell", "dbus-daemon", "ibus-daemon")


class GnomeDesktop(XDesktop):
    """Session bus, a system bus with a mock of logind, GNOME Shell and the ibus it starts."""

    def start_shell(self, *, with_xwayland: bool = False) -> None:
        """Brings it up; needs python3-dbusmock."""
        self.env |= {"XDG_SESSION_TYPE": "wayland", "XDG_CURRENT_DESKTOP": "GNOME"}
        self.env["GSETTINGS_BACKEND"] = "keyfile"  # what is granted outlives the program that asked
        self.env.pop("NO_AT_BRIDGE", None)
        self.start_bus()
        session = self.env["DBUS_SESSION_BUS_ADDRESS"]
        self.start_bus()
        self.env["DBUS_SYSTEM_BUS_ADDRESS"] = self.env["DBUS_SESSION_BUS_ADDRESS"]
        self.env["DBUS_SESSION_BUS_ADDRESS"] = session
        mock = ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind"]
        self.processes.start(mock, self.env)
        time.sleep(1)
        shell = ["gnome-shell", "--headless", "--virtual-monitor", "1280x800"]
        without = [] if with_xwayland else ["--no-x11"]
        self.processes.start([*shell, "--wayland", "--unsafe-mode", *without], self.env)
        socket = Path(self.env["XDG_RUNTIME_DIR"]) / "wayland-0"
        wait_for(socket.exists, 60, "GNOME Shell")
        self.env["WAYLAND_DISPLAY"] = "wayland-0"
        # What the bus starts, the portal's back end among it, has to find the display.
        self.run("dbus-update-activation-environment", "WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP")
        wait_for(lambda: "unix:" in self.run("ibus", "address", check=False).stdout, 30, "ibus")
        time.sleep(3)
        properties = "org.freedesktop.DBus.Properties.Set"
        self._gdbus("/org/gnome/Shell", properties, _SHELL, "OverviewActive", "<false>")
        if with_xwayland:
            for name in ("DISPLAY", "XAUTHORITY"):
                self.env[name] = self._evaluate(f"imports.gi.GLib.getenv('{name}')")

    def start_field(self, toolkit: str, kind: str, name: str, input_module: str = "ibus") -> Target:
        """A window with one field, focused; ``input_module``: GTK's and Qt's, "" their default."""
        out = self.folder / f"{name}.txt"
        python = sys.executable if toolkit == "qt" else "/usr/bin/python3"
        env = self.env | {
            "QT_QPA_PLATFORM": "wayland",
            "GDK_BACKEND": "wayland",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        }
        if input_module:
            env |= {"GTK_IM_MODULE": input_module, "QT_IM_MODULE": input_module}
        script = str(HERE / f"target_{toolkit}.py")
        process = self.processes.start([python, script, kind, str(out), name], env)
        wait_for(out.exists, 30, name)
        time.sleep(1)
        self.activate(name)
        return Target(self, process, out, name)

    def activate(self, title: str) -> None:
        """Gives the window of that title the focus."""
        window = (
            f"global.get_window_actors().map(a => a.meta_window).find(w => w.title == '{title}')"
        )
        activate = f"{window}.activate(global.get_current_time())"
        self._evaluate(activate)
        time.sleep(0.5)

    def picture(self, file: Path) -> None:
        """Takes a picture of the screen."""
        method = "org.gnome.Shell.Screenshot.Screenshot"
        self._gdbus("/org/gnome/Shell/Screenshot", method, "false", "false", str(file))

    def _evaluate(self, script: str) -> str:
        """Has the shell run a line of JavaScript; a text that it gives."""
        printed = self._gdbus("/org/gnome/Shell", "org.gnome.Shell.Eval", script)
        return printed.removeprefix("(true, '\"").removesuffix("\"')")

    def _gdbus(self, path: str, method: str, *arguments: str) -> str:
        call = ["gdbus", "call", "--session", "-d", _SHELL, "-o", path, "-m", method]
        return self.run(*call, *arguments).stdout.strip()


class RemoteKeyboard:
    """Presses keys through a remote desktop session, which also gives the seat a keyboard."""

    def __init__(self) -> None:
        self._bus: MessageBus | None = None
        self._session = ""

    async def open(self) -> None:
        """Begins the session; it lives as long as the connection."""
        self._bus = await MessageBus().connect()
        path = "/org/gnome/Mutter/RemoteDesktop"
        (self._session,) = await self._call(path, _REMOTE, "CreateSession")
        await self._call(self._session, f"{_REMOTE}.Session", "Start")

    async def press(self, *keys: int) -> None:
        """Presses keys together and lets them go."""
        await self.hold(*keys)
        await self.let_go(*reversed(keys))

    async def hold(self, *keys: int) -> None:
        """Presses keys one after the other, and keeps them down."""
        for key in keys:
            await self._notify(key, is_down=True)

    async def let_go(self, *keys: int) -> None:
        """Lets keys go, one after the other."""
        for key in keys:
            await self._notify(key, is_down=False)

    async def _notify(self, key: int, *, is_down: bool) -> None:
        interface = f"{_REMOTE}.Session"
        await self._call(self._session, interface, "NotifyKeyboardKeycode", "ub", [key, is_down])
        await asyncio.sleep(0.01)

    def close(self) -> None:
        """Ends the session."""
        if self._bus is not None:
            self._bus.disconnect()

    async def _call(
        self, path: str, interface: str, member: str, signature: str = "", body: Any = None
    ) -> list[Any]:
        assert self._bus is not None
        reply = await self._bus.call(
            Message(_REMOTE, path, interface, member, signature=signature, body=body or [])
        )
        assert reply is not None
        assert reply.message_type is MessageType.METHOD_RETURN, reply.body
        return list(reply.body)


@contextlib.contextmanager
def gnome_desktop(*, with_xwayland: bool = False) -> Iterator[GnomeDesktop]:
    """The desktop for the time of a ``with`` block."""
    missing = [program for program in NEEDED if shutil.which(program) is None]
    if missing:
        raise RuntimeError(f"not installed: {', '.join(missing)}")
    with tempfile.TemporaryDirectory(prefix="cosy-", ignore_cleanup_errors=True) as folder:
        desktop = GnomeDesktop(Path(folder))
        try:
            desktop.start_shell(with_xwayland=with_xwayland)
            yield desktop
        finally:
            desktop.stop()
