"""What the visible window costs while nothing is said, and how long it ever stands still.

The program itself under X, with the embedded model and a virtual microphone that hears recorded
speech from the manifest that COSYSCRIBE_TEST_DATA holds.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import queue
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from engine import metrics
from tests.helpers.desktop.x_desktop import ROOT, XDesktop, wait_for, x_desktop
from tests.helpers.virtual_mic import VirtualMic

IDLE_S = 60
IDLE_REACH_PERCENT = 0.5
STALL_REACH_MS = 100
SPEECH_S = 20
SPEECH = "en_long_lj.flac"
SETTINGS_PAGES = 6

LOADING, STARTING, DICTATING, STOPPING, SETTINGS, EXPORTING = STEPS = (
    "loading the model",
    "starting",
    f"dictating {SPEECH_S} s of speech",
    "stopping",
    f"opening the settings and all {SETTINGS_PAGES} pages of them",
    "exporting",
)

HEAD = """\
# The window: proof

Commit {commit}, {date}; {processor}, {cores} cores; load average {load:.1f} before the run, which
counts whatever else the machine did. Made by `scripts/proof window`: the real program under Xvfb
and openbox, with the embedded model and a virtual microphone.
"""


class Window:
    """The program, started in a desktop."""

    def __init__(self, desktop: XDesktop, mic: VirtualMic, home: Path, *module: str) -> None:
        self._desktop = desktop
        env = desktop.env | {
            name: mic.environment[name] for name in mic.environment if "PIPEWIRE" in name
        }
        env |= {
            "QT_QPA_PLATFORM": "xcb",
            **{
                f"XDG_{kind}_HOME": str(home / kind.lower())
                for kind in ("CONFIG", "STATE", "CACHE")
            },
        }
        env["XDG_DATA_HOME"] = os.environ.get("XDG_DATA_HOME", str(Path.home() / ".local/share"))
        self._process = subprocess.Popen(
            [sys.executable, "-m", *module],
            env=env,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=(home / "log").open("wb"),
        )
        self._lines: queue.Queue[str] = queue.Queue()
        assert self._process.stdout is not None
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,))
        self._reader.start()

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def press(self, *keys: str) -> None:
        """What the user presses."""
        self._desktop.run("xdotool", "key", *keys)

    def type(self, text: str) -> None:
        """What the user types."""
        self._desktop.run("xdotool", "type", text)

    def focus(self) -> None:
        """Waits for the window and makes it the active one."""
        self._desktop.run(
            *("xdotool", "search", "--sync", "--onlyvisible", "--name", "^CosyScribe$"),
            *("windowactivate", "--sync"),
        )

    def wait_for(self, line: str, timeout_s: float = 60) -> None:
        """Waits until the probe tells it."""
        while self._lines.get(timeout=timeout_s) != line:
            pass

    def longest_gap_ms(self) -> float:
        """Since it was last asked."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"?\n")
        self._process.stdin.flush()
        while True:
            word, _, figure = self._lines.get(timeout=60).partition(" ")
            if word == "gap":
                return float(figure)

    def close(self) -> None:
        """Ends it as the session manager does."""
        self._process.terminate()
        self._process.wait(20)
        self._reader.join()

    def _read(self, lines: IO[bytes]) -> None:
        for line in lines:
            self._lines.put(line.decode().strip())


@contextlib.contextmanager
def window(desktop: XDesktop, mic: VirtualMic, *module: str) -> Iterator[Window]:
    """The program for the time of a ``with`` block, with settings of its own."""
    with tempfile.TemporaryDirectory(prefix="cosy-") as folder:
        home = Path(folder)
        shown = Window(desktop, mic, home, *module)
        try:
            shown.focus()
            yield shown
        finally:
            shown.close()


def stalls_ms(desktop: XDesktop, mic: VirtualMic, speech: Path) -> dict[str, float]:
    """The longest gap of each step, in one run."""
    gaps: dict[str, float] = {}
    with (
        tempfile.TemporaryDirectory(prefix="cosy-") as folder,
        window(desktop, mic, "tests.proof.window_probe") as shown,
    ):
        shown.wait_for("ready")
        gaps[LOADING] = shown.longest_gap_ms()
        shown.press("F9")
        shown.wait_for("state listening")
        gaps[STARTING] = shown.longest_gap_ms()
        with mic.playing(speech):
            time.sleep(SPEECH_S)
            gaps[DICTATING] = shown.longest_gap_ms()
            shown.press("F9")
            shown.wait_for("state idle")
        gaps[STOPPING] = shown.longest_gap_ms()
        shown.press("ctrl+comma")
        time.sleep(1)
        for _ in range(SETTINGS_PAGES - 1):
            shown.press("Down")
            time.sleep(0.5)
        shown.press("Escape")
        time.sleep(0.5)
        gaps[SETTINGS] = shown.longest_gap_ms()
        exported = Path(folder) / "dictation.txt"
        shown.press("ctrl+s")
        time.sleep(1)
        shown.press("ctrl+a")
        shown.type(str(exported))
        shown.press("Return")
        wait_for(exported.exists, 10, "the exported file")
        gaps[EXPORTING] = shown.longest_gap_ms()
    return gaps


