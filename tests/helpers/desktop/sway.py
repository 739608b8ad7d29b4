"""A private sway without a screen: a wlroots compositor, which wtype can type on."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.helpers.desktop.x_desktop import HERE, Target, XDesktop, missing_programs, wait_for

NEEDED = ("sway", "wtype", "dbus-daemon", "setpriv")
_NOBODY = 65_534
_CONFIG = "output HEADLESS-1 resolution 1280x800\nxwayland disable\n"


class SwayDesktop(XDesktop):
    """Session bus and sway."""

    def start_sway(self) -> None:
        """Brings it up."""
        self.env |= {
            "XDG_SESSION_TYPE": "wayland",
            "XDG_CURRENT_DESKTOP": "sway",
            "WLR_BACKENDS": "headless",
            "WLR_LIBINPUT_NO_DEVICES": "1",
            "WLR_RENDERER": "pixman",
        }
        self.start_bus()
        config = self.folder / "config"
        config.write_text(_CONFIG, encoding="ascii")
        command = ["sway", "-c", str(config)]
        runtime = Path(self.env["XDG_RUNTIME_DIR"])
        if os.geteuid() == 0:  # which sway refuses to be
            self.folder.chmod(0o755)
            for owned in (runtime, Path(self.env["HOME"])):
                os.chown(owned, _NOBODY, _NOBODY)
            who = [f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups"]
            command = ["setpriv", *who, *command]
        self.processes.start(command, self.env)

        def sockets() -> list[str]:
            return [p.name for p in runtime.glob("wayland-*") if p.suffix != ".lock"]

        wait_for(sockets, 20, "sway")
        self.env["WAYLAND_DISPLAY"] = sockets()[0]

    def plug_keyboard(self) -> None:
        """Gives the seat a keyboard for good, as a desktop has: one that types nothing."""
        self.processes.start(["wtype", "-s", "86400000"], self.env)
        time.sleep(0.5)

    def start_field(self, toolkit: str, kind: str, name: str) -> Target:
        """A window with one field; sway gives the only window the focus."""
        out = self.folder / f"{name}.txt"
        python = sys.executable if toolkit == "qt" else "/usr/bin/python3"
        env = self.env | {"QT_QPA_PLATFORM": "wayland", "GDK_BACKEND": "wayland"}
        script = str(HERE / f"target_{toolkit}.py")
        process = self.processes.start([python, script, kind, str(out), name], env)
        wait_for(out.exists, 30, name)
        time.sleep(1.5)
        return Target(self, process, out, name)


@contextlib.contextmanager
def sway_desktop() -> Iterator[SwayDesktop]:
    """The desktop for the time of a ``with`` block."""
    missing = missing_programs(NEEDED)
    if missing:
        raise RuntimeError(f"not installed: {', '.join(missing)}")
    with tempfile.TemporaryDirectory(prefix="cosy-", ignore_cleanup_errors=True) as folder:
        desktop = SwayDesktop(Path(folder))
        try:
            desktop.start_sway()
            yield desktop
        finally:
            desktop.stop()
