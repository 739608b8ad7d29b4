"""The ordered stop of everything that was started."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable

_log = logging.getLogger("ui")


class Shutdown:
    """Runs its steps once, in the order they were added, whatever becomes of each.

    The program adds them so: hotkey, session, bridge, settings, windows.

    Threads: GUI.
    """

    def __init__(self) -> None:
        self._steps: list[tuple[str, Callable[[], object]]] = []

    def add(self, name: str, step: Callable[[], object]) -> None:
        """Adds a step; it may block for as long as stopping takes."""
        self._steps.append((name, step))

    def run(self) -> None:
        """Stops everything; a second call does nothing.

        Raises:
            Exception: what a step raised, once all steps have run.
        """
        steps, self._steps = self._steps, []
        with contextlib.ExitStack() as stack:
            for name, step in reversed(steps):
                stack.callback(step)
                stack.callback(_log.debug, "stopping: %s", name)
