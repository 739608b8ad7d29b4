from __future__ import annotations

import asyncio

import pytest
from Xlib.protocol.rq import Event

from app.x11 import keyboard
from app.x11.connection import X11Connection
from tests.helpers.desktop.x_desktop import XDesktop

pytestmark = pytest.mark.desktop


@pytest.fixture
def display(plain_desktop: XDesktop) -> str:
    return plain_desktop.env["DISPLAY"]


def test_unknown_keysym_has_no_key(display: str) -> None:
    connection = X11Connection(display)
    assert keyboard.keycode_of(connection, "NoSuchKey") == 0
    assert keyboard.keycode_of(connection, "v") > 8
    connection.close()


def test_modifier_released_in_time_is_left_alone(plain_desktop: XDesktop, display: str) -> None:
    async def scenario() -> None:
        connection = X11Connection(display)
        connection.attach()
        plain_desktop.run("xdotool", "keydown", "shift")
        assert keyboard.held_modifiers(connection) != []
        waiting = asyncio.create_task(keyboard.release_modifiers(connection, patience_s=10))
        await asyncio.sleep(0)
        await asyncio.to_thread(plain_desktop.run, "xdotool", "keyup", "shift")
        await asyncio.wait_for(waiting, 5)
        connection.close()

    asyncio.run(scenario())


def test_modifier_held_for_good_is_released_for_the_user(
    plain_desktop: XDesktop, display: str
) -> None:
    async def scenario() -> None:
        connection = X11Connection(display)
        connection.attach()
        plain_desktop.run("xdotool", "keydown", "ctrl", "keydown", "shift")
        await keyboard.release_modifiers(connection, patience_s=0.02)
        assert keyboard.held_modifiers(connection) == []
        connection.close()

    asyncio.run(scenario())


def test_raw_events_tell_press_and_release(plain_desktop: XDesktop, display: str) -> None:
    async def scenario() -> None:
        connection = X11Connection(display)
        keycode = keyboard.keycode_of(connection, "F9")
        seen: list[tuple[int, int]] = []
        both = asyncio.Event()

        def on_event(event: Event) -> None:
            raw = keyboard.raw_key(connection, event)
            if raw is not None:
                seen.append(raw)
            if len(seen) == 2:
                both.set()

        connection.add_handler(on_event)
        keyboard.watch_raw_keys(connection)
        connection.attach()
        keyboard.press_chord(connection, [keycode])
        await asyncio.wait_for(both.wait(), 5)
        assert seen == [(keyboard.RAW_KEY_PRESS, keycode), (keyboard.RAW_KEY_RELEASE, keycode)]
        connection.close()

    asyncio.run(scenario())
