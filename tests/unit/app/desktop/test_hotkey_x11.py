from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from Xlib.protocol import event

from app.desktop.chord import Chord
from app.desktop.hotkey import HotkeyError, HotkeyProblem, KeyHandlers
from app.desktop.hotkey_x11 import X11Hotkey
from app.x11 import keyboard
from app.x11.connection import X11Connection
from tests.helpers.desktop.x_desktop import XDesktop

pytestmark = pytest.mark.desktop


class Keys:
    """A hotkey and what it told, with xdotool as the user's hands."""

    def __init__(self, desktop: XDesktop, folder: Path) -> None:
        self.desktop = desktop
        self.state_file = folder / "x11-repeat"
        self.events: list[str] = []
        self._changed = asyncio.Event()
        handlers = KeyHandlers(
            on_press=lambda: self._note("press"),
            on_release=lambda: self._note("release"),
            on_escape=lambda: self._note("escape"),
        )
        self.hotkey = X11Hotkey(handlers, self.state_file, desktop.env["DISPLAY"])

    async def do(self, *arguments: str) -> None:
        await asyncio.to_thread(self.desktop.run, "xdotool", *arguments)

    async def expect(self, *events: str) -> None:
        while len(self.events) < len(events):
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), 5)
        assert self.events == list(events)

    def repeats(self, key: str) -> bool:
        connection = X11Connection(self.desktop.env["DISPLAY"])
        code = keyboard.keycode_of(connection, key)
        repeats = connection.display.get_keyboard_control().auto_repeats
        connection.close()
        return bool(repeats[code // 8] & (1 << (code % 8)))

    def _note(self, event: str) -> None:
        self.events.append(event)
        self._changed.set()


def play(desktop: XDesktop, folder: Path, scenario: Callable[[Keys], Awaitable[None]]) -> None:
    async def main() -> None:
        keys = Keys(desktop, folder)
        try:
            await scenario(keys)
        finally:
            await keys.hotkey.disarm()
            desktop.run("xdotool", "keyup", "ctrl", "keyup", "alt", "keyup", "space", "keyup", "F9")

    asyncio.run(main())


@pytest.mark.parametrize("locks", [(), ("Num_Lock",), ("Caps_Lock",)])
def test_long_hold_is_one_press_and_one_release_and_nothing_leaks(
    plain_desktop: XDesktop, tmp_path: Path, locks: tuple[str, ...]
) -> None:
    target = plain_desktop.start_target("qt", "text", "leak")
    log = target.out.with_suffix(".log")

    async def scenario(keys: Keys) -> None:
        for lock in locks:
            await keys.do("key", lock)
        await keys.hotkey.arm(Chord.parse("Ctrl+Alt+space"))
        assert keys.repeats("space")
        await keys.do("keydown", "ctrl", "keydown", "alt", "keydown", "space")
        await keys.expect("press")
        assert not keys.repeats("space")
        await asyncio.sleep(
            1.5
        )  # the auto-repeat delay is 0.66 s: that it stays silent is the test
        await keys.do("keyup", "space")
        await keys.expect("press", "release")
        await keys.do("keyup", "alt", "keyup", "ctrl", "key", "x")
        await asyncio.to_thread(target.wait_for_text, "X" if "Caps_Lock" in locks else "x")
        assert keys.repeats("space")
        for lock in locks:
            await keys.do("key", lock)

    play(plain_desktop, tmp_path, scenario)
    events = [json.loads(line) for line in log.read_text().splitlines()]
    assert not [e for e in events if e.get("key") == 0x20 and e.get("press")]
    target.close()
    log.unlink()


def test_key_works_again_after_the_release(plain_desktop: XDesktop, tmp_path: Path) -> None:
    async def scenario(keys: Keys) -> None:
        await keys.hotkey.arm(Chord.parse("F9"))
        for count in range(1, 4):
            await keys.do("keydown", "F9", "keyup", "F9")
            await keys.expect(*["press", "release"] * count)
        await keys.hotkey.disarm()
        await keys.hotkey.disarm()
        assert keys.repeats("F9")
        assert not keys.state_file.exists()

    play(plain_desktop, tmp_path, scenario)


def test_taken_key_is_a_conflict_and_leaves_nothing_behind(
    plain_desktop: XDesktop, tmp_path: Path
) -> None:
    async def scenario(keys: Keys) -> None:
        other = Keys(plain_desktop, tmp_path / "other")
        await other.hotkey.arm(Chord.parse("Ctrl+F9"))
        with pytest.raises(HotkeyError) as caught:
            await keys.hotkey.arm(Chord.parse("Ctrl+F9"))
        assert caught.value.problem is HotkeyProblem.CONFLICT
        await other.hotkey.disarm()
        await keys.hotkey.arm(Chord.parse("Ctrl+F9"))

    play(plain_desktop, tmp_path, scenario)


def test_unknown_key_and_missing_server_are_told_apart(
    plain_desktop: XDesktop, tmp_path: Path
) -> None:
    async def scenario(keys: Keys) -> None:
        with pytest.raises(HotkeyError) as caught:
            await keys.hotkey.arm(Chord.parse("Ctrl+NoSuchKey"))
        assert caught.value.problem is HotkeyProblem.NO_SUCH_KEY
        nobody = KeyHandlers(lambda: None, lambda: None, lambda: None)
        with pytest.raises(HotkeyError) as caught:
            await X11Hotkey(nobody, tmp_path / "s", ":4711").arm(Chord.parse("F9"))
        assert caught.value.problem is HotkeyProblem.UNAVAILABLE

    play(plain_desktop, tmp_path, scenario)


def test_escape_is_taken_only_while_asked_for(plain_desktop: XDesktop, tmp_path: Path) -> None:
    async def scenario(keys: Keys) -> None:
        await keys.hotkey.arm(Chord.parse("F9"))
        await keys.do("key", "Escape")
        keys.hotkey.set_escape(True)
        await keys.do("key", "Escape")
        await keys.expect("escape")
        keys.hotkey.set_escape(False)
        await keys.do("key", "Escape", "key", "F9")
        await keys.expect("escape", "press", "release")

    play(plain_desktop, tmp_path, scenario)


def test_escape_is_taken_while_the_chord_is_held_too(
    plain_desktop: XDesktop, tmp_path: Path
) -> None:
    async def scenario(keys: Keys) -> None:
        await keys.hotkey.arm(Chord.parse("Ctrl+Alt+space"))
        await keys.do("keydown", "ctrl", "keydown", "alt", "keydown", "space")
        keys.hotkey.set_escape(True)
        await keys.do("key", "Escape", "keyup", "space", "keyup", "alt", "keyup", "ctrl")
        await keys.expect("press", "escape", "release")
        keys.hotkey.set_escape(False)
        await keys.do("key", "ctrl+alt+Escape", "key", "ctrl+alt+space")
        await keys.expect("press", "escape", "release", "press", "release")

    play(plain_desktop, tmp_path, scenario)


def test_escape_that_another_program_has_cancels_all_the_same(
    plain_desktop: XDesktop, tmp_path: Path
) -> None:
    async def scenario(keys: Keys) -> None:
        window_manager = Keys(plain_desktop, tmp_path / "other")
        await window_manager.hotkey.arm(Chord.parse("Ctrl+Alt+Escape"))
        await keys.hotkey.arm(Chord.parse("Ctrl+Alt+space"))
        await keys.do("keydown", "ctrl", "keydown", "alt", "keydown", "space")
        keys.hotkey.set_escape(True)
        await keys.do("key", "Escape", "keyup", "space", "keyup", "alt", "keyup", "ctrl")
        await keys.expect("press", "escape", "release")
        await window_manager.hotkey.disarm()

    play(plain_desktop, tmp_path, scenario)


def test_modifier_alone_is_listened_to_and_another_key_cancels(
    plain_desktop: XDesktop, tmp_path: Path
) -> None:
    async def scenario(keys: Keys) -> None:
        await keys.hotkey.arm(Chord.parse("Control_R"))
        await keys.do("keydown", "Control_R", "keyup", "Control_R")
        await keys.expect("press", "release")
        await keys.do("keydown", "Control_R", "key", "F5", "keyup", "Control_R")
        await keys.expect("press", "release", "press", "escape", "release")

    play(plain_desktop, tmp_path, scenario)


def test_layout_change_moves_the_grab(plain_desktop: XDesktop, tmp_path: Path) -> None:
    async def scenario(keys: Keys) -> None:
        await keys.hotkey.arm(Chord.parse("Ctrl+q"))
        try:
            await asyncio.to_thread(plain_desktop.run, "setxkbmap", "fr")
            await keys.do("key", "ctrl+q")
            await keys.expect("press", "release")
        finally:
            await asyncio.to_thread(plain_desktop.run, "setxkbmap", "us")

    play(plain_desktop, tmp_path, scenario)


def test_auto_repeat_lost_in_a_crash_is_back_after_the_next_start(
    plain_desktop: XDesktop, tmp_path: Path
) -> None:
    async def scenario(keys: Keys) -> None:
        connection = X11Connection(plain_desktop.env["DISPLAY"])
        code = keyboard.keycode_of(connection, "F9")
        plain_desktop.run("xset", "-r", str(code))
        assert not keys.repeats("F9")
        keys.state_file.write_text(str(code))
        await keys.hotkey.arm(Chord.parse("Ctrl+Alt+space"))
        assert keys.repeats("F9")
        assert not keys.state_file.exists()
        connection.close()

    play(plain_desktop, tmp_path, scenario)


def test_release_that_the_grab_takes_is_a_release(plain_desktop: XDesktop, tmp_path: Path) -> None:
    # As of a tap that is over before the keyboard was let go: no raw event comes then.
    async def scenario(keys: Keys) -> None:
        await keys.hotkey.arm(Chord.parse("Ctrl+Alt+space"))
        keys.hotkey._on_event(event.KeyPress(detail=keys.hotkey._keycode, **KEY_FIELDS))
        keys.hotkey._on_event(event.KeyRelease(detail=keys.hotkey._keycode, **KEY_FIELDS))
        await keys.expect("press", "release")

    play(plain_desktop, tmp_path, scenario)


KEY_FIELDS: dict[str, Any] = {
    "time": 0,
    "root": 0,
    "window": 0,
    "child": 0,
    "root_x": 0,
    "root_y": 0,
    "event_x": 0,
    "event_y": 0,
    "state": 0,
    "same_screen": 1,
}
