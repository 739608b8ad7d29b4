"""Does text arrive byte for byte wherever DELIVERED is said, and is nothing left behind?

On a private X11 desktop (Xvfb, openbox, ibus) with real programs to dictate into.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.desktop.chord import Chord
from app.desktop.hotkey import KeyHandlers
from app.desktop.hotkey_x11 import X11Hotkey
from app.output.ibus_sink import IBusSink
from app.output.route import Route
from app.output.sink import Delivery, DeliveryState, TextSink
from app.output.x11_paste import PasteSink
from engine import metrics
from tests.helpers.desktop.x_desktop import Target, XDesktop, wait_for, x_desktop
from tests.proof import desktop_trouble
from tests.proof.desktop_trouble import said

TEXTS = 500
CYCLES = 200
IDLE_S = 30
COMMAND_RUNS = 20
COMMAND_PAUSE_S = 0.5
ARRIVAL_S = 3.0
CHORD = Chord.parse("Ctrl+Alt+space")
PIECES = (
    *"今天下雨明白語言龍字，。？！《》、",
    *"abcXYZ019 .,-_/@#",
    "😀",
    "👩‍👩‍👧",
    "🇨🇳",
    "e\u0301",
    "n\u0303",
    "ก็",
    "\u3000",
)
BREAKS = ("\n", "\t")

HEAD = """\
# Delivery and keys on X11: proof

Commit {commit}, {date}; Python {python}, {cores} cores, load average {load:.1f} before the run;
Xvfb, openbox, ibus. Made by `scripts/proof desktop`.

"""


@dataclass
class Tally:
    """What became of many texts in one kind of field."""

    name: str
    states: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    waits_ms: list[float] = field(default_factory=list)

    def add(self, delivery: Delivery, text: str, found: str, waited_ms: float) -> None:
        """Counts one; DELIVERED must be true, and FAILED must have sent nothing."""
        self.states[f"{delivery.state.value} by {delivery.sink.value}"] += 1
        is_sent = delivery.state is not DeliveryState.FAILED
        if (is_sent and found != text) or (not is_sent and found):
            self.wrong.append(f"{delivery.state.value}: {text!r} became {found!r}")
        elif is_sent:
            self.waits_ms.append(waited_ms)

    def row(self) -> str:
        """A line of the report's table."""
        states = ", ".join(f"{count} {state}" for state, count in self.states.items())
        p50, p95 = (metrics.percentile(self.waits_ms, percent) for percent in (50, 95))
        return f"| {self.name} | {states} | {len(self.wrong)} | {p50:.0f} | {p95:.0f} |"


def random_text(rng: random.Random, *, has_breaks: bool) -> str:
    """Han, Latin, digits, emoji, combining marks, and line breaks and tabs where wanted."""
    pieces = (*PIECES, *BREAKS) if has_breaks else PIECES
    return "".join(rng.choice(pieces) for _ in range(rng.randint(1, 60))).strip(" ") or "好"


async def deliver_many(
    target: Target, sinks: Sequence[TextSink], tally: Tally, texts: Sequence[str], clear: str
) -> None:
    """Delivers each text into an emptied field and reads it back."""
    route = Route(sinks)
    for text in texts:
        await asyncio.to_thread(target.desktop.run, "xdotool", "key", "--clearmodifiers", clear)
        await asyncio.to_thread(target.desktop.run, "xdotool", "key", "BackSpace")
        await asyncio.to_thread(wait_for, lambda: target.text() == "", ARRIVAL_S, "an empty field")
        await route.begin()
        began = time.perf_counter()
        delivery = await route.commit(text)
        until = time.monotonic() + ARRIVAL_S
        while target.text() != text and time.monotonic() < until:
            if delivery.state is DeliveryState.FAILED:
                break
            await asyncio.sleep(0.001)
        waited_ms = (
            target.out.stat().st_mtime - (time.time() - (time.perf_counter() - began))
        ) * 1000
        tally.add(delivery, text, target.text(), max(0.0, waited_ms))
        await route.end()


