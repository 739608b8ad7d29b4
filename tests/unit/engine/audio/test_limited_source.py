from __future__ import annotations

import numpy as np

from engine.audio.limited_source import LimitedSource
from engine.types import AudioChunk, SourceEvent, SourceEventKind, SourceStatistics


class TenChunks:
    """A second each, then the end; closing ends it at once."""

    def __init__(self) -> None:
        self.read_count = 0
        self.is_closed = False

    def open(self) -> None:
        pass

    def read(self) -> AudioChunk | SourceEvent | None:
        if self.is_closed or self.read_count == 10:
            return None
        self.read_count += 1
        if self.read_count == 2:
            return SourceEvent(SourceEventKind.SILENT, "default")
        return AudioChunk(np.ones(16_000, np.float32), (self.read_count - 1) * 16_000)

    def close(self) -> None:
        self.is_closed = True

    def statistics(self) -> SourceStatistics:
        return SourceStatistics(frames=7)


def chunks(source: LimitedSource) -> list[AudioChunk]:
    return [heard for heard in iter(source.read, None) if isinstance(heard, AudioChunk)]


def test_audio_ends_exactly_at_the_limit() -> None:
    inner = TenChunks()
    heard = chunks(LimitedSource(inner, 3.25))
    assert heard[-1].end_frame == 52_000
    assert inner.is_closed


def test_no_limit_passes_everything_on() -> None:
    assert chunks(LimitedSource(TenChunks()))[-1].end_frame == 160_000


def test_reading_notes_when_it_began() -> None:
    source = LimitedSource(TenChunks(), 1.0)
    times = []
    for _ in range(3):
        times.append(source.started_s)
        source.read()
    assert times[0] is None
    assert times[1] is not None
    assert times[1] == times[2]
