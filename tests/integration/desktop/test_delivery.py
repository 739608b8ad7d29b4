"""A sample of the proofs: random texts into real programs, and what may go wrong meanwhile."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator

import pytest

from app.output.ibus_sink import IBusSink
from app.output.x11_paste import PasteSink
from tests.helpers.desktop.fixtures import need
from tests.helpers.desktop.x_desktop import XDesktop
from tests.proof import desktop_trouble
from tests.proof.desktop import Tally, deliver_many, random_text

pytestmark = pytest.mark.desktop

TEXTS = 25
FIELDS = [("gtk", "text"), ("qt", "line")]


@pytest.fixture
def here(ibus_desktop: XDesktop, monkeypatch: pytest.MonkeyPatch) -> XDesktop:
    for name in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"):
        monkeypatch.setenv(name, ibus_desktop.env[name])
    monkeypatch.setenv("XDG_CONFIG_HOME", f"{ibus_desktop.env['HOME']}/.config")
    return ibus_desktop


def deliver(
    desktop: XDesktop, sinks: Callable[[], list[IBusSink | PasteSink]], toolkit: str, kind: str
) -> Tally:
    rng = random.Random(f"{toolkit} {kind}")
    texts = [random_text(rng, has_breaks=kind == "text") for _ in range(TEXTS)]
    tally = Tally(f"{toolkit} {kind}")
    target = desktop.start_target(toolkit, kind, f"{toolkit}{kind}")

    async def main() -> None:
        made = sinks()
        try:
            await deliver_many(target, made, tally, texts, "ctrl+a")
        finally:
            for sink in made:
                await sink.close()

    asyncio.run(main())
    target.close()
    return tally


def lies(tally: Tally) -> list[str]:
    """What was said to be delivered, or not to be sent, and was otherwise.

    An unconfirmed text may be missing: a loaded machine loses a paste now and then, and says so.
    """
    return [line for line in tally.wrong if not line.startswith("unconfirmed")]


@pytest.mark.parametrize(("toolkit", "kind"), FIELDS)
def test_what_is_called_delivered_is_there_byte_for_byte(
    here: XDesktop, toolkit: str, kind: str
) -> None:
    def sinks() -> list[IBusSink | PasteSink]:
        ibus = IBusSink(here.folder / "ibus-engine")
        return [ibus, PasteSink(here.env["DISPLAY"], lambda: ibus.connection.is_open)]

    tally = deliver(here, sinks, toolkit, kind)
    assert lies(tally) == []
    assert tally.states["delivered by ibus"] > TEXTS // 2


@pytest.fixture(scope="module")
def fcitx() -> Iterator[XDesktop]:
    need("Xvfb", "openbox", "xdotool", "dbus-daemon", "fcitx5")
    with desktop_trouble.fcitx_desktop() as desktop:
        yield desktop


@pytest.mark.parametrize(("toolkit", "kind"), FIELDS)
def test_fcitx5_desktop_gets_every_text(fcitx: XDesktop, toolkit: str, kind: str) -> None:
    def sinks() -> list[IBusSink | PasteSink]:
        return [*desktop_trouble.fcitx_sinks(fcitx)]

    tally = deliver(fcitx, sinks, toolkit, kind)
    assert lies(tally) == []


def test_held_shift_and_changed_layouts_lose_nothing(here: XDesktop) -> None:
    need("setxkbmap")
    lines = desktop_trouble.keys_and_layout(here)
    assert [line for line in lines if "in the field whole" not in line] == []
