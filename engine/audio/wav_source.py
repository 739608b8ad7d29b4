"""A recording as an audio source, at full speed or at the pace it was spoken."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import numpy as np

from engine.audio.audio_file import AudioFile, open_audio_file
from engine.audio.resample import StreamingResampler
from engine.types import (
    AudioChunk,
    Samples,
    SourceEvent,
    SourceStatistics,
    freeze,
)

_FULL_SPEED_CHUNK_MS = 500
_REALTIME_CHUNK_MS = 20


class WavSource:
    """Reads a file of any kind, rate and channel count; holds half a second of it at most.

    With ``realtime`` a chunk is returned once its last frame would have been spoken, counted
    from the first ``read``; a reader that is late finds the chunks waiting, as a microphone's.

    Threads: as ``AudioSource``.
    """

    def __init__(self, path: Path, *, realtime: bool = False) -> None:
        self._path = path
        self._realtime = realtime
        self._file: AudioFile | None = None
        self._closed = threading.Event()
        self._started_s: float | None = None
        self._frames = 0  # read from the file, at its rate
        self._position = 0  # handed out, at the engine's rate
        self._statistics = SourceStatistics()

    def open(self) -> None:
        """Opens the file.

        Raises:
            AudioFileError: it cannot be read.
        """
        self._file = open_audio_file(self._path)
        self._statistics = SourceStatistics(rate_hz=self._file.rate_hz)
        self._resampler = StreamingResampler(self._file.rate_hz)

    def read(self) -> AudioChunk | SourceEvent | None:
        """Returns the next audio; None at the file's end, or soon after ``close``.

        Raises:
            AudioFileError: the file is damaged from here on.
        """
        if self._started_s is None:
            self._started_s = time.monotonic()
        while self._file is not None:
            samples = self._next_samples(self._file)
            if len(samples):
                chunk = AudioChunk(freeze(samples), self._position)
                self._position = chunk.end_frame
                return chunk
        return None

    def close(self) -> None:
        """Ends the source: in real time after what was spoken so far, else at once."""
        self._closed.set()

    def statistics(self) -> SourceStatistics:
        """Counters so far; a file loses nothing."""
        return SourceStatistics(frames=self._frames, rate_hz=self._statistics.rate_hz)

    def _next_samples(self, file: AudioFile) -> Samples:
        """One block on its way to the engine's rate; closes the file after the last."""
        chunk_ms = _REALTIME_CHUNK_MS if self._realtime else _FULL_SPEED_CHUNK_MS
        wanted = file.rate_hz * chunk_ms // 1000
        try:
            block = np.zeros(0, np.float32) if self._is_over(wanted) else file.read(wanted)
        except BaseException:
            self._release(file)
            raise
        self._frames += len(block)
        if len(block):
            return self._resampler.process(block)
        self._release(file)
        return self._resampler.flush()

    def _is_over(self, wanted: int) -> bool:
        """Waits until the next block has been spoken; True where the source was closed before."""
        if not self._realtime:
            return self._closed.is_set()
        assert self._started_s is not None
        spoken_s = (self._frames + wanted) / self._statistics.rate_hz
        wait_s = self._started_s + spoken_s - time.monotonic()
        return wait_s > 0 and self._closed.wait(wait_s)

    def _release(self, file: AudioFile) -> None:
        file.close()
        self._file = None
