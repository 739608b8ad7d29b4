"""Cancelling and following a transfer that runs on another thread."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

_SPEED_WINDOW_S = 5.0
"""Speed is averaged over this long: shorter flickers, longer hides a stall."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a transfer is.

    Attributes:
        step: what is being done: ``download``, ``unpack`` or ``check``.
        done_bytes: bytes done, those of an earlier attempt included.
        total_bytes: bytes in all, or None while unknown.
        bytes_per_second: over the last seconds; 0 at the start.
        source: host the bytes come from; empty while unpacking.
    """

    step: str
    done_bytes: int
    total_bytes: int | None = None
    bytes_per_second: float = 0.0
    source: str = ""

    @property
    def seconds_left(self) -> float | None:
        """Time to go at the present speed, or None where it cannot be told."""
        if self.total_bytes is None or self.bytes_per_second <= 0:
            return None
        return max(0, self.total_bytes - self.done_bytes) / self.bytes_per_second


OnProgress = Callable[[Progress], None]


def ignore_progress(_progress: Progress) -> None:
    """For callers that do not follow the transfer."""


class Cancellation:
    """Lets one thread stop a transfer on another, also one that waits for the network.

    Threads: ``cancel`` from any; the rest belongs to the transferring thread.
    """

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None

    @property
    def is_cancelled(self) -> bool:
        """Whether ``cancel`` was called."""
        return self._event.is_set()

    def cancel(self) -> None:
        """Stops the transfer at its next step. Idempotent."""
        with self._lock:
            self._event.set()
            if self._socket is not None:
                with contextlib.suppress(OSError):  # the other side was quicker
                    self._socket.shutdown(socket.SHUT_RDWR)

    def wait(self, seconds: float) -> bool:
        """Pauses; True as soon as the transfer is cancelled."""
        return self._event.wait(seconds)

    def watch(self, connection: socket.socket) -> None:
        """Takes note of the socket being read, so that ``cancel`` can end the read.

        A duplicate is kept: shutting that down wakes the reader, while its own (TLS) object is
        never touched from two threads.
        """
        with self._lock:
            self._forget()
            self._socket = socket.fromfd(connection.fileno(), connection.family, connection.type)
            if self._event.is_set():
                with contextlib.suppress(OSError):
                    self._socket.shutdown(socket.SHUT_RDWR)

    def unwatch(self) -> None:
        """Lets go of the socket."""
        with self._lock:
            self._forget()

    def _forget(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


class Speedometer:
    """Bytes a second over the last seconds, and whether they have all but stopped."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._marks: deque[tuple[float, int]] = deque([(clock(), 0)])
        self._total = 0

    def add(self, count: int) -> float:
        """Counts bytes that arrived; returns the speed."""
        now = self._clock()
        self._total += count
        self._marks.append((now, self._total))
        while len(self._marks) > 2 and now - self._marks[1][0] >= _SPEED_WINDOW_S:
            self._marks.popleft()
        elapsed = now - self._marks[0][0]
        return (self._total - self._marks[0][1]) / elapsed if elapsed > 0 else 0.0