def fields(desktop: XDesktop, count: int) -> list[Tally]:
    """Random texts into every kind of field, by the route of the session and by pasting alone."""
    tallies = []
    rng = random.Random(6)
    for by, toolkit, kind in (
        ("route", "gtk", "line"),
        ("route", "gtk", "text"),
        ("route", "qt", "line"),
        ("route", "qt", "text"),
        ("paste", "gtk", "text"),
        ("paste", "qt", "line"),
    ):
        texts = [random_text(rng, has_breaks=kind == "text") for _ in range(count)]
        tally = Tally(f"{toolkit} {kind}, {by}")
        target = desktop.start_target(toolkit, kind, f"{by}-{toolkit}-{kind}")

        async def main(
            by: str = by, target: Target = target, tally: Tally = tally, texts: list[str] = texts
        ) -> None:
            ibus = IBusSink(desktop.folder / "ibus-engine")
            paste = PasteSink(
                desktop.env["DISPLAY"], lambda: by == "route" and ibus.connection.is_open
            )
            sinks: list[TextSink] = [ibus, paste] if by == "route" else [paste]
            try:
                await deliver_many(target, sinks, tally, texts, "ctrl+a")
            finally:
                await ibus.close()
                await paste.close()

        asyncio.run(main())
        target.close()
        tallies.append(tally)
    return tallies


def fcitx(count: int) -> list[Tally]:
    """Random texts on a desktop whose input method is fcitx5, by what is chosen there."""
    tallies = []
    rng = random.Random(8)
    with desktop_trouble.fcitx_desktop() as desktop:
        for toolkit, kind in (("gtk", "text"), ("qt", "line")):
            texts = [random_text(rng, has_breaks=kind == "text") for _ in range(count)]
            tally = Tally(f"{toolkit} {kind}, fcitx5 desktop")
            target = desktop.start_target(toolkit, kind, f"fcitx-{toolkit}-{kind}")

            async def main(
                target: Target = target, tally: Tally = tally, texts: list[str] = texts
            ) -> None:
                sinks = desktop_trouble.fcitx_sinks(target.desktop)
                try:
                    await deliver_many(target, sinks, tally, texts, "ctrl+a")
                finally:
                    for sink in sinks:
                        await sink.close()

            asyncio.run(main())
            target.close()
            tallies.append(tally)
    return tallies


def terminal(desktop: XDesktop, count: int) -> Tally:
    """Single lines into a real terminal, where a program reads them."""
    tally = Tally("xterm, paste")
    rng = random.Random(7)
    out = desktop.folder / "terminal.txt"
    process = desktop.processes.start(
        ["xterm", "-u8", "-T", "TERMINAL", "-e", f"cat > {out}"],
        desktop.env | {"LC_ALL": "C.UTF-8"},
    )
    desktop.run("xdotool", "search", "--sync", "--name", "TERMINAL", "windowactivate", "--sync")

    async def main() -> None:
        paste = PasteSink(desktop.env["DISPLAY"])
        route = Route([paste])
        for _ in range(count):
            before = out.read_text(encoding="utf-8") if out.exists() else ""
            text = random_text(rng, has_breaks=False).replace("\t", "")
            await route.begin()
            began = time.perf_counter()
            delivery = await route.commit(text)
            await asyncio.to_thread(desktop.run, "xdotool", "key", "--clearmodifiers", "Return")
            until = time.monotonic() + ARRIVAL_S
            found = ""
            while time.monotonic() < until and not found.endswith("\n"):
                found = out.read_text(encoding="utf-8")[len(before) :] if out.exists() else ""
                await asyncio.sleep(0.002)
            tally.add(delivery, text, found.rstrip("\n"), (time.perf_counter() - began) * 1000)
            await route.end()
        await paste.close()

    asyncio.run(main())
    desktop.processes.stop(process)
    return tally


