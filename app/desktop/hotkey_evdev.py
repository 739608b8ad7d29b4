"""The dictation key read from the keyboard's device, where the user allows it (group input).

Reading takes nothing away from other programs, so the key also does there what it does. Keys are
positions, not letters: the table has those of linux/input-event-codes.h that make sense here.
"""

from __future__ import annotations

import array
import asyncio
import contextlib
import fcntl
import logging
import os
import struct
from collections.abc import Callable
from pathlib import Path

from app.desktop.chord import Chord
from app.desktop.hotkey import HotkeyError, HotkeyId, HotkeyProblem, KeyHandlers

_log = logging.getLogger("ui")

_EVENT = struct.Struct("llHHi")  # struct input_event
_EV_KEY = 1
_UP, _DOWN = 0, 1
_KEY_BYTES = 96  # KEY_MAX / 8, rounded up
_GET_KEYS = (2 << 30) | (_KEY_BYTES << 16) | (ord("E") << 8) | (0x20 + _EV_KEY)  # EVIOCGBIT
_RESCAN_S = 5.0
"""A keyboard that is plugged in counts after this time at most."""

_ROWS = {2: "1234567890", 16: "qwertyuiop", 30: "asdfghjkl", 44: "zxcvbnm"}
KEY_CODES: dict[str, int] = {
    **{letter: first + index for first, row in _ROWS.items() for index, letter in enumerate(row)},
    **{f"F{number}": 58 + number for number in range(1, 11)},
    "F11": 87,
    "F12": 88,
    **{f"F{number}": 170 + number for number in range(13, 25)},
    "Escape": 1,
    "Return": 28,
    "space": 57,
    "Tab": 15,
    "Pause": 119,
    "Insert": 110,
    "Menu": 127,
    "Scroll_Lock": 70,
    "Control_L": 29,
    "Control_R": 97,
    "Shift_L": 42,
    "Shift_R": 54,
    "Alt_L": 56,
    "Alt_R": 100,
    "Super_L": 125,
    "Super_R": 126,
}
_MODIFIER_CODES = {"Ctrl": (29, 97), "Shift": (42, 54), "Alt": (56, 100), "Super": (125, 126)}


def is_keyboard(descriptor: int) -> bool:
    """Whether a device has letters and a space bar."""
    keys = array.array("B", bytes(_KEY_BYTES))
    try:
        fcntl.ioctl(descriptor, _GET_KEYS, keys)
    except OSError:
        return False
    return all(keys[code // 8] >> (code % 8) & 1 for code in (KEY_CODES["a"], KEY_CODES["space"]))


class EvdevHotkey:
    """Listens to every keyboard.

    Threads: the loop's.
    """

    hotkey_id = HotkeyId.EVDEV
    trigger = ""

    def __init__(
        self,
        handlers: KeyHandlers,
        folder: Path,
        accepts: Callable[[int], bool] = is_keyboard,
    ) -> None:
        self._handlers = handlers
        self._folder = folder
        self._accepts = accepts
        self._devices: dict[Path, int] = {}
        self._down: set[int] = set()
        self._chord: Chord | None = None
        self._code = 0
        self._is_pressed = False
        self._takes_escape = False
        self._rescan: asyncio.TimerHandle | None = None

    async def arm(self, chord: Chord) -> None:
        """Opens the keyboards.

        Raises:
            HotkeyError: the key is not in the table, or no keyboard may be read.
        """
        await self.disarm()
        if chord.key not in KEY_CODES:
            raise HotkeyError(HotkeyProblem.NO_SUCH_KEY, chord.key)
        self._chord, self._code = chord, KEY_CODES[chord.key]
        is_refused = self._open_new()
        if not self._devices:
            problem = HotkeyProblem.NO_PERMISSION if is_refused else HotkeyProblem.UNAVAILABLE
            raise HotkeyError(problem, str(self._folder))
        self._schedule()

    def set_escape(self, is_on: bool) -> None:
        """Listens for Esc too; other programs get it all the same."""
        self._takes_escape = is_on

    async def disarm(self) -> None:
        """Closes the keyboards. Idempotent."""
        if self._rescan is not None:
            self._rescan.cancel()
            self._rescan = None
        for path in tuple(self._devices):
            self._close(path)
        self._down.clear()
        self._is_pressed = False

    def _schedule(self) -> None:
        self._rescan = asyncio.get_running_loop().call_later(_RESCAN_S, self._on_rescan)

    def _on_rescan(self) -> None:
        self._open_new()
        self._schedule()

    def _open_new(self) -> bool:
        """Opens keyboards that are not open yet; whether one may not be read."""
        is_refused = False
        for path in sorted(self._folder.glob("event*")):
            if path in self._devices:
                continue
            try:
                descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            except PermissionError:
                is_refused = True
                continue
            except OSError:
                continue
            if self._accepts(descriptor):
                self._devices[path] = descriptor
                asyncio.get_running_loop().add_reader(descriptor, self._on_readable, path)
            else:
                os.close(descriptor)
        return is_refused

    def _close(self, path: Path) -> None:
        descriptor = self._devices.pop(path)
        asyncio.get_running_loop().remove_reader(descriptor)
        with contextlib.suppress(OSError):
            os.close(descriptor)

    def _on_readable(self, path: Path) -> None:
        try:
            data = os.read(self._devices[path], _EVENT.size * 64)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:  # unplugged; its keys are not held any more
            self._close(path)
            self._down.clear()
            self._release()
            return
        whole = len(data) - len(data) % _EVENT.size
        for _seconds, _micros, kind, code, value in _EVENT.iter_unpack(data[:whole]):
            if kind == _EV_KEY:
                self._on_key(code, value)

    def _on_key(self, code: int, value: int) -> None:
        if value == _DOWN:
            self._down.add(code)
            if code == self._code and self._are_modifiers_right():
                self._press()
            elif code == KEY_CODES["Escape"] and self._takes_escape:
                self._handlers.on_escape()
        elif value == _UP:
            self._down.discard(code)
            if code == self._code:
                self._release()

    def _are_modifiers_right(self) -> bool:
        assert self._chord is not None
        others = self._down - {self._code}
        held = {name for name, codes in _MODIFIER_CODES.items() if others.intersection(codes)}
        return held == set(self._chord.modifiers)

    def _press(self) -> None:
        if not self._is_pressed:
            self._is_pressed = True
            self._handlers.on_press()

    def _release(self) -> None:
        if self._is_pressed:
            self._is_pressed = False
            self._handlers.on_release()
