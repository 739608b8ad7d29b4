"""A source that ends after so many seconds."""

from __future__ import annotations

import time

from engine.audio.source import AudioSource
from engine.types import ENGINE_RATE_HZ, AudioChunk, SourceEvent, SourceStatistics, freeze


class LimitedSource:
    """Passes another source on, up to a length, and notes when reading began.

    Attributes:
        started_s: ``time.monotonic`` at the first ``read``; None before.

    Threads: as ``AudioSource``.
    """

    def __init__(self, source: AudioSource, seconds: float | None = None) -> None:
        self._source = source
        self._end_frame = None if seconds is None else round(seconds * ENGINE_RATE_HZ)
        self.started_s: float | None = None

    def open(self) -> None:
        """Opens the other source.

        Raises:
            DeviceUnavailableError: the device cannot be opened.
            AudioFileError: the file cannot be read.
        """
        self._source.open()

    def read(self) -> AudioChunk | SourceEvent | None:
        """What the other source gives, cut at the limit.

        Raises:
            DeviceUnavailableError: the device is lost.
            AudioFileError: the file is damaged from here on.
        """
        if self.started_s is None:
            self.started_s = time.monotonic()
        heard = self._source.read()
        if self._end_frame is None or not isinstance(heard, AudioChunk):
            return heard
        if heard.end_frame < self._end_frame:
            return heard
        self._source.close()
        kept = self._end_frame - heard.start_frame
        if kept <= 0:
            return None
        return AudioChunk(freeze(heard.samples[:kept].copy()), heard.start_frame)

    def close(self) -> None:
        """Ends the other source."""
        self._source.close()

    def statistics(self) -> SourceStatistics:
        """The other source's counters."""
        return self._source.statistics()