def trouble(desktop: XDesktop) -> list[str]:
    """The focus moves, the target closes, IBus goes and comes back: FAILED, or it arrives."""
    lines = []

    async def main() -> None:
        ibus = IBusSink(desktop.folder / "ibus-engine")
        paste = PasteSink(desktop.env["DISPLAY"], lambda: ibus.connection.is_open)
        route = Route([ibus, paste], paste.window_in_use)
        first = desktop.start_target("gtk", "line", "first")
        second = desktop.start_target("qt", "line", "second")
        first.focus()
        await route.begin()
        second.focus()
        await asyncio.sleep(0.2)
        delivery = await route.commit("never")
        typed = bool(first.text() or second.text())
        lines.append(
            f"| focus moved before the commit | {said(delivery)}, typed anywhere: {typed} |"
        )
        await route.end()
        second.focus()
        await route.begin()
        second.close()
        await asyncio.sleep(0.2)
        delivery = await route.commit("never")
        lines.append(f"| target closed before the commit | {said(delivery)} |")
        await route.end()
        assert desktop.ibus is not None
        desktop.processes.stop(desktop.ibus)
        without = desktop.start_target("gtk", "line", "without")
        await route.begin()
        delivery = await route.commit("no daemon")
        await asyncio.sleep(0.5)
        lines.append(f"| IBus killed | {said(delivery)}, the field holds {without.text()!r} |")
        await route.end()
        without.close()
        desktop.start_ibus()
        third = desktop.start_target("gtk", "line", "third")
        await route.begin()
        delivery = await route.commit("back again")
        await asyncio.sleep(0.5)
        lines.append(f"| IBus back | {said(delivery)}, the field holds {third.text()!r} |")
        await route.end()
        await ibus.close()
        await paste.close()
        first.close()
        third.close()

    asyncio.run(main())
    return lines


def key_cycles(desktop: XDesktop, count: int) -> list[str]:
    """Presses and releases of the real key, one of them held with auto-repeat."""
    events: Counter[str] = Counter()
    target = desktop.start_target("qt", "text", "keys")

    async def main() -> tuple[int, int]:
        handlers = KeyHandlers(
            lambda: events.update(["press"]),
            lambda: events.update(["release"]),
            lambda: events.update(["escape"]),
        )
        hotkey = X11Hotkey(handlers, desktop.folder / "x11-repeat", desktop.env["DISPLAY"])
        ibus = IBusSink(desktop.folder / "ibus-engine")
        await hotkey.arm(CHORD)
        await ibus.begin()
        await ibus.cancel()
        before = open_descriptors(), own_threads()
        down = ("keydown", "ctrl", "keydown", "alt", "keydown", "space")
        up = ("keyup", "space", "keyup", "alt", "keyup", "ctrl")
        await asyncio.to_thread(desktop.run, "xdotool", *down, "sleep", "1.5", *up)
        for _ in range(count - 1):
            await asyncio.to_thread(desktop.run, "xdotool", *down)
            await ibus.begin()
            await ibus.cancel()
            await asyncio.to_thread(desktop.run, "xdotool", *up)
        await asyncio.sleep(0.5)
        after = open_descriptors(), own_threads()
        await hotkey.disarm()
        await ibus.close()
        return after[0] - before[0], after[1] - before[1]

    descriptors, threads = asyncio.run(main())
    keys = [f"{number} {kind} events" for kind, number in events.items()]
    engine = desktop.run("ibus", "engine", check=False).stdout.strip()
    leaked = target.text()
    target.close()
    return [
        f"| {count} cycles, the first held 1.5 s | {', '.join(keys)} |",
        f"| what leaked into the focused field | {leaked!r} |",
        f"| descriptors and threads left | {descriptors}, {threads} |",
        f"| input engine after them | {engine or 'none'} |",
    ]


