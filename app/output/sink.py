"""What every way of putting text into another program promises."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Protocol


class SinkId(enum.Enum):
    """A way to deliver text; the values are the ids ``doctor`` uses."""

    IBUS = "ibus"
    PASTE = "clipboard"
    ATSPI = "at-spi"
    WTYPE = "wtype"
    COPY = "copy"
    """Our own window with the text and a Copy button: the user pastes it."""


class DeliveryState(enum.Enum):
    """How much is known about text that was handed over."""

    DELIVERED = "delivered"
    """The target itself showed evidence that it holds the text, byte for byte."""
    UNCONFIRMED = "unconfirmed"
    """Sent, and nothing came back that proves or disproves it."""
    FAILED = "failed"
    """Not sent; the caller still has the text and must keep it for the user."""


class Reason(enum.Enum):
    """Why text was not delivered."""

    NO_TARGET = "no-target"
    """No text field has the focus, as far as this sink can see."""
    UNAVAILABLE = "unavailable"
    """The service the sink speaks to is not there, or went away before anything was sent."""
    CLIPBOARD_HELD = "clipboard-held"
    """The clipboard's owner does not hand over its contents, so they could not be put back."""
    REFUSED = "refused"
    """The target said no, or took something else than the text."""
    FOCUS_CHANGED = "focus-changed"
    """The focus is no longer where it was when the user began to speak."""
    PASSWORD_FIELD = "password-field"  # noqa: S105  # a reason, not a secret
    SESSION_LOCKED = "session-locked"
    """The screen is locked, the session is not the active one, or the machine sleeps."""


_ANOTHER_MAY_WORK = frozenset({Reason.NO_TARGET, Reason.UNAVAILABLE, Reason.CLIPBOARD_HELD})


@dataclass(frozen=True, slots=True)
class Delivery:
    """What became of one text.

    Attributes:
        state: what is known.
        sink: the last sink that was tried.
        text: the text itself, so that a FAILED one can be kept.
        reason: set where ``state`` is FAILED, and only there.
    """

    state: DeliveryState
    sink: SinkId
    text: str
    reason: Reason | None = None

    def __post_init__(self) -> None:
        if (self.state is DeliveryState.FAILED) != (self.reason is not None):
            raise ValueError("a reason belongs to FAILED, and only to it")

    @property
    def another_may_work(self) -> bool:
        """Whether nothing was sent for a cause that lies with this sink, not with the target."""
        return self.reason in _ANOTHER_MAY_WORK

    @classmethod
    def failed(cls, sink: SinkId, text: str, reason: Reason) -> Delivery:
        """A delivery that did not happen."""
        return cls(DeliveryState.FAILED, sink, text, reason)


class TextSink(Protocol):
    """One way to put text where the user types.

    ``begin`` comes first; ``preview`` and ``commit`` may follow any number of times; ``cancel``
    ends it. ``begin`` again without ``cancel`` takes aim anew. No method raises for what the
    desktop does to it: the answer says so.

    Threads: everything runs on the desktop bus thread's loop.
    """

    @property
    def sink_id(self) -> SinkId:
        """Which one this is."""

    async def begin(self) -> Reason | None:
        """Takes aim at the field that has the focus; a reason where it cannot deliver there."""

    async def preview(self, text: str) -> None:
        """Shows text that may still change, where the sink can; empty text clears it."""

    async def commit(self, text: str) -> Delivery:
        """Hands the text over once, and says within about 300 ms what is known of it."""

    async def cancel(self) -> None:
        """Withdraws the preview and gives back all that ``begin`` took. Idempotent."""
