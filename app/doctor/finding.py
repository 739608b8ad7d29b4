"""What one check found."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.settings import Settings


class Area(enum.Enum):
    """Which part of the program a finding is about."""

    AUDIO = "audio"
    DELIVERY = "delivery"
    HOTKEY = "hotkey"
    ENGINE = "engine"
    STORE = "store"


class State(enum.Enum):
    """Whether it works; UNKNOWN where trying is not possible here."""

    WORKS = "works"
    FAILS = "fails"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tried.

    Attributes:
        finding_id: stable name for scripts.
        area: part of the program.
        state: whether it works.
        reason: what was seen.
        action: the one thing to do about it; empty where there is nothing to do.
    """

    finding_id: str
    area: Area
    state: State
    reason: str
    action: str = ""


Check = Callable[[Settings], Iterable[Finding]]
"""Tries something and says what it found. Never raises for what the machine lacks."""
