"""Gets the dictation key by the first way that works, and says which that was."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from app.desktop.chord import Chord
from app.desktop.hotkey import Hotkey, HotkeyError, HotkeyId, HotkeyProblem

_log = logging.getLogger("ui")


@dataclass(frozen=True, slots=True)
class HotkeyStatus:
    """Whether the key works, and how.

    Attributes:
        chord: what was asked for.
        hotkey_id: the way that works; None where none does.
        problem: why the best way failed, where none works.
        detail: the system's own words for it.
        trigger: the keys in the desktop's words, where it gives them and may give others.
        is_tried: they are known to work; some desktops give keys and never tell of them.
    """

    chord: str
    hotkey_id: HotkeyId | None = None
    problem: HotkeyProblem | None = None
    detail: str = ""
    trigger: str = ""
    is_tried: bool = True


class KeyControl:
    """Arms one of several ways, best first.

    Threads: the desktop bus thread; ``on_status`` runs there.
    """

    def __init__(
        self, hotkeys: Sequence[Hotkey], on_status: Callable[[HotkeyStatus], None]
    ) -> None:
        self._hotkeys = tuple(hotkeys)
        self._on_status = on_status
        self._armed: Hotkey | None = None
        self._status: HotkeyStatus | None = None

    @property
    def has_key(self) -> bool:
        """Whether one of the ways has it."""
        return self._armed is not None

    async def arm(self, chord: Chord) -> HotkeyStatus:
        """Asks for a chord in place of the one before."""
        await self.disarm()
        first: HotkeyError | None = None
        for hotkey in self._hotkeys:
            try:
                await hotkey.arm(chord)
            except HotkeyError as error:
                _log.info("%s: %s", hotkey.hotkey_id.value, error)
                first = first or error
                continue
            self._armed = hotkey
            is_tried = hotkey.hotkey_id is not HotkeyId.PORTAL
            status = HotkeyStatus(
                str(chord), hotkey.hotkey_id, trigger=hotkey.trigger, is_tried=is_tried
            )
            return self._tell(status)
        problem = first.problem if first else HotkeyProblem.UNAVAILABLE
        return self._tell(HotkeyStatus(str(chord), None, problem, first.detail if first else ""))

    def note_release(self) -> None:
        """The key was pressed and let go: it does work."""
        if self._status is not None and not self._status.is_tried:
            self._tell(replace(self._status, is_tried=True))

    def set_escape(self, is_on: bool) -> None:
        """Takes Esc while dictating, where the way in use can."""
        if self._armed is not None:
            self._armed.set_escape(is_on)

    async def disarm(self) -> None:
        """Gives the key back. Idempotent."""
        armed, self._armed = self._armed, None
        if armed is not None:
            await armed.disarm()

    def _tell(self, status: HotkeyStatus) -> HotkeyStatus:
        self._status = status
        self._on_status(status)
        return status
