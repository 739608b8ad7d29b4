"""Device or file rate to the engine's rate, as one continuous stream."""

from __future__ import annotations

import numpy as np
import soxr

from engine.types import ENGINE_RATE_HZ, Samples

MIN_RATE_HZ = 1_000
MAX_RATE_HZ = 768_000


class StreamingResampler:
    """One soxr HQ stream: what it returns joins without a seam, however the input is cut.

    HQ keeps the pass band flat to 0.91 of Nyquist and aliases below -130 dB; the cheaper
    recipes, and a converter run on each chunk by itself, both damage speech
    (``docs/resampling.md``). At the engine's own rate audio passes through untouched.

    Threads: one at a time.
    """

    def __init__(self, rate_hz: int) -> None:
        self._stream = (
            None
            if rate_hz == ENGINE_RATE_HZ
            else soxr.ResampleStream(rate_hz, ENGINE_RATE_HZ, 1, dtype="float32", quality="HQ")
        )

    def process(self, samples: Samples) -> Samples:
        """Takes mono float32 at the input rate; returns what is ready, delayed by 20-40 ms."""
        if self._stream is None:
            return samples
        return np.asarray(self._stream.resample_chunk(samples, last=False), dtype=np.float32)

    def flush(self) -> Samples:
        """Ends the stream and returns the delayed rest; nothing may be processed after it."""
        if self._stream is None:
            return np.zeros(0, np.float32)
        rest = self._stream.resample_chunk(np.zeros(0, np.float32), last=True)
        return np.asarray(rest, dtype=np.float32)
