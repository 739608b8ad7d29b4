"""What every way of getting the dictation key promises, and which one suits a session."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from app.desktop.chord import Chord


class HotkeyId(enum.Enum):
    """A way to get the key; the values are the ids ``doctor`` uses."""

    X11 = "x11-key"
    PORTAL = "portal"
    EVDEV = "evdev"
    SHORTCUT = "shortcut"
    """The desktop runs ``cosyscribe toggle``: no hold, no Esc."""


class HotkeyProblem(enum.Enum):
    """Why a key cannot be had."""

    CONFLICT = "conflict"
    """Another program has this combination."""
    NO_SUCH_KEY = "no-such-key"
    """The keyboard layout has no such key."""
    UNAVAILABLE = "unavailable"
    """The service this needs is not there."""
    REFUSED = "refused"
    """The user or the desktop said no."""
    NO_PERMISSION = "no-permission"
    NOT_INSTALLED = "not-installed"
    """The desktop gives keys only to programs that it knows, by their desktop file."""


class HotkeyError(Exception):
    """The key could not be had this way."""

    def __init__(self, problem: HotkeyProblem, detail: str = "") -> None:
        super().__init__(f"{problem.value}: {detail}" if detail else problem.value)
        self.problem = problem
        self.detail = detail


def _nothing() -> None:
    """For who does not want to hear."""


@dataclass(frozen=True, slots=True)
class KeyHandlers:
    """Who hears of the key; called on the desktop bus thread, must not block.

    Attributes:
        on_lost: the desktop took the key back, or what gave it ended; it may be asked for again.
    """

    on_press: Callable[[], None]
    on_release: Callable[[], None]
    on_escape: Callable[[], None]
    on_lost: Callable[[], None] = _nothing


class Hotkey(Protocol):
    """One way to get the key.

    Threads: the desktop bus thread's loop.
    """

    @property
    def hotkey_id(self) -> HotkeyId:
        """Which one this is."""

    @property
    def trigger(self) -> str:
        """The keys in the desktop's words; empty where they are those that were asked for."""

    async def arm(self, chord: Chord) -> None:
        """Asks for the key.

        Raises:
            HotkeyError: it cannot be had; nothing is left behind.
        """

    def set_escape(self, is_on: bool) -> None:
        """Takes Esc too, while dictating, where this way can."""

    async def disarm(self) -> None:
        """Gives everything back. Idempotent."""


def hotkey_order(*, is_wayland: bool, uses_evdev: bool) -> tuple[HotkeyId, ...]:
    """The ways to try, best first; the shortcut is set up by the user's click alone."""
    if not is_wayland:
        return (HotkeyId.X11,)
    if uses_evdev:
        return (HotkeyId.PORTAL, HotkeyId.EVDEV, HotkeyId.SHORTCUT)
    return (HotkeyId.PORTAL, HotkeyId.SHORTCUT)
