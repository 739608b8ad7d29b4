"""What pressing and releasing the dictation key means: hold to talk, tap to toggle.

No clock and no keyboard in here: times come with the calls, wishes go back.
"""

from __future__ import annotations

import enum


class Wish(enum.Enum):
    """What the dictation should do now."""

    START = "start"
    STOP = "stop"
    """Take no more audio; what was said is kept and delivered."""
    CANCEL = "cancel"
    """Throw away what is not final."""


class Mode(enum.Enum):
    """How the running dictation was begun; decides when its text is committed."""

    HOLD = "hold"
    """One commit when the key is released. Also while a press may still become a tap."""
    TOGGLE = "toggle"
    """One commit for each final."""


class _State(enum.Enum):
    IDLE = "idle"
    HELD = "held"
    """The key is down, and being down keeps the dictation going."""
    TOGGLED = "toggled"
    IGNORING = "ignoring"
    """The key is still down from a dictation that has ended."""


class HotkeyGesture:
    """The state machine.

    ``tap_s``: a release within this time makes the press a tap. ``maximum_s``: a key that is held
    ends its dictation by itself after this, the text kept: a key-up may be missed (screen lock, a
    keyboard pulled).
    """

    def __init__(self, tap_s: float = 0.3, maximum_s: float = 300.0) -> None:
        self._tap_s = tap_s
        self._maximum_s = maximum_s
        self._state = _State.IDLE
        self._started_s = 0.0

    def set_times(self, tap_s: float, maximum_s: float) -> None:
        """Takes other times, also for a key that is held now."""
        self._tap_s = tap_s
        self._maximum_s = maximum_s

    @property
    def mode(self) -> Mode:
        """How text is committed now."""
        return Mode.TOGGLE if self._state is _State.TOGGLED else Mode.HOLD

    @property
    def is_active(self) -> bool:
        """Whether a dictation that the key began, or took part in, goes on."""
        return self._state in (_State.HELD, _State.TOGGLED)

    def press(self, now_s: float) -> Wish | None:
        """The key went down. Repeats of a held key do nothing."""
        if self._state is _State.IDLE:
            self._state = _State.HELD
            self._started_s = now_s
            return Wish.START
        if self._state is _State.TOGGLED:
            self._state = _State.IGNORING
            return Wish.STOP
        return None

    def release(self, now_s: float) -> Wish | None:
        """The key went up."""
        if self._state is _State.HELD:
            if now_s - self._started_s < self._tap_s:
                self._state = _State.TOGGLED
                return None
            self._state = _State.IDLE
            return Wish.STOP
        if self._state is _State.IGNORING:
            self._state = _State.IDLE
        return None

    def escape(self) -> Wish | None:
        """Esc was pressed."""
        if not self.is_active:
            return None
        self._leave()
        return Wish.CANCEL

    def deadline_s(self) -> float | None:
        """When ``expire`` is due, or None."""
        return self._started_s + self._maximum_s if self._state is _State.HELD else None

    def expire(self, now_s: float) -> Wish | None:
        """Ends what has gone on for too long."""
        deadline_s = self.deadline_s()
        if deadline_s is None or now_s < deadline_s:
            return None
        self._leave()
        return Wish.STOP

    def toggled_elsewhere(self) -> None:
        """A dictation began by the window, the tray or D-Bus: the key ends it, as a tap's."""
        if not self.is_active:
            self._state = _State.TOGGLED

    def ended(self) -> None:
        """The dictation is over, whoever ended it. Its key may still be down."""
        if self.is_active:
            self._leave()

    def _leave(self) -> None:
        self._state = _State.IGNORING if self._state is _State.HELD else _State.IDLE
