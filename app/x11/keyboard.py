"""Keys of the X server: what is held, and pressing a chord in the user's place."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from Xlib import XK, X
from Xlib.ext import ge, xinput, xtest
from Xlib.protocol.rq import Event

from app.x11.connection import X11Connection

RAW_KEY_PRESS = 13
RAW_KEY_RELEASE = 14


def watch_raw_keys(connection: X11Connection, *, is_on: bool = True) -> None:
    """Asks for every key's raw press and release, whoever has the focus or a grab."""
    mask = (1 << RAW_KEY_PRESS) | (1 << RAW_KEY_RELEASE) if is_on else 0
    connection.root.xinput_select_events([(xinput.AllMasterDevices, mask)])


def raw_key(connection: X11Connection, event: Event) -> tuple[int, int] | None:
    """Kind (``RAW_KEY_PRESS`` or ``RAW_KEY_RELEASE``) and keycode of a raw key event."""
    if event.type != ge.GenericEventCode:
        return None
    if event.extension != connection.display.display.get_extension_major(xinput.extname):
        return None
    if event.evtype not in (RAW_KEY_PRESS, RAW_KEY_RELEASE):
        return None
    # xXIRawEvent after evtype: deviceid (2 bytes), time (4), detail (4).
    (keycode,) = struct.unpack_from("=I", bytes(event.data), 6)
    return event.evtype, keycode


def keycode_of(connection: X11Connection, keysym: str) -> int:
    """The key that makes a keysym in the current layout, without modifiers where possible; or 0."""
    wanted = XK.string_to_keysym(keysym)
    if wanted == XK.NoSymbol:
        return 0
    return int(connection.display.keysym_to_keycode(wanted))


def held_modifiers(connection: X11Connection) -> list[int]:
    """Keycodes of the modifier keys that are down; locks that merely are on do not count."""
    mapping = connection.display.get_modifier_mapping()
    keys = {code for index, row in enumerate(mapping) if index != X.LockMapIndex for code in row}
    num_lock = keycode_of(connection, "Num_Lock")
    down = connection.display.query_keymap()
    return sorted(code for code in keys - {0, num_lock} if down[code // 8] & (1 << (code % 8)))


async def release_modifiers(connection: X11Connection, patience_s: float = 0.3) -> None:
    """Waits for the user to let go of Shift, Ctrl and the like, then lets go for them."""
    if held_modifiers(connection):
        await _wait_for_release(connection, patience_s)
    for keycode in held_modifiers(connection):
        xtest.fake_input(connection.display, X.KeyRelease, keycode)
    connection.display.sync()
    connection.dispatch()


def press_chord(connection: X11Connection, keycodes: Sequence[int]) -> None:
    """Presses the keys in order and releases them in reverse."""
    for keycode in keycodes:
        xtest.fake_input(connection.display, X.KeyPress, keycode)
    for keycode in reversed(keycodes):
        xtest.fake_input(connection.display, X.KeyRelease, keycode)
    connection.display.flush()


async def _wait_for_release(connection: X11Connection, patience_s: float) -> None:
    with _raw_events(connection) as released:
        deadline_s = asyncio.get_running_loop().time() + patience_s
        while held_modifiers(connection):
            released.clear()
            connection.dispatch()
            rest_s = deadline_s - asyncio.get_running_loop().time()
            try:
                await asyncio.wait_for(released.wait(), rest_s)
            except asyncio.TimeoutError:
                return


@contextmanager
def _raw_events(connection: X11Connection) -> Iterator[asyncio.Event]:
    released = asyncio.Event()

    def on_event(event: Event) -> None:
        if raw_key(connection, event) is not None:
            released.set()

    connection.add_handler(on_event)
    watch_raw_keys(connection)
    try:
        yield released
    finally:
        watch_raw_keys(connection, is_on=False)
        connection.remove_handler(on_event)
