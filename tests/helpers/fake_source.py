"""An audio source that does as the test says, at once and without sound hardware."""

from __future__ import annotations

import queue
import threading

import numpy as np

from engine.types import (
    ENGINE_RATE_HZ,
    AudioChunk,
    Samples,
    SourceEvent,
    SourceStatistics,
    freeze,
)

_CHUNK_FRAMES = ENGINE_RATE_HZ // 50


class FakeSource:
    """Gives what was put in, in order; waits for more until it is closed.

    Attributes:
        open_error: raised by ``open``.
        may_open: ``open`` waits for it; set unless the test clears it.
        is_open: whether ``open`` has succeeded.
    """

    def __init__(self) -> None:
        self.open_error: Exception | None = None
        self.may_open = threading.Event()
        self.may_open.set()
        self.is_open = False
        self._items: queue.SimpleQueue[AudioChunk | SourceEvent | Exception | None] = (
            queue.SimpleQueue()
        )
        self._position = 0

    def put(self, samples: Samples) -> None:
        """Mono at ``ENGINE_RATE_HZ``, cut as a microphone's periods are."""
        for start in range(0, len(samples), _CHUNK_FRAMES):
            piece = np.array(samples[start : start + _CHUNK_FRAMES], np.float32)
            self._items.put(AudioChunk(freeze(piece), self._position))
            self._position += len(piece)

    def happen(self, what: SourceEvent | Exception) -> None:
        """An event, or an error that ends the source."""
        self._items.put(what)

    def open(self) -> None:
        assert self.may_open.wait(30)
        if self.open_error:
            raise self.open_error
        self.is_open = True

    def read(self) -> AudioChunk | SourceEvent | None:
        item = self._items.get(timeout=30)
        if isinstance(item, Exception):
            raise item
        return item

    def close(self) -> None:
        self._items.put(None)

    def statistics(self) -> SourceStatistics:
        return SourceStatistics(frames=self._position)
