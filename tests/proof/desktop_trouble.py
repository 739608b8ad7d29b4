"""What may go wrong between the press of the key and the text, on a private X11 desktop."""

from __future__ import annotations

import asyncio
import os
import subprocess
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.desktop.chord import Chord
from app.desktop.hotkey import KeyHandlers
from app.desktop.hotkey_portal import PortalHotkey
from app.output.desktop_session import FCITX_BUS_NAMES, detect, sink_order
from app.output.ibus_sink import IBusSink
from app.output.route import Route
from app.output.sink import Delivery, SinkId
from app.output.x11_paste import PasteSink
from tests.helpers.desktop.fake_portal import FakePortal
from tests.helpers.desktop.x_desktop import Target, XDesktop, wait_for, x_desktop

IMAGE = bytes(range(256)) * 2048  # more than one X request carries
SETTLE_S = 0.5
TEXT = "好é 😀"


def said(delivery: Delivery) -> str:
    """State, sink and reason."""
    reason = f" ({delivery.reason.value})" if delivery.reason else ""
    return f"{delivery.state.value} by {delivery.sink.value}{reason}"


async def _deliver_with(
    desktop: XDesktop, target: Target, between: Callable[[], Awaitable[object]], *, is_paste: bool
) -> str:
    """One text, with something done between the press of the key and the commit."""
    ibus = IBusSink(desktop.folder / "ibus-engine")
    paste = PasteSink(desktop.env["DISPLAY"], lambda: ibus.connection.is_open)
    route = Route([paste] if is_paste else [ibus, paste])
    before = target.text()
    try:
        await route.begin()
        await between()
        delivery = await route.commit(TEXT)
        await asyncio.sleep(SETTLE_S)
        is_there = target.text() == before + TEXT
        await route.end()
    finally:
        await ibus.close()
        await paste.close()
    return f"{said(delivery)}, {'in the field whole' if is_there else repr(target.text())}"


def keys_and_layout(desktop: XDesktop) -> list[str]:
    """Shift held, the layout changed: by the input method and by pasting."""
    target = desktop.start_target("gtk", "text", "keyboard")
    lines = []
    layouts = ("de", "fr", "ru")

    async def run(name: str, *command: str, is_paste: bool) -> None:
        async def between() -> None:
            await asyncio.to_thread(desktop.run, *command)

        found = await _deliver_with(desktop, target, between, is_paste=is_paste)
        lines.append(f"| {name}, {'pasting' if is_paste else 'the route'} | {found} |")

    async def main() -> None:
        for is_paste in (False, True):
            await run("Shift held", "xdotool", "keydown", "shift", is_paste=is_paste)
            await asyncio.to_thread(desktop.run, "xdotool", "keyup", "shift")
            for layout in layouts:
                name = f"layout changed to {layout} meanwhile"
                await run(name, "setxkbmap", layout, is_paste=is_paste)
                await asyncio.to_thread(desktop.run, "setxkbmap", "us")

    asyncio.run(main())
    target.close()
    return lines


def image_on_clipboard(desktop: XDesktop) -> str:
    """What was on the clipboard before a paste is there after it."""
    kind = ["xclip", "-selection", "clipboard", "-t", "image/png"]
    subprocess.run(
        [*kind, "-i"], env=desktop.env, input=IMAGE, check=True, stdout=subprocess.DEVNULL
    )
    target = desktop.start_target("qt", "line", "image")

    async def main() -> tuple[str, bool]:
        paste = PasteSink(desktop.env["DISPLAY"])
        route = Route([paste])
        await route.begin()
        delivery = await route.commit(TEXT)
        await asyncio.sleep(SETTLE_S)

        def read() -> bytes:
            command = [*kind, "-o"]
            return subprocess.run(
                command, env=desktop.env, capture_output=True, check=False, timeout=10
            ).stdout

        is_same = await asyncio.to_thread(read) == IMAGE
        await route.end()
        await paste.close()
        return said(delivery), is_same

    delivery, is_same = asyncio.run(main())
    target.close()
    return f"| image of {len(IMAGE)} bytes on the clipboard | {delivery}; same bytes: {is_same} |"


def silent_portal(desktop: XDesktop) -> str:
    """A portal that binds the keys and never tells of them is not taken for one that works."""

    async def main() -> str:
        portal = FakePortal()
        await portal.open()
        nothing = KeyHandlers(lambda: None, lambda: None, lambda: None)
        hotkey = PortalHotkey(nothing)
        try:
            await hotkey.arm(Chord.parse("Ctrl+Alt+space"))
            silent = hotkey.has_signalled
            portal.press()
            await asyncio.sleep(SETTLE_S)
            return f"bound; known to work: {silent}, after its first signal: {hotkey.has_signalled}"
        finally:
            await hotkey.disarm()
            portal.close()

    os.environ["DBUS_SESSION_BUS_ADDRESS"] = desktop.env["DBUS_SESSION_BUS_ADDRESS"]
    return f"| portal that binds and never signals | {asyncio.run(main())} |"


def bus_gone(desktop: XDesktop) -> str:
    """The session bus dies between the press of the key and the commit, and IBus with it.

    The pasting chord then does not always reach a field: of some ten runs about half left it empty
    with UNCONFIRMED said. What must not happen is that DELIVERED is said then.
    """
    assert desktop.bus is not None
    bus = desktop.bus
    target = desktop.start_target("qt", "text", "bus")  # GTK programs end with their bus

    async def between() -> None:
        await asyncio.to_thread(desktop.processes.stop, bus)

    found = asyncio.run(_deliver_with(desktop, target, between, is_paste=False))
    target.close()
    return f"| session bus gone, and IBus with it | {found} |"


@contextmanager
def fcitx_desktop() -> Iterator[XDesktop]:
    """A desktop whose input method is fcitx5."""
    with (
        tempfile.TemporaryDirectory(prefix="cosy-") as folder,
        x_desktop(Path(folder), with_ibus=False) as desktop,
    ):
        desktop.env |= {"GTK_IM_MODULE": "fcitx", "QT_IM_MODULE": "ibus", "XMODIFIERS": "@im=fcitx"}
        desktop.processes.start(["fcitx5"], desktop.env)
        call = "gdbus call --session -d org.freedesktop.DBus -o /org/freedesktop/DBus -m"
        names = [*call.split(), "org.freedesktop.DBus.ListNames"]
        wait_for(lambda: "org.fcitx.Fcitx5" in desktop.run(*names).stdout, 20, "fcitx5")
        yield desktop


def fcitx_sinks(desktop: XDesktop) -> list[PasteSink]:
    """What the program chooses there."""
    order = sink_order(detect(desktop.env, FCITX_BUS_NAMES))
    assert order == (SinkId.PASTE, SinkId.COPY)
    return [PasteSink(desktop.env["DISPLAY"])]