def idle_percent(pid: int, seconds: float) -> tuple[float, dict[str, float]]:
    """Processor time of a process in percent of a core, and of each of its threads."""
    before, began = _spent_ns(pid), time.monotonic_ns()
    time.sleep(seconds)
    after, passed = _spent_ns(pid), time.monotonic_ns() - began
    names = {
        thread: f"{(Path('/proc') / str(pid) / 'task' / thread / 'comm').read_text().strip()}"
        for thread in after
    }
    threads: dict[str, float] = {}
    for thread, spent in after.items():
        share = 100 * (spent - before.get(thread, 0)) / passed
        threads[names[thread]] = threads.get(names[thread], 0.0) + share
    return sum(threads.values()), threads


def _spent_ns(pid: int) -> dict[str, int]:
    """Nanoseconds on a processor, by thread."""
    tasks = Path("/proc") / str(pid) / "task"
    return {task.name: int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()}


def idle(desktop: XDesktop, mic: VirtualMic, speech: Path, seconds: float) -> list[str]:
    """Rows of the table of what the visible window costs."""
    rows = []

    def measure(what: str, pid: int) -> None:
        percent, threads = idle_percent(pid, seconds)
        most = ", ".join(
            f"{name} {share:.2f}"
            for name, share in sorted(threads.items(), key=lambda item: -item[1])[:3]
        )
        rows.append(f"| {what} | {IDLE_REACH_PERCENT} | {percent:.2f} | {most} |")

    with window(desktop, mic, "app") as shown:
        time.sleep(10)
        measure("microphone closed, push-to-talk key armed, nothing said yet", shown.pid)
        shown.press("F9")
        with mic.playing(speech):
            time.sleep(8)
            shown.press("F9")
        time.sleep(10)
        shown.press("shift+Tab", "shift+Tab", "shift+Tab", "shift+Tab")
        measure("the same with text, the keyboard's focus in it", shown.pid)
        shown.press("ctrl+c")
    bus = desktop.env.pop("DBUS_SESSION_BUS_ADDRESS")
    with window(desktop, mic, "app") as shown:
        time.sleep(10)
        measure("microphone closed, no session bus", shown.pid)
    desktop.env["DBUS_SESSION_BUS_ADDRESS"] = bus
    return rows


def main() -> None:
    """Measures and writes the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--idle-s", type=float, default=IDLE_S)
    args = parser.parse_args()
    place = os.environ.get("COSYSCRIBE_TEST_DATA")
    if not place:
        sys.exit("window: set COSYSCRIBE_TEST_DATA to the folder of recordings")
    speech = Path(place) / "audio" / SPEECH
    parts = [
        HEAD.format(
            commit=os.environ.get("COSYSCRIBE_PROOF_COMMIT", "unknown"),
            date=time.strftime("%Y-%m-%d"),
            processor=metrics.processor_name(),
            cores=os.cpu_count(),
            load=os.getloadavg()[0],
        )
    ]
    with tempfile.TemporaryDirectory(prefix="cosy-") as folder:
        mic = VirtualMic(Path(folder) / "mic")
        mic.up()
        try:
            (Path(folder) / "x").mkdir()
            with x_desktop(Path(folder) / "x", with_ibus=False) as desktop:
                parts += _stall_table([stalls_ms(desktop, mic, speech) for _ in range(args.runs)])
                if args.idle_s:
                    parts += [
                        (
                            f"Processor time over {args.idle_s:g} s with the window visible, % of a"
                            " core:\n"
                        ),
                        "| | reach | measured | threads that took most |\n|---|---|---|---|",
                        *idle(desktop, mic, speech, args.idle_s),
                    ]
        finally:
            mic.down()
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text("\n".join([*parts, ""]), encoding="utf-8")


def _stall_table(runs: list[dict[str, float]]) -> list[str]:
    rows = []
    for step in STEPS:
        values = [run[step] for run in runs]
        listed = ", ".join(f"{value:.0f}" for value in values)
        rows.append(f"| {step} | {STALL_REACH_MS} | {statistics.median(values):.0f} | {listed} |")
    return [
        (
            f"Longest gap of a 5 ms timer of the GUI's event loop, ms, {len(runs)} runs. It also"
            " counts the time\nthe system let other programs run:\n"
        ),
        "| while | reach | median | runs |\n|---|---|---|---|",
        *rows,
        "",
    ]


if __name__ == "__main__":
    main()
