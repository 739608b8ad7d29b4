"""The desktop bus thread: one asyncio loop for everything that speaks to the desktop."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

_log = logging.getLogger("ui")

T = TypeVar("T")

_LAST_TURNS = 3
"""dbus-fast shuts a connection down at once, and closes its socket when the loop sees that."""


class BusThread:
    """Runs coroutines for other threads.

    Threads: made, started and stopped by its owner; ``submit`` and ``call_soon`` by any.
    """

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(_log_exception)
        self._thread = threading.Thread(target=self._run, name="desktop-bus")
        self._is_started = False

    @property
    def is_running(self) -> bool:
        """Whether work handed in now is carried out."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Starts the loop."""
        self._is_started = True
        self._thread.start()

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Runs a coroutine on the loop; the future is the caller's to look at."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Runs a coroutine that nobody waits for; what it raises is logged."""
        self.submit(work).add_done_callback(log_failure)

    def call_soon(self, call: Callable[..., object], *arguments: object) -> None:
        """Calls something on the loop; silent once it is closed."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *arguments)

    def stop(self, timeout_s: float = 5.0) -> None:
        """Cancels what runs, closes the loop and joins. Idempotent, also after no start."""
        if self._loop.is_closed():
            return
        if self._is_started:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(timeout_s)
        if not self._thread.is_alive():
            self._loop.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        for _ in range(_LAST_TURNS):
            self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())


def log_failure(future: Future[Any]) -> None:
    """For ``add_done_callback`` of work that nobody waits for."""
    if not future.cancelled() and future.exception() is not None:
        _log.error("desktop bus: work failed", exc_info=future.exception())


def _log_exception(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What nobody awaited: our own mistake, worth a line, never the end of the loop."""
    del loop
    if isinstance(context.get("exception"), (ConnectionError, EOFError)):
        _log.info("a connection ended before all was sent")
        return
    _log.error("desktop bus: %s", context.get("message"), exc_info=context.get("exception"))
