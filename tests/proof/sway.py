"""Does what wtype types on a wlroots compositor arrive byte for byte?"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import time
from pathlib import Path

from app.output.wtype_sink import WtypeSink
from tests.helpers.desktop.sway import SwayDesktop, sway_desktop
from tests.helpers.desktop.x_desktop import Target
from tests.proof.desktop import ARRIVAL_S, TEXTS, Tally, random_text

HEAD = """\
# Delivery on sway: proof

Commit {commit}, {date}; {cores} cores, load average {load:.1f} before the run;
{sway}, headless, with wtype. Made by `scripts/proof sway`.

Nothing comes back from the program that is typed into, so a text is never called delivered here;
“wrong” counts those that were not in the field byte for byte. Each text follows the one before it.
The wait grows with the text: wtype takes some milliseconds a character.

| field | said | wrong | to the field, p50, ms | p95, ms |
|---|---|---|---|---|
"""
FIELDS = (("gtk", "line"), ("gtk", "text"), ("qt", "line"), ("qt", "text"))


async def type_all(target: Target, texts: list[str], tally: Tally) -> None:
    """Each text behind what the field holds."""
    sink = WtypeSink()
    for text in texts:
        before = target.text()
        await sink.begin()
        began = time.time()
        delivery = await sink.commit(text)
        until = time.monotonic() + ARRIVAL_S
        while target.text() != before + text and time.monotonic() < until:
            await asyncio.sleep(0.002)
        waited_ms = 1000 * (target.out.stat().st_mtime - began)
        tally.add(delivery, text, target.text().removeprefix(before), max(0.0, waited_ms))


def measure(desktop: SwayDesktop, seat: str, count: int) -> list[str]:
    """Random texts into each kind of field; the rows of the table, and what was wrong."""
    lines, wrong = [], []
    for toolkit, kind in FIELDS:
        rng = random.Random(f"{toolkit} {kind}")
        texts = [random_text(rng, has_breaks=kind == "text") for _ in range(count)]
        tally = Tally(f"{toolkit} {kind}, {seat}")
        target = desktop.start_field(toolkit, kind, f"{toolkit}{kind}{seat[:4]}".replace(" ", ""))
        asyncio.run(type_all(target, texts, tally))
        target.close()
        lines.append(tally.row())
        wrong += [f"- `{line}`" for line in tally.wrong[:5]]
    return [*lines, *wrong]


def main() -> None:
    """Runs everything and writes the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--texts", type=int, default=TEXTS)
    args = parser.parse_args()
    load = os.getloadavg()[0]
    with sway_desktop() as desktop:
        for name in ("XDG_RUNTIME_DIR", "WAYLAND_DISPLAY"):
            os.environ[name] = desktop.env[name]
        each = args.texts // (2 * len(FIELDS))
        rows = measure(desktop, "no keyboard on the seat", each)
        desktop.plug_keyboard()
        rows += measure(desktop, "a keyboard on the seat", each)
        version = desktop.run("sway", "--version").stdout.strip()
    report = HEAD.format(
        commit=os.environ.get("COSYSCRIBE_PROOF_COMMIT", "unknown"),
        date=time.strftime("%Y-%m-%d"),
        cores=os.cpu_count(),
        load=load,
        sway=version,
    )
    report += "\n".join(rows) + "\n"
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(report, encoding="utf-8")
    sys.stdout.write(report)


if __name__ == "__main__":
    main()
