"""Delivery by pasting on X11: our text on the clipboard, the paste chord, the old contents back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

from Xlib import X, error
from Xlib.protocol.rq import Event

from app.output.sink import Delivery, DeliveryState, Reason, SinkId
from app.output.x11_owner import SelectionOwner, text_content
from app.output.x11_snapshot import SelectionReader, Snapshot, SnapshotError
from app.x11 import keyboard
from app.x11.connection import X11Connection, X11Error
from app.x11.focus import FocusedWindow, focused_window, is_same_client, speaks_ibus

_log = logging.getLogger("output")

EVIDENCE_TIMEOUT_S = 0.3
QUIET_S = 0.15
"""The target may ask for more than one form: the clipboard is put back this long after the last."""
LATE_S = 1.5
"""Without evidence the target may just be slow; the old clipboard must not be what it pastes."""
MAX_PROVEN_CHARACTERS = 16_000
"""Fields may cut longer text (Qt's line edit at 32,767 UTF-16 units): a fetch proves less then."""


@dataclass(frozen=True, slots=True)
class PasteChord:
    """How a program pastes.

    Attributes:
        modifiers: keysyms held.
        key: keysym pressed.
        selection: ``CLIPBOARD`` or ``PRIMARY``.
    """

    modifiers: tuple[str, ...]
    key: str
    selection: str = "CLIPBOARD"


_USUAL = PasteChord(("Control_L",), "v")
_WITH_SHIFT = PasteChord(("Control_L", "Shift_L"), "v")
_INSERT = PasteChord(("Shift_L",), "Insert")
_INSERT_PRIMARY = PasteChord(("Shift_L",), "Insert", "PRIMARY")

_CHORDS: dict[str, PasteChord] = {
    **dict.fromkeys(
        (
            "alacritty",
            "blackbox",
            "com.mitchellh.ghostty",
            "cool-retro-term",
            "deepin-terminal",
            "ghostty",
            "gnome-terminal",
            "gnome-terminal-server",
            "guake",
            "io.elementary.terminal",
            "kgx",
            "kitty",
            "konsole",
            "lxterminal",
            "mate-terminal",
            "org.gnome.console",
            "org.gnome.ptyxis",
            "org.wezfurlong.wezterm",
            "ptyxis",
            "qterminal",
            "sakura",
            "terminator",
            "terminology",
            "tilda",
            "tilix",
            "wezterm",
            "xfce4-terminal",
            "yakuake",
        ),
        _WITH_SHIFT,
    ),
    **dict.fromkeys(("xterm", "uxterm", "urxvt", "rxvt", "st-256color", "gvim"), _INSERT_PRIMARY),
    "emacs": _INSERT,
}


def paste_chord(wm_class: tuple[str, ...]) -> PasteChord:
    """The chord a program pastes with, by its window class in lower case."""
    return next((_CHORDS[name] for name in reversed(wm_class) if name in _CHORDS), _USUAL)


class PasteSink:
    """Pastes, and puts back every form of what the clipboard held.

    Evidence is that the focused window's own program fetched the text: a clipboard manager that
    fetches it proves nothing.

    ``trusts_ibus`` says whether IBus was asked first and saw no field. A program that talks to
    IBus then really has none focused, or a password field, and gets nothing.
    """

    sink_id = SinkId.PASTE

    def __init__(
        self,
        display_name: str | None = None,
        trusts_ibus: Callable[[], bool] = lambda: False,
    ) -> None:
        self._display_name = display_name
        self._trusts_ibus = trusts_ibus
        self._x11: X11Connection | None = None
        self._aim: FocusedWindow | None = None
        self._saved: dict[int, Snapshot] = {}
        self._reading: dict[int, asyncio.Task[Snapshot]] = {}
        self._restoring: asyncio.Task[None] | None = None
        self._served = asyncio.Event()
        self._last_served_s = 0.0
        self._expected = 0  # window of the program whose fetch counts

    async def begin(self) -> Reason | None:
        """Notes the window, and begins to read the clipboard while the user speaks."""
        self._aim = None
        try:
            x11 = self._open()
            focus = focused_window(x11)
            x11.dispatch()
        except (X11Error, error.XError, error.ConnectionClosedError, OSError) as problem:
            _log.info("paste: %s", problem)
            self._drop()
            return Reason.UNAVAILABLE
        if focus is None:
            return Reason.NO_TARGET
        if self._trusts_ibus() and speaks_ibus(focus.pid):
            return Reason.NO_TARGET
        self._aim = focus
        self._start_reading(x11.atom(paste_chord(focus.wm_class).selection))
        return None

    async def preview(self, text: str) -> None:
        """Nothing: text that may change is never typed."""

    async def commit(self, text: str) -> Delivery:
        """Pastes once."""
        x11, aim = self._x11, self._aim
        if x11 is None or aim is None:
            return Delivery.failed(self.sink_id, text, Reason.NO_TARGET)
        try:
            return await self._paste(x11, aim, text)
        except (error.XError, error.ConnectionClosedError, OSError) as problem:
            _log.info("paste: %s", problem)
            self._drop()
            return Delivery.failed(self.sink_id, text, Reason.UNAVAILABLE)

    async def cancel(self) -> None:
        """Forgets the window; the clipboard is put back in its own time."""
        self._aim = None

    async def close(self) -> None:
        """Puts the clipboard back at once and leaves it to a clipboard manager. Idempotent."""
        x11 = self._x11
        if x11 is None:
            return
        await self._restore_now()
        for task in self._reading.values():
            task.cancel()
        try:
            await self._owner.hand_over()
        except (error.ConnectionClosedError, OSError) as problem:
            _log.info("clipboard not handed over: %s", problem)
        self._drop()

    def window_in_use(self) -> int | None:
        """The window that has the focus, 0 where none has; None where the X server is gone."""
        try:
            x11 = self._open()
            focus = focused_window(x11)
            x11.dispatch()
        except (X11Error, error.XError, error.ConnectionClosedError, OSError) as problem:
            _log.info("paste: %s", problem)
            self._drop()
            return None
        return (focus.active or focus.focus) if focus is not None else 0

    def _open(self) -> X11Connection:
        if self._x11 is not None and not self._x11.server_answers():
            self._drop()
        if self._x11 is None:
            x11 = X11Connection(self._display_name)
            x11.attach()
            window = x11.root.create_window(
                0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask
            )
            self._window = window
            self._owner = SelectionOwner(x11, window, self._on_served)
            self._reader = SelectionReader(x11, window)
            x11.add_handler(self._on_event)
            self._stamp_atom = x11.atom("COSYSCRIBE_STAMP")
            self._stamp: asyncio.Future[int] | None = None
            self._x11 = x11
        return self._x11

    def _drop(self) -> None:
        x11, self._x11 = self._x11, None
        self._aim = None
        self._saved.clear()
        self._reading.clear()
        if x11 is not None:
            x11.close()

    def _start_reading(self, selection: int) -> None:
        """Reads unless what is there is ours: then the last snapshot still holds."""
        if self._owner.owns(selection):
            return
        old = self._reading.pop(selection, None)
        if old is not None:
            old.cancel()
        self._reading[selection] = asyncio.get_running_loop().create_task(
            self._reader.read(selection)
        )

    async def _snapshot(self, x11: X11Connection, selection: int) -> Snapshot:
        """What to put back later; read again where it changed since ``begin``."""
        if self._owner.owns(selection):
            return self._saved.get(selection, Snapshot())
        task = self._reading.pop(selection, None)
        found = await task if task is not None else await self._reader.read(selection)
        if x11.selection_owner(selection) != found.owner:
            found = await self._reader.read(selection)
        return found

    async def _paste(self, x11: X11Connection, aim: FocusedWindow, text: str) -> Delivery:
        chord = paste_chord(aim.wm_class)
        selection = x11.atom(chord.selection)
        keycodes = self._keycodes(x11, chord)
        if not self._is_still_there(x11, aim):
            return Delivery.failed(self.sink_id, text, Reason.FOCUS_CHANGED)
        try:
            snapshot = await self._snapshot(x11, selection)
        except SnapshotError as problem:
            _log.info("paste: %s", problem)
            return Delivery.failed(self.sink_id, text, Reason.CLIPBOARD_HELD)
        await keyboard.release_modifiers(x11)
        self._stop_restoring()
        sent = text.replace("\0", "")
        stamp = await self._server_time(x11)
        if not self._is_still_there(x11, aim):
            self._restore_soon(selection, QUIET_S)
            return Delivery.failed(self.sink_id, text, Reason.FOCUS_CHANGED)
        if not keycodes or not self._owner.offer(selection, text_content(x11, sent), stamp):
            return Delivery.failed(self.sink_id, text, Reason.UNAVAILABLE)
        self._saved[selection] = snapshot
        self._expected = aim.focus
        self._served.clear()
        keyboard.press_chord(x11, keycodes)
        is_fetched = await self._is_fetched()
        self._restore_soon(selection, QUIET_S if is_fetched else LATE_S)
        is_proven = is_fetched and sent == text and len(text) <= MAX_PROVEN_CHARACTERS
        state = DeliveryState.DELIVERED if is_proven else DeliveryState.UNCONFIRMED
        return Delivery(state, self.sink_id, text)

    def _keycodes(self, x11: X11Connection, chord: PasteChord) -> list[int]:
        """The chord in the current layout; Shift+Insert where it has no such letter."""
        x11.dispatch()
        for candidate in (chord, _INSERT):
            codes = [keyboard.keycode_of(x11, k) for k in (*candidate.modifiers, candidate.key)]
            if all(codes):
                return codes
        return []

    def _is_still_there(self, x11: X11Connection, aim: FocusedWindow) -> bool:
        now = focused_window(x11)
        x11.dispatch()
        return now is not None and now.is_same_window(aim)

    async def _server_time(self, x11: X11Connection) -> int:
        """A timestamp of the server, which ICCCM 2.1 wants instead of CurrentTime."""
        self._stamp = asyncio.get_running_loop().create_future()
        self._window.change_property(
            self._stamp_atom, x11.atom("INTEGER"), 32, [], X.PropModeAppend
        )
        x11.display.flush()
        try:
            return await asyncio.wait_for(self._stamp, 1.0)
        except asyncio.TimeoutError:
            return X.CurrentTime

    async def _is_fetched(self) -> bool:
        try:
            await asyncio.wait_for(self._served.wait(), EVIDENCE_TIMEOUT_S)
        except asyncio.TimeoutError:
            return False
        return True

    def _restore_soon(self, selection: int, after_s: float) -> None:
        self._stop_restoring()
        self._restoring = asyncio.get_running_loop().create_task(
            self._restore_when_quiet(selection, after_s)
        )

    def _stop_restoring(self) -> None:
        if self._restoring is not None:
            self._restoring.cancel()
            self._restoring = None

    async def _restore_when_quiet(self, selection: int, after_s: float) -> None:
        loop = asyncio.get_running_loop()
        begun_s = loop.time()
        while True:
            quiet_since_s = max(self._last_served_s, begun_s)
            rest_s = quiet_since_s + after_s - loop.time()
            if rest_s <= 0 and not self._owner.is_busy():
                break
            await asyncio.sleep(max(rest_s, QUIET_S))
        await self._put_back(selection)

    async def _restore_now(self) -> None:
        self._stop_restoring()
        for selection in tuple(self._saved):
            await self._put_back(selection)

    async def _put_back(self, selection: int) -> None:
        if self._x11 is None or selection not in self._saved:
            return
        try:
            stamp = await self._server_time(self._x11)
            self._owner.put_back(selection, self._saved[selection], stamp)
            self._x11.dispatch()
        except (error.ConnectionClosedError, OSError) as problem:
            _log.info("clipboard not put back: %s", problem)
            return
        if not self._owner.owns(selection):
            self._saved.pop(selection, None)

    def _on_served(self, selection: int, requestor: int, target: int) -> None:
        del selection, target
        self._last_served_s = asyncio.get_running_loop().time()
        if self._x11 is not None and is_same_client(self._x11, requestor, self._expected):
            self._served.set()

    def _on_event(self, event: Event) -> None:
        if event.type == X.MappingNotify and self._x11 is not None:
            self._x11.display.refresh_keyboard_mapping(event)
        elif (
            event.type == X.PropertyNotify
            and event.atom == self._stamp_atom
            and self._stamp is not None
            and not self._stamp.done()
        ):
            self._stamp.set_result(event.time)
