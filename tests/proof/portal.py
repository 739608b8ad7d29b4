"""Push-to-talk with the installed program through GNOME's own global shortcuts.

Runs inside a system that has the package, GNOME Shell with its portal, and a virtual microphone;
``scripts/proofs/portal`` makes one.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine import metrics
from tests.helpers.desktop.gnome import ALT, CTRL, ESCAPE, SPACE, GnomeDesktop, gnome_desktop
from tests.helpers.desktop.gnome_portal import CHORD, DIALOG, Session, microphone
from tests.helpers.desktop.x_desktop import Target
from tests.proof.gnome import FIELDS, table
from tests.proof.gnome import measure as measure_delivery

REACH_MS = 120
IDLE_S = 30
SETTLE_S = 0.5
FIELDS_DICTATED = (
    ("gtk", "line", ""),
    ("gtk", "text", ""),
    ("gtk", "text", "ibus"),
    ("qt", "line", "ibus"),
    ("qt", "text", "ibus"),
    ("qt", "text", ""),
)
"""Toolkit, kind, input module: none is what a GNOME session sets for GTK."""
ORDERS = ((SPACE, ALT, CTRL), (CTRL, ALT, SPACE), (ALT, SPACE, CTRL))
"""In which keys are let go."""


@dataclass
class Report:
    """Rows of what was seen, and whether it is as it should be."""

    rows: list[str] = field(default_factory=list)
    failures: int = 0

    def say(self, what: str, found: object, *, is_right: bool | None = None) -> None:
        mark = "" if is_right is None else "yes" if is_right else "**NO**"
        self.failures += is_right is False
        row = f"| {what} | {str(found).replace('|', '/')} | {mark} |"
        self.rows.append(row)
        sys.stdout.write(f"{row}\n")
        sys.stdout.flush()


@dataclass
class Times:
    """Milliseconds of each dictation."""

    to_start: list[float] = field(default_factory=list)
    to_listening: list[float] = field(default_factory=list)
    to_end: list[float] = field(default_factory=list)
    to_text: list[float] = field(default_factory=list)
    to_field: list[float] = field(default_factory=list)

    def rows(self) -> list[str]:
        named = {
            "Activated to the state “opening”": self.to_start,
            "Activated to “listening”: sound comes": self.to_listening,
            "Deactivated to “finishing”": self.to_end,
            "Deactivated to the final text": self.to_text,
            f"final text to text in the field (reach: {REACH_MS})": self.to_field,
        }
        return [
            f"| {name} | {len(values)} | {metrics.percentile(values, 50):.0f} "
            f"| {metrics.percentile(values, 95):.0f} |"
            for name, values in named.items()
        ]


@dataclass
class Proof:
    """One run over a session."""

    session: Session
    recording: Path
    picture: Path
    report: Report
    times: Times = field(default_factory=Times)

    async def bind(self) -> None:
        """The desktop asks the user once; who says no has no key and is told so."""
        say = self.report.say
        refused = await self.session.start_program(answer="Cancel")
        log = self.session.log()
        told = next((line for line in log.splitlines() if "portal: " in line), "nothing")
        say("“Cancel” in the desktop's dialog", f"the program's log: {told}", is_right=not refused)
        await self.session.stop_program()
        bound = await self.session.start_program(answer="Add")
        say("“Add” in the desktop's dialog", "bound" if bound else "not bound", is_right=bound)
        await self.session.stop_program()
        again = await self.session.start_program()
        say("started again: asked again", "no" if again else "not bound", is_right=again)

    async def hold(self, target: Target, keys_up: tuple[int, ...] = CHORD[::-1]) -> str:
        """One dictation by the held key; the final text."""
        watch = self.session.watch
        mark = len(watch.heard)
        before = target.text()
        await self.session.keyboard.hold(*CHORD)
        if not await self.session.wait_for_state("listening", mark):
            await self.session.keyboard.let_go(*keys_up)
            return "nothing: it did not listen"
        await self.session.say(self.recording)
        if not self.picture.exists():
            await self.session.picture(self.picture)
        await self.session.keyboard.let_go(*keys_up)
        ended = await self.session.wait_for_state("idle", mark)
        finals = watch.since(mark, "Final")
        text = "".join(str(final.body[0]) for final in finals)
        await watch.wait(lambda: target.text() != before, SETTLE_S)
        await asyncio.sleep(SETTLE_S)
        is_told = bool(watch.since(mark, "Deactivated"))
        if ended and finals and is_told and target.text() == before + text:
            self._time(mark, target)
        return text

    def _time(self, mark: int, target: Target) -> None:
        watch = self.session.watch
        at = {
            str(heard.body[0]): heard.at_s for heard in reversed(watch.since(mark, "StateChanged"))
        }
        pressed = watch.since(mark, "Activated")[0].at_s
        released = watch.since(mark, "Deactivated")[-1].at_s
        final = watch.since(mark, "Final")[-1].at_s
        in_field = target.out.stat().st_mtime
        self.times.to_start.append(1000 * (at["opening"] - pressed))
        self.times.to_listening.append(1000 * (at["listening"] - pressed))
        self.times.to_end.append(1000 * (at["finishing"] - released))
        self.times.to_text.append(1000 * (final - released))
        self.times.to_field.append(1000 * max(0.0, in_field - final))

    async def dictate(self, count: int) -> None:
        """Held keys into each kind of field: what the program heard is what the field holds."""
        for toolkit, kind, module in FIELDS_DICTATED:
            name = f"{toolkit}-{kind}-{module or 'default'}"
            target = await self._field(toolkit, kind, name, module)
            right, delivered = 0, self._deliveries()
            for _ in range(count):
                before = target.text()
                text = await self.hold(target)
                right += target.text() == before + text != before
            said = self._deliveries()[len(delivered) :]
            named = ", ".join(f"{said.count(word)} {word}" for word in sorted(set(said)))
            what = f"{toolkit} {kind}, input module {module or 'the default'}: {count} dictations"
            found = f"{right} byte for byte; said: {named}"
            known = said.count("delivered by ibus") + said.count("unconfirmed by ibus")
            self.report.say(what, found, is_right=right == count == known)
            await self._end(target)

    async def keys(self) -> None:
        """Long, short, cancelled, and let go in another order."""
        session, say = self.session, self.report.say
        target = await self._field("gtk", "text", "keys", "")
        mark = len(session.watch.heard)
        await session.keyboard.hold(*CHORD)
        await asyncio.sleep(1.5)
        await session.keyboard.let_go(*CHORD[::-1])
        await session.wait_for_state("idle", mark)
        counts = [len(session.watch.since(mark, name)) for name in ("Activated", "Deactivated")]
        states = session.watch.states(mark)
        found = f"{counts[0]} Activated, {counts[1]} Deactivated; the program: {' '.join(states)}"
        say("key held 1.5 s, in silence", found, is_right=states.count("opening") == 1)
        say("what leaked into the field", repr(target.text()), is_right=not target.text())
        for order in ORDERS[1:]:
            before = target.text()
            text = await self.hold(target, order)
            is_right = target.text() == before + text != before
            say(f"keys let go in the order {_named(order)}", repr(text), is_right=is_right)
        for order in ORDERS:
            await self._tap(target, order)
        await self._cancel(target)
        await self._end(target)

    async def _tap(self, target: Target, order: tuple[int, ...]) -> None:
        watch, before, mark = self.session.watch, target.text(), len(self.session.watch.heard)
        await self.session.keyboard.hold(*CHORD)
        await self.session.keyboard.let_go(*order)
        await self.session.wait_for_state("listening", mark)
        await self.session.say(self.recording)
        await self.session.keyboard.hold(*CHORD)
        await self.session.keyboard.let_go(*order)
        await self.session.wait_for_state("idle", mark)
        await asyncio.sleep(SETTLE_S)
        text = "".join(str(final.body[0]) for final in watch.since(mark, "Final"))
        is_right = target.text() == before + text != before
        what = f"tapped, spoken, tapped again; let go in the order {_named(order)}"
        self.report.say(what, repr(text), is_right=is_right)

    async def _cancel(self, target: Target) -> None:
        before, mark = target.text(), len(self.session.watch.heard)
        await self.session.keyboard.press(*CHORD)
        await self.session.wait_for_state("listening", mark)
        await self.session.say(self.recording)
        await self.session.keyboard.press(ESCAPE)
        ended = await self.session.wait_for_state("idle", mark, 5)
        await asyncio.sleep(SETTLE_S)
        found = f"{' '.join(self.session.watch.states(mark))}; {len(target.text()) - len(before)}"
        is_right = ended and target.text() == before
        self.report.say("Esc while dictating", f"{found} characters typed", is_right=is_right)
        if not ended:
            await self.session.keyboard.press(*CHORD)
            await self.session.wait_for_state("idle", mark)

    async def focus(self) -> None:
        """The window is another one when the key is let go: nothing is typed anywhere."""
        first = await self._field("gtk", "line", "first", "")
        second = await self._field("gtk", "line", "second", "")
        await asyncio.to_thread(self.session.desktop.activate, "first")
        count, mark = len(self._deliveries()), len(self.session.watch.heard)
        await self.session.keyboard.hold(*CHORD)
        await self.session.wait_for_state("listening", mark)
        await self.session.say(self.recording)
        await asyncio.to_thread(self.session.desktop.activate, "second")
        await self.session.keyboard.let_go(*CHORD[::-1])
        await self.session.wait_for_state("idle", mark)
        await asyncio.sleep(1)
        said = ", ".join(self._deliveries()[count:])
        typed = first.text() + second.text()
        is_right = not typed and "failed" in said
        self.report.say(
            "focus moved while speaking", f"{said}; typed: {typed!r}", is_right=is_right
        )
        await self._end(second)
        await self._end(first)

    async def portal_restarted(self) -> None:
        """The portal ends and is started again, as an upgrade does it."""
        target = await self._field("gtk", "line", "restarted", "")
        mark = len(self.session.watch.heard)
        for name in ("xdg-desktop-portal", "xdg-desktop-portal-gnome", DIALOG):
            for process in _processes(name):
                os.kill(process, signal.SIGTERM)
        bound = await self.session.watch.wait(
            lambda: any(
                "shortcuts" in heard.body[1] for heard in self.session.watch.since(mark, "Response")
            ),
            20,
        )
        await asyncio.sleep(SETTLE_S)
        text = await self.hold(target) if bound else "not bound again"
        self.report.say("portal restarted", repr(text), is_right=target.text() == text != "")
        await self._end(target)

    async def cycles(self, count: int) -> None:
        """Press and release many times: nothing is left behind."""
        session = self.session
        target = await self._field("gtk", "line", "cycles", "")
        if not await self._cycle():
            self.report.say(f"{count} times pressed and let go", "no key", is_right=False)
            await self._end(target)
            return
        before, mark = session.threads_and_descriptors(), len(session.watch.heard)
        for _ in range(count):
            await self._cycle()
        await asyncio.sleep(1)
        after = session.threads_and_descriptors()
        states = session.watch.states(mark)
        found = f"{states.count('listening')} listened, {states.count('idle')} ended"
        is_right = states.count("listening") == states.count("idle") == count
        self.report.say(f"{count} times pressed and let go", found, is_right=is_right)
        left = f"{after[0] - before[0]}, {after[1] - before[1]}"
        is_right = after[0] <= before[0] and after[1] <= before[1]
        self.report.say("threads and descriptors left", left, is_right=is_right)
        engine = session.desktop.run("ibus", "engine", check=False).stdout.strip()
        is_right = engine != "cosyscribe"
        self.report.say("input engine after them", engine or "none", is_right=is_right)
        self.report.say("what leaked", repr(target.text()), is_right=not target.text())
        await self._end(target)

    async def _cycle(self) -> bool:
        mark = len(self.session.watch.heard)
        await self.session.keyboard.hold(*CHORD)
        is_heard = await self.session.wait_for_state("listening", mark)
        await asyncio.sleep(0.4)
        await self.session.keyboard.let_go(*CHORD[::-1])
        return is_heard and await self.session.wait_for_state("idle", mark)

    async def idle(self) -> None:
        """What the armed key costs."""
        before = _cpu_s(self.session.pid)
        await asyncio.sleep(IDLE_S)
        share = 100 * (_cpu_s(self.session.pid) - before) / IDLE_S
        what = f"CPU with the key armed, over {IDLE_S} s (reach: 0.5 %)"
        self.report.say(what, f"{share:.2f} % of a core", is_right=share <= 0.5)

    def _deliveries(self) -> list[str]:
        lines = self.session.log().splitlines()
        return [line.partition("delivery: ")[2] for line in lines if "delivery: " in line]

    async def _field(self, toolkit: str, kind: str, name: str, module: str) -> Target:
        start = self.session.desktop.start_field
        return await asyncio.to_thread(start, toolkit, kind, name, module)

    async def _end(self, target: Target) -> None:
        await asyncio.to_thread(target.close)
        await asyncio.sleep(SETTLE_S)


def _named(order: tuple[int, ...]) -> str:
    return ", ".join({CTRL: "Ctrl", ALT: "Alt", SPACE: "space"}[key] for key in order)


def _processes(name: str) -> list[int]:
    """The user's processes of that program on this desktop's bus, and no others."""
    own = f"DBUS_SESSION_BUS_ADDRESS={os.environ['DBUS_SESSION_BUS_ADDRESS']}".encode()
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            program = (place / "cmdline").read_bytes().split(b"\0")[0]
            if program.endswith(f"/{name}".encode()) and own in (place / "environ").read_bytes():
                found.append(int(place.name))
        except OSError:
            continue  # it has ended, or is another user's
    return found


def _cpu_s(pid: int) -> float:
    values = Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()
    return (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")


async def prove(desktop: GnomeDesktop, args: argparse.Namespace, proof_of: Report) -> Times:
    """Everything the user sees, with the program running."""
    with microphone(desktop) as environment:
        session = Session(desktop, environment)
        await session.open()
        proof = Proof(session, args.recording, args.out.with_name("gnome-48.png"), proof_of)
        parts: dict[str, Callable[[], Awaitable[None]]] = {
            "bind": proof.bind,
            "dictate": lambda: proof.dictate(args.dictations),
            "keys": proof.keys,
            "focus": proof.focus,
            "cycles": lambda: proof.cycles(args.cycles),
            "idle": proof.idle,
            "portal": proof.portal_restarted,
        }
        try:
            for name, part in parts.items():
                if not args.only or name in args.only:
                    await part()
        finally:
            await session.close()
            (args.out.parent / "program.log").write_text(session.log(), encoding="utf-8")
    return proof.times


def _versions() -> str:
    names = ("gnome-shell", "xdg-desktop-portal", "xdg-desktop-portal-gnome", "ibus", "cosyscribe")
    command = ["dpkg-query", "-W", "-f", "${Package} ${Version}, ", *names]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip(", ")


def main() -> int:
    """Runs everything and writes the section of the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--recording", type=Path, required=True)
    parser.add_argument("--dictations", type=int, default=10)
    parser.add_argument("--cycles", type=int, default=200)
    parser.add_argument("--texts", type=int, default=500)
    parser.add_argument("--only", nargs="*")
    args = parser.parse_args()
    report = Report()
    load = os.getloadavg()[0]
    with gnome_desktop(with_xwayland=True) as desktop:
        desktop.env["PYTHONPATH"] = os.environ["PYTHONPATH"]
        for name in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "HOME"):
            os.environ[name] = desktop.env[name]
        os.environ.pop("DISPLAY", None)
        times = asyncio.run(prove(desktop, args, report))
        tallies = [
            measure_delivery(desktop, field, args.texts // 4, module)
            for module in ("", "ibus")
            for field in FIELDS
            if args.texts and (module or field[0] == "ibus")
        ]
    python, cores = platform.python_version(), os.cpu_count()
    lines = [
        f"{_versions()}.",
        f"Python {python}, {cores} cores, load average {load:.1f}, {time.strftime('%Y-%m-%d')}.",
        "",
        "| what | seen | as it should be |",
        "|---|---|---|",
        *report.rows,
        "",
    ]
    if times.to_field:
        lines += [
            "| from, to | count | p50, ms | p95, ms |",
            "|---|---|---|---|",
            *times.rows(),
            "",
        ]
    lines += [table(tallies)] if tallies else []
    args.out.write_text("\n".join(lines), encoding="utf-8")
    return int(report.failures > 0 or any(tally.wrong for tally in tallies))


if __name__ == "__main__":
    sys.exit(main())
