"""The dictation key on X11.

A plain key grab keeps the keyboard until the release, and the focused program loses its focus
for that time, and with it its preedit. So the grab only swallows the press: the keyboard is let
go at once, and the release comes as a raw event. Auto-repeat is off for the key while its
modifiers are down, since each repeat would be a press of its own.
"""

from __future__ import annotations

import contextlib
import logging
from pathlib import Path

from Xlib import X, error
from Xlib.protocol.rq import Event

from app.desktop.chord import Chord
from app.desktop.hotkey import HotkeyError, HotkeyId, HotkeyProblem, KeyHandlers
from app.x11 import keyboard
from app.x11.connection import X11Connection, X11Error

_log = logging.getLogger("ui")

_MASKS = {"Ctrl": X.ControlMask, "Alt": X.Mod1Mask, "Shift": X.ShiftMask, "Super": X.Mod4Mask}
_MODIFIER_MASK = X.ControlMask | X.Mod1Mask | X.ShiftMask | X.Mod4Mask


class X11Hotkey:
    """Grabs a chord; listens only where the chord is a modifier key by itself.

    ``state_file`` names the key whose auto-repeat is off, so that a crash cannot leave it so:
    ``recover`` puts it right at the next start.
    """

    hotkey_id = HotkeyId.X11
    trigger = ""

    def __init__(
        self, handlers: KeyHandlers, state_file: Path, display_name: str | None = None
    ) -> None:
        self._handlers = handlers
        self._state_file = state_file
        self._display_name = display_name
        self._x11: X11Connection | None = None
        self._chord: Chord | None = None
        self._keycode = 0
        self._escape_code = 0
        self._is_down = False
        self._is_repeat_off = False
        self._takes_escape = False

    async def arm(self, chord: Chord) -> None:
        """Grabs the chord on the root window.

        Raises:
            HotkeyError: no X server, no such key, or another program has it.
        """
        await self.disarm()
        try:
            self._x11 = X11Connection(self._display_name)
        except X11Error as problem:
            raise HotkeyError(HotkeyProblem.UNAVAILABLE, str(problem)) from problem
        self._x11.attach()
        self._x11.add_handler(self._on_event)
        keyboard.watch_raw_keys(self._x11)
        self._chord = chord
        self._recover()
        try:
            self._grab()
        except HotkeyError:
            await self.disarm()
            raise

    def set_escape(self, is_on: bool) -> None:
        """Takes Esc from other programs, or gives it back."""
        if is_on == self._takes_escape or self._x11 is None:
            return
        self._takes_escape = is_on
        # While the chord is held Esc comes with its modifiers, which is another key to a grab.
        for mask in (
            held | lock for held in {0, self._chord_mask()} for lock in self._lock_masks()
        ):
            if is_on:
                self._x11.root.grab_key(
                    self._escape_code, mask, False, X.GrabModeAsync, X.GrabModeAsync
                )
            else:
                self._x11.root.ungrab_key(self._escape_code, mask)
        self._x11.display.flush()

    async def disarm(self) -> None:
        """Gives the key, its auto-repeat and Esc back. Idempotent."""
        x11 = self._x11
        if x11 is None:
            return
        with contextlib.suppress(error.ConnectionClosedError, OSError):
            self._ungrab()
            self._set_repeat(is_on=True)
            x11.display.sync()
        self._x11 = None
        self._is_down = self._takes_escape = False
        x11.close()

    def _grab(self) -> None:
        assert self._x11 is not None
        assert self._chord is not None
        self._keycode = keyboard.keycode_of(self._x11, self._chord.key)
        self._escape_code = keyboard.keycode_of(self._x11, "Escape")
        if not self._keycode:
            raise HotkeyError(HotkeyProblem.NO_SUCH_KEY, self._chord.key)
        if self._chord.is_modifier_alone:
            return
        caught = error.CatchError(error.BadAccess)
        for mask in self._lock_masks():
            self._x11.root.grab_key(
                self._keycode,
                self._chord_mask() | mask,
                False,
                X.GrabModeAsync,
                X.GrabModeAsync,
                onerror=caught,
            )
        self._x11.display.sync()
        if caught.get_error() is not None:
            raise HotkeyError(HotkeyProblem.CONFLICT, str(self._chord))
        if not self._chord.modifiers:
            self._set_repeat(is_on=False)

    def _ungrab(self) -> None:
        assert self._x11 is not None
        self.set_escape(False)
        if self._keycode and self._chord is not None and not self._chord.is_modifier_alone:
            for mask in self._lock_masks():
                self._x11.root.ungrab_key(self._keycode, self._chord_mask() | mask)

    def _on_event(self, event: Event) -> None:
        assert self._x11 is not None
        raw = keyboard.raw_key(self._x11, event)
        if raw is not None:
            self._on_raw_key(*raw)
        elif event.type == X.KeyPress:
            # The grab holds the keyboard: let go before anything else.
            self._x11.display.ungrab_keyboard(X.CurrentTime)
            self._x11.display.flush()
            if event.detail == self._keycode:
                self._press()
            elif event.detail == self._escape_code and not self._is_down:
                self._handlers.on_escape()
        elif event.type == X.KeyRelease and event.detail == self._keycode:
            self._release()  # quicker than we let go: the grab had it, and no raw event came
        elif event.type == X.MappingNotify:
            self._on_mapping(event)

    def _on_raw_key(self, kind: int, keycode: int) -> None:
        assert self._chord is not None
        if keycode == self._keycode:
            if kind == keyboard.RAW_KEY_RELEASE:
                self._release()
            elif self._chord.is_modifier_alone:
                self._press()
        elif self._is_down:
            if kind == keyboard.RAW_KEY_PRESS and self._cancels(keycode):
                self._handlers.on_escape()
        elif self._chord.modifiers and not self._chord.is_modifier_alone:
            self._set_repeat(is_on=not self._are_modifiers_down())

    def _cancels(self, keycode: int) -> bool:
        """Whether a key pressed beside the held chord ends the dictation."""
        assert self._chord is not None
        if self._chord.is_modifier_alone:
            return True  # Ctrl+C with the right Ctrl is no dictation
        # Raw: Esc with the chord's modifiers may be another program's, as in Xfce.
        return self._takes_escape and keycode == self._escape_code

    def _press(self) -> None:
        if not self._is_down:
            self._is_down = True
            self._handlers.on_press()

    def _release(self) -> None:
        if self._is_down:
            self._is_down = False
            self._handlers.on_release()
        if self._chord is not None and self._chord.modifiers:
            self._set_repeat(is_on=not self._are_modifiers_down())

    def _on_mapping(self, event: Event) -> None:
        """Another layout may have the key elsewhere."""
        assert self._x11 is not None
        assert self._chord is not None
        self._x11.display.refresh_keyboard_mapping(event)
        if keyboard.keycode_of(self._x11, self._chord.key) == self._keycode:
            return
        takes_escape = self._takes_escape
        self._ungrab()
        self._set_repeat(is_on=True)
        try:
            self._grab()
        except HotkeyError as problem:
            _log.warning("the dictation key is lost in this layout: %s", problem)
            return
        self.set_escape(takes_escape)

    def _are_modifiers_down(self) -> bool:
        assert self._x11 is not None
        pointer = self._x11.root.query_pointer()
        return int(pointer.mask) & _MODIFIER_MASK == self._chord_mask()

    def _chord_mask(self) -> int:
        assert self._chord is not None
        mask = 0
        for name in self._chord.modifiers:
            mask |= _MASKS[name]
        return mask

    def _lock_masks(self) -> tuple[int, ...]:
        """Caps Lock and Num Lock (Mod2) may be on: a grab means its exact modifiers."""
        return (0, X.LockMask, X.Mod2Mask, X.LockMask | X.Mod2Mask)

    def _set_repeat(self, *, is_on: bool) -> None:
        if self._x11 is None or self._is_repeat_off is not is_on:
            return
        if is_on:
            self._repeat(self._keycode, X.AutoRepeatModeOn)
            self._state_file.unlink(missing_ok=True)
        elif self._repeats(self._keycode):  # off by the user's own wish: leave it
            self._state_file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._state_file.write_text(str(self._keycode), encoding="ascii")
            self._repeat(self._keycode, X.AutoRepeatModeOff)
        else:
            return
        self._is_repeat_off = not is_on

    def _repeat(self, keycode: int, mode: int) -> None:
        assert self._x11 is not None
        self._x11.display.change_keyboard_control(key=keycode, auto_repeat_mode=mode)
        self._x11.display.flush()

    def _repeats(self, keycode: int) -> bool:
        assert self._x11 is not None
        repeats = self._x11.display.get_keyboard_control().auto_repeats
        return bool(repeats[keycode // 8] & (1 << (keycode % 8)))

    def _recover(self) -> None:
        """Auto-repeat that a crashed run of ours left off."""
        try:
            keycode = int(self._state_file.read_text(encoding="ascii"))
        except (OSError, ValueError):
            return
        if 8 <= keycode <= 255:
            self._repeat(keycode, X.AutoRepeatModeOn)
        self._state_file.unlink(missing_ok=True)
