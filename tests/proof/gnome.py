"""Does text arrive byte for byte on GNOME with Wayland wherever DELIVERED is said?"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from app.output.atspi_sink import AtspiSink
from app.output.ibus_sink import IBusSink
from app.output.route import Route
from app.output.sink import DeliveryState, TextSink
from tests.helpers.desktop.gnome import (
    BACKSPACE,
    CTRL,
    A,
    GnomeDesktop,
    RemoteKeyboard,
    gnome_desktop,
)
from tests.helpers.desktop.x_desktop import Target
from tests.proof.desktop import ARRIVAL_S, TEXTS, Tally, random_text
from tests.proof.sections import with_section

HEAD = """
Commit {commit}, {date}; Python {python}, {cores} cores, load average {load:.1f} before the run;
{shell}, headless, with its own ibus. Made by `scripts/proof gnome`.

"""
PAGE = "# GNOME with Wayland: proof\n"
TITLE = "Delivery, the checkout on this system"
FIELDS = (
    ("ibus", "gtk", "line"),
    ("ibus", "gtk", "text"),
    ("ibus", "qt", "line"),
    ("ibus", "qt", "text"),
    ("at-spi", "gtk", "line"),
    ("at-spi", "qt", "text"),
)


async def deliver(
    target: Target, sink: TextSink, keyboard: RemoteKeyboard, texts: list[str], tally: Tally
) -> None:
    """Each text into an emptied field."""
    route = Route([sink])
    for text in texts:
        await keyboard.press(CTRL, A)
        await keyboard.press(BACKSPACE)
        until = time.monotonic() + ARRIVAL_S
        while target.text() and time.monotonic() < until:
            await asyncio.sleep(0.005)
        await route.begin()
        began = time.time()
        delivery = await route.commit(text)
        until = time.monotonic() + ARRIVAL_S
        while target.text() != text and time.monotonic() < until:
            if delivery.state is DeliveryState.FAILED:
                break
            await asyncio.sleep(0.002)
        waited_ms = 1000 * (target.out.stat().st_mtime - began)
        tally.add(delivery, text, target.text(), max(0.0, waited_ms))
        await route.end()


def measure(
    desktop: GnomeDesktop, field: tuple[str, str, str], count: int, module: str = "ibus"
) -> Tally:
    """Random texts into one kind of field; ``module``: its input module, "" for the default."""
    by, toolkit, kind = field
    rng = random.Random(f"{by} {toolkit} {kind}")
    texts = [random_text(rng, has_breaks=kind == "text") for _ in range(count)]
    tally = Tally(f"{toolkit} {kind}, {by}{'' if module else ', default input module'}")

    async def main() -> None:
        keyboard = RemoteKeyboard()
        await keyboard.open()
        name = f"{by}{toolkit}{kind}{module}"
        target = await asyncio.to_thread(desktop.start_field, toolkit, kind, name, module)
        sink = IBusSink(desktop.folder / "ibus-engine") if by == "ibus" else AtspiSink()
        try:
            await deliver(target, sink, keyboard, texts, tally)
        finally:
            await sink.close()
            keyboard.close()
            await asyncio.to_thread(target.close)
            await asyncio.sleep(0.2)

    asyncio.run(main())
    return tally


def table(tallies: Sequence[Tally]) -> str:
    """What became of the random texts."""
    head = (
        "| field | said | wrong | to the field, p50, ms | p95, ms (reach: 120) |\n"
        "|---|---|---|---|---|\n"
    )
    rows = "\n".join(tally.row() for tally in tallies) + "\n"
    wrong = "".join(f"- `{line}`\n" for line in [w for t in tallies for w in t.wrong][:20])
    return head + rows + (f"\nWhat was wrong:\n\n{wrong}" if wrong else "")


def main() -> None:
    """Runs everything and writes the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--texts", type=int, default=TEXTS)
    args = parser.parse_args()
    load = os.getloadavg()[0]
    with gnome_desktop() as desktop:
        for name in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "HOME"):
            os.environ[name] = desktop.env[name]
        os.environ.pop("DISPLAY", None)
        shell = desktop.run("gnome-shell", "--version").stdout.strip()
        tallies = [measure(desktop, field, args.texts // 4) for field in FIELDS]
    report = HEAD.format(
        commit=os.environ.get("COSYSCRIBE_PROOF_COMMIT", "unknown"),
        date=time.strftime("%Y-%m-%d"),
        python=platform.python_version(),
        cores=os.cpu_count(),
        load=load,
        shell=shell,
    )
    report += table(tallies)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    page = args.out.read_text(encoding="utf-8") if args.out.exists() else PAGE
    args.out.write_text(with_section(page, TITLE, report), encoding="utf-8")
    sys.stdout.write(report)


if __name__ == "__main__":
    main()
