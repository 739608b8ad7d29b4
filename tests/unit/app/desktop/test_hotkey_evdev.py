from __future__ import annotations

import asyncio
import os
import struct
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from app.desktop.chord import Chord
from app.desktop.hotkey import HotkeyError, HotkeyProblem, KeyHandlers
from app.desktop.hotkey_evdev import KEY_CODES, EvdevHotkey, is_keyboard


class Keyboard:
    """A pipe in place of a device; ``type`` writes what the kernel would."""

    def __init__(self, folder: Path) -> None:
        self.events: list[str] = []
        self._changed = asyncio.Event()
        path = folder / "event0"
        os.mkfifo(path)
        self._writer = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        note = self._note
        handlers = KeyHandlers(
            lambda: note("press"), lambda: note("release"), lambda: note("escape")
        )
        self.hotkey = EvdevHotkey(handlers, folder, accepts=lambda _descriptor: True)

    def type(self, *keys: str) -> None:
        """``+name`` goes down, ``-name`` goes up, ``=name`` repeats."""
        for key in keys:
            value = {"+": 1, "-": 0, "=": 2}[key[0]]
            os.write(self._writer, struct.pack("llHHi", 0, 0, 1, KEY_CODES[key[1:]], value))
            os.write(self._writer, struct.pack("llHHi", 0, 0, 0, 0, 0))

    async def expect(self, *events: str) -> None:
        while len(self.events) < len(events):
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), 5)
        assert self.events == list(events)

    def close(self) -> None:
        os.close(self._writer)

    def _note(self, event: str) -> None:
        self.events.append(event)
        self._changed.set()


def play(folder: Path, scenario: Callable[[Keyboard], Awaitable[None]]) -> None:
    async def main() -> None:
        keyboard = Keyboard(folder)
        try:
            await scenario(keyboard)
        finally:
            await keyboard.hotkey.disarm()
            await keyboard.hotkey.disarm()
            keyboard.close()

    asyncio.run(main())


def test_chord_is_one_press_and_one_release_whatever_repeats(tmp_path: Path) -> None:
    async def scenario(keyboard: Keyboard) -> None:
        await keyboard.hotkey.arm(Chord.parse("Ctrl+Alt+space"))
        keyboard.type("+space", "-space", "+Control_L", "+Alt_R", "+space", "=space", "=space")
        keyboard.type("-Alt_R", "-space", "-Control_L")
        await keyboard.expect("press", "release")

    play(tmp_path, scenario)


def test_chord_with_more_modifiers_is_another_chord(tmp_path: Path) -> None:
    async def scenario(keyboard: Keyboard) -> None:
        await keyboard.hotkey.arm(Chord.parse("Ctrl+d"))
        keyboard.type("+Shift_L", "+Control_R", "+d", "-d", "-Shift_L", "+d", "-d", "-Control_R")
        await keyboard.expect("press", "release")

    play(tmp_path, scenario)


def test_modifier_alone_and_escape_are_heard(tmp_path: Path) -> None:
    async def scenario(keyboard: Keyboard) -> None:
        await keyboard.hotkey.arm(Chord.parse("Control_R"))
        keyboard.type("+Escape", "-Escape", "+Control_R", "-Control_R")
        await keyboard.expect("press", "release")
        keyboard.hotkey.set_escape(True)
        keyboard.type("+Escape", "-Escape")
        await keyboard.expect("press", "release", "escape")

    play(tmp_path, scenario)


def test_missing_keyboard_key_and_permission_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handlers = KeyHandlers(lambda: None, lambda: None, lambda: None)

    def problem(chord: str, folder: Path) -> HotkeyProblem:
        with pytest.raises(HotkeyError) as caught:
            asyncio.run(EvdevHotkey(handlers, folder).arm(Chord.parse(chord)))
        return caught.value.problem

    assert problem("F9", tmp_path) is HotkeyProblem.UNAVAILABLE
    assert problem("XF86Mail", tmp_path) is HotkeyProblem.NO_SUCH_KEY
    (tmp_path / "event0").touch()
    assert problem("F9", tmp_path) is HotkeyProblem.UNAVAILABLE  # a file is no keyboard

    def refuse(*_arguments: object) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "open", refuse)
    assert problem("F9", tmp_path) is HotkeyProblem.NO_PERMISSION


def test_pipe_is_no_keyboard() -> None:
    read, write = os.pipe()
    assert not is_keyboard(read)
    os.close(read)
    os.close(write)
