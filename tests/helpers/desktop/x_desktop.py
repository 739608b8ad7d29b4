"""A private X11 desktop without a screen: session bus, Xvfb, openbox, and ibus if wanted."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
NEEDED = ("Xvfb", "openbox", "ibus-daemon", "xdotool", "dbus-daemon")


def missing_programs(names: Sequence[str] = NEEDED) -> list[str]:
    """Which of the programs are not installed."""
    return [name for name in names if shutil.which(name) is None]


def wait_for(condition: Callable[[], object], timeout_s: float = 10.0, what: str = "") -> None:
    """Waits for something another process does; that is all a test can do there."""
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {timeout_s} s for {what or condition}")
        time.sleep(0.005)


class Processes:
    """Processes we started, ended in reverse order."""

    def __init__(self, log_dir: Path) -> None:
        self._log_dir = log_dir
        self._running: list[subprocess.Popen[bytes]] = []

    def start(
        self, arguments: Sequence[str], env: dict[str, str], pass_fds: Sequence[int] = ()
    ) -> subprocess.Popen[bytes]:
        """Starts one, its output in a log file named after it."""
        log = self._log_dir / f"{Path(arguments[0]).name}-{len(self._running)}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                list(arguments),
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                pass_fds=pass_fds,
            )
        self._running.append(process)
        return process

    def stop(self, process: subprocess.Popen[bytes], sig: int = signal.SIGTERM) -> None:
        """Ends one and waits for it."""
        if process.poll() is None:
            process.send_signal(sig)
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(5)
        if process in self._running:
            self._running.remove(process)

    def stop_all(self) -> None:
        """Ends all, the last started first."""
        for process in reversed(self._running[:]):
            self.stop(process)


class XDesktop:
    """The desktop; ``env`` is what programs in it get."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes = Processes(folder)
        runtime = folder / "run"
        runtime.mkdir(mode=0o700)
        home = folder / "home"
        home.mkdir()
        kept = ("PATH", "LANG", "LC_ALL", "COSYSCRIBE_TEST_DATA", "COSYSCRIBE_MODELS")
        self.env = {key: os.environ[key] for key in kept if key in os.environ}
        self.env |= {
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(runtime),
            "XDG_SESSION_TYPE": "x11",
            "XDG_CURRENT_DESKTOP": "openbox",
            "LANG": "C.UTF-8",
            "GSETTINGS_BACKEND": "memory",
            "NO_AT_BRIDGE": "1",
            "PYTHONPATH": str(ROOT),
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        self.ibus: subprocess.Popen[bytes] | None = None
        self.bus: subprocess.Popen[bytes] | None = None

    def start(self, *, with_ibus: bool = True) -> None:
        """Brings it up."""
        self.start_bus()
        self._start_x()
        self.processes.start(["openbox"], self.env)
        self.xdotool_ready()
        if with_ibus:
            self.start_ibus()

    def start_bus(self) -> subprocess.Popen[bytes]:
        """The session bus; its address is in ``env``."""
        read, write = os.pipe()
        bus = self.processes.start(
            ["dbus-daemon", "--session", "--nofork", f"--print-address={write}"],
            self.env,
            pass_fds=(write,),
        )
        os.close(write)
        with os.fdopen(read) as pipe:
            self.env["DBUS_SESSION_BUS_ADDRESS"] = pipe.readline().strip()
        self.bus = bus
        return bus

    def _start_x(self) -> None:
        read, write = os.pipe()
        arguments = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24"]
        self.processes.start(
            [*arguments, "-nolisten", "tcp", "-noreset"], self.env, pass_fds=(write,)
        )
        os.close(write)
        with os.fdopen(read) as pipe:
            if not select.select([pipe], [], [], 20)[0]:
                raise TimeoutError("Xvfb did not start")
            self.env["DISPLAY"] = f":{pipe.readline().strip()}"

    def xdotool_ready(self) -> None:
        """Waits until a window manager answers."""
        wait_for(
            lambda: self.run("xdotool", "get_desktop", check=False).returncode == 0,
            what="openbox",
        )

    def start_ibus(self) -> None:
        """The input method, as a desktop starts it; engines: the default keyboard one."""
        self.env |= {"GTK_IM_MODULE": "ibus", "QT_IM_MODULE": "ibus", "XMODIFIERS": "@im=ibus"}
        arguments = ["ibus-daemon", "--panel", "disable", "--emoji-extension", "disable", "--xim"]
        self.ibus = self.processes.start(arguments, self.env)
        wait_for(lambda: "unix:" in self.run("ibus", "address", check=False).stdout, what="ibus")

    def run(
        self, *arguments: str, check: bool = True, timeout_s: float = 20
    ) -> subprocess.CompletedProcess[str]:
        """Runs a program in the desktop to its end."""
        return subprocess.run(
            arguments, env=self.env, check=check, timeout=timeout_s, capture_output=True, text=True
        )

    def start_target(self, toolkit: str, kind: str, name: str = "target") -> Target:
        """A window with one field, focused."""
        out = self.folder / f"{name}.txt"
        title = f"{name.upper()}-{time.monotonic_ns()}"
        python = sys.executable if toolkit == "qt" else "/usr/bin/python3"
        script = str(HERE / f"target_{toolkit}.py")
        env = self.env | {"QT_QPA_PLATFORM": "xcb", "GDK_BACKEND": "x11"}
        process = self.processes.start([python, script, kind, str(out), title], env)
        wait_for(out.exists, 20, f"{toolkit} target")
        target = Target(self, process, out, title)
        target.focus()
        return target

    def stop(self) -> None:
        """Takes it down."""
        self.processes.stop_all()


class Target:
    """A window to dictate into."""

    def __init__(
        self, desktop: XDesktop, process: subprocess.Popen[bytes], out: Path, title: str
    ) -> None:
        self.desktop = desktop
        self.process = process
        self.out = out
        self.title = title

    def focus(self) -> None:
        """Gives it the focus, as a click would."""
        self.desktop.run(
            "xdotool", "search", "--sync", "--name", self.title, "windowactivate", "--sync"
        )

    def text(self) -> str:
        """What the field holds."""
        return self.out.read_bytes().decode("utf-8", "surrogatepass")

    def wait_for_text(self, text: str, timeout_s: float = 3.0) -> None:
        """Waits until the field holds exactly this."""
        wait_for(lambda: self.text() == text, timeout_s, repr(text))

    def close(self) -> None:
        """Ends the program."""
        self.desktop.processes.stop(self.process)


@contextlib.contextmanager
def x_desktop(folder: Path, *, with_ibus: bool = True) -> Iterator[XDesktop]:
    """A desktop for the time of a ``with`` block."""
    desktop = XDesktop(folder)
    try:
        desktop.start(with_ibus=with_ibus)
        yield desktop
    finally:
        desktop.stop()
