"""One connection to the X server, its events dispatched by an asyncio loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from Xlib import X, display, error
from Xlib.protocol.rq import Event

_log = logging.getLogger("ui")

EventHandler = Callable[[Event], None]


class X11Error(Exception):
    """There is no X server, or it went away."""


class X11Connection:
    """A display whose events go to handlers, first added first called.

    Requests are the caller's business, on ``display``; whoever makes one that waits for a reply
    calls ``dispatch`` after it, because the reply may have brought events along.

    Threads: the loop's.
    """

    def __init__(self, name: str | None = None) -> None:
        number = re.fullmatch(r"(?:unix)?:(\d+)(?:\.\d+)?", name or os.environ.get("DISPLAY", ""))
        if number and not Path(f"/tmp/.X11-unix/X{number[1]}").exists():  # noqa: S108  # X's own
            raise X11Error("no X server has this number")  # python-xlib would leak a socket
        try:
            self.display = display.Display(name)
        except (error.DisplayError, error.XauthError, OSError) as problem:
            raise X11Error(str(problem)) from problem
        self.root = self.display.screen().root
        self.display.set_error_handler(_log_error)
        self._handlers: list[EventHandler] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_dispatching = False
        self.on_lost: Callable[[], None] = lambda: None

    def attach(self) -> None:
        """Starts dispatching on the running loop."""
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self.display.fileno(), self.dispatch)
        self._loop.call_soon(self.dispatch)

    def add_handler(self, handler: EventHandler) -> None:
        """Sends events there too."""
        self._handlers.append(handler)

    def remove_handler(self, handler: EventHandler) -> None:
        """Sends no more events there."""
        self._handlers.remove(handler)

    def dispatch(self) -> None:
        """Hands out all events that have arrived."""
        if self._is_dispatching or self._loop is None:
            return
        self._is_dispatching = True
        try:
            while self.display.pending_events():
                event = self.display.next_event()
                for handler in tuple(self._handlers):
                    handler(event)
            self.display.flush()
        except (error.ConnectionClosedError, OSError) as problem:
            _log.info("X server: %s", problem)
            self.close()
            self.on_lost()
        finally:
            self._is_dispatching = False

    def atom(self, name: str) -> int:
        """The atom of a name; python-xlib keeps them, so only the first asks the server."""
        return int(self.display.intern_atom(name))

    def atom_name(self, atom: int) -> str:
        """The name of an atom; empty for one that does not exist."""
        try:
            return str(self.display.get_atom_name(atom))
        except error.BadAtom:
            return ""

    def selection_owner(self, selection: int) -> int:
        """The window that owns a selection, or 0; a round trip."""
        owner = self.display.get_selection_owner(selection)
        self.dispatch()
        return int(getattr(owner, "id", 0))

    def server_answers(self) -> bool:
        """Whether the connection still stands; one round trip."""
        try:
            self.display.sync()
        except (error.ConnectionClosedError, OSError):
            return False
        self.dispatch()
        return True

    def close(self) -> None:
        """Ends the connection. Idempotent."""
        loop, self._loop = self._loop, None
        if loop is not None:
            loop.remove_reader(self.display.fileno())
        self._handlers.clear()
        with contextlib.suppress(error.ConnectionClosedError, OSError):
            self.display.close()


def _log_error(problem: Any, request: Any) -> None:
    """Errors nobody waits for: a window that closed under us, mostly."""
    del request
    _log.debug("X error: %s", type(problem).__name__)


NO_WINDOW = (X.NONE, X.PointerRoot)
"""Values of an input focus that are no window."""