def idle(desktop: XDesktop) -> list[str]:
    """The program's CPU with the key armed and the microphone closed, and how soon it answers."""
    env = desktop.env | {
        "QT_QPA_PLATFORM": "xcb",
        "COSYSCRIBE_MODELS": os.environ.get("COSYSCRIBE_MODELS", ""),
        "XDG_DATA_HOME": os.environ.get("XDG_DATA_HOME", str(Path.home() / ".local/share")),
    }
    process = desktop.processes.start([sys.executable, "-m", "app", "--background"], env)

    def ask(command: str) -> str:
        done = subprocess.run(
            [Path(sys.executable).with_name("cosyscribe"), command],
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout.strip()

    wait_for(lambda: ask("status") == "idle", 60, "the program")
    time.sleep(5)
    before = cpu_s(process.pid)
    time.sleep(IDLE_S)
    share = 100 * (cpu_s(process.pid) - before) / IDLE_S
    rows = [f"| CPU with the key armed, over {IDLE_S} s (reach: 0.5 %) | {share:.2f} % of a core |"]
    for name in ("status", "press", "release", "toggle"):
        answers_ms = []
        for _ in range(COMMAND_RUNS):
            began = time.perf_counter()
            ask(name)
            answers_ms.append((time.perf_counter() - began) * 1000)
            time.sleep(COMMAND_PAUSE_S)
        p50, p95 = (metrics.percentile(answers_ms, percent) for percent in (50, 95))
        rows.append(
            f"| `cosyscribe {name}` {COMMAND_RUNS} times, p50 and p95 (reach: 60 ms) | "
            f"{p50:.0f} ms, {p95:.0f} ms |"
        )
    desktop.processes.stop(process)
    return rows


def cpu_s(process_id: int) -> float:
    """CPU seconds a process has used."""
    values = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")


def own_threads() -> int:
    """Of this process, without those that wait for xdotool."""
    return sum(not thread.name.startswith("asyncio") for thread in threading.enumerate())


def open_descriptors() -> int:
    """Of this process."""
    return len(list(Path("/proc/self/fd").iterdir()))


@contextmanager
def private_desktop() -> Iterator[XDesktop]:
    """A desktop whose bus and display this process uses too."""
    with tempfile.TemporaryDirectory(prefix="cosy-") as folder, x_desktop(Path(folder)) as desktop:
        names = ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")
        os.environ.update({name: desktop.env[name] for name in names})
        os.environ["XDG_CONFIG_HOME"] = f"{desktop.env['HOME']}/.config"
        yield desktop


def main() -> None:
    """Runs everything and writes the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--texts", type=int, default=TEXTS)
    parser.add_argument("--cycles", type=int, default=CYCLES)
    args = parser.parse_args()
    report = HEAD.format(
        commit=os.environ.get("COSYSCRIBE_PROOF_COMMIT", "unknown"),
        date=time.strftime("%Y-%m-%d"),
        python=platform.python_version(),
        cores=os.cpu_count(),
        load=os.getloadavg()[0],
    )
    with private_desktop() as desktop:
        tallies = fields(desktop, args.texts // 4)
        tallies.append(terminal(desktop, args.texts // 10))
        cycles = key_cycles(desktop, args.cycles)
        idling = idle(desktop)
        troubles = trouble(desktop)
        troubles += desktop_trouble.keys_and_layout(desktop)
        troubles.append(desktop_trouble.image_on_clipboard(desktop))
        troubles.append(desktop_trouble.silent_portal(desktop))
        troubles.append(desktop_trouble.bus_gone(desktop))
    tallies += fcitx(args.texts // 4)
    report += (
        f"Random texts of Han, Latin, digits, emoji, combining marks, tabs and line breaks,"
        f" {args.texts} of them by the session's own route. “Wrong”: DELIVERED or UNCONFIRMED and"
        " not byte for byte in the field, or FAILED and something typed.\n\n"
        "| field | said | wrong | to the field, p50, ms | p95, ms (reach: 60) |\n"
        "|---|---|---|---|---|\n"
    )
    report += "\n".join(tally.row() for tally in tallies) + "\n\n"
    wrong = [line for tally in tallies for line in tally.wrong]
    if wrong:
        report += "What was wrong:\n\n" + "".join(f"- `{line}`\n" for line in wrong[:20]) + "\n"
    report += "| | seen |\n|---|---|\n" + "\n".join([*cycles, *idling, *troubles]) + "\n"
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(report, encoding="utf-8")
    sys.stdout.write(report)


if __name__ == "__main__":
    main()
