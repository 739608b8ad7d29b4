"""A stand-in for ``native._capture.CaptureStream`` that plays a script of readings."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from native._capture import ReadingKind

RATE_HZ = 48_000


@dataclass
class FakeReading:
    kind: ReadingKind
    count: int = 0
    samples: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))


@dataclass
class FakeStatistics:
    frames: int = 0
    lost_frames: int = 0
    xruns: int = 0
    ring_overrun_frames: int = 0
    restarts: int = 0
    priority: str = "fifo"


class FakeStream:
    """Returns what a test pushed; with nothing left the wait is over at once."""

    def __init__(self, rate_hz: int = RATE_HZ) -> None:
        self.rate_hz = rate_hz
        self.access = "mmap"
        self.is_running = False
        self.is_silent = False
        self.statistics = FakeStatistics()
        self.pre_roll_ms = 0
        self.is_stopped = False
        self.tails_ms: list[int] = []
        self._takes = 0
        self._script: deque[FakeReading] = deque()

    def push(self, kind: ReadingKind, count: int = 0) -> None:
        self._script.append(FakeReading(kind, count))

    def push_frames(self, samples: NDArray[np.float32]) -> None:
        self._script.append(FakeReading(ReadingKind.FRAMES, len(samples), samples))

    def start(self) -> None:
        self.is_running = True

    def start_take(self) -> int:
        self._takes += 1
        self.push(ReadingKind.TAKE_START, self._takes)
        return self._takes

    def end_take(self, take: int, tail_ms: int = 0) -> None:
        self.tails_ms.append(tail_ms)
        self.push(ReadingKind.TAKE_END, take)

    def finish(self, tail_ms: int = 0) -> None:
        self.end_take(self._takes, tail_ms)
        self.push(ReadingKind.STOPPED)

    def lose(self) -> None:
        self.push(ReadingKind.DEVICE_LOST)

    def stop(self) -> None:
        self.is_running = False
        self.is_stopped = True

    def read(self, enough_frames: int, timeout_ms: int) -> FakeReading:
        if not self._script:
            return FakeReading(ReadingKind.NOTHING)
        reading = self._script.popleft()
        if reading.kind in (ReadingKind.DEVICE_LOST, ReadingKind.STOPPED):
            self.is_running = False
        return reading
