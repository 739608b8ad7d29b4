"""Gets the dictation key by the first way that works, and says which that was."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

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
    """

    chord: str
    hotkey_id: HotkeyId | None = None
    problem: HotkeyProblem | None = None
    detail: str = ""


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
            return self._tell(HotkeyStatus(str(chord), hotkey.hotkey_id))
        problem = first.problem if first else HotkeyProblem.UNAVAILABLE
        return self._tell(HotkeyStatus(str(chord), None, problem, first.detail if first else ""))

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
        self._on_status(status)
        return status
