"""What a backend is told when it is loaded."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How to load a model.

    Attributes:
        threads: decoder threads; never more than physical cores.
        hotwords: words to listen for with their weights, for engines that take them.
    """

    threads: int = 1
    hotwords: tuple[tuple[str, float], ...] = ()
