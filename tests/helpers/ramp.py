"""A counter as sound: each sample tells which one it is, so that none can go missing unseen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

_MODULUS = 65_536
_SILENCE_FRAMES = 64
"""So many zeros in a row are silence from upstream: the counter has one at a time."""


def write_ramp(path: Path, frames: int, rate_hz: int = 48_000) -> Path:
    """Writes samples 1, 2, 3... that wrap as 16 bit integers do, then a moment of silence.

    ``pw-play`` keeps the last part of a period for itself: let it be the silence.
    """
    counter = np.arange(1, frames + 1, dtype=np.int64).astype(np.int16)
    silence = np.zeros(rate_hz // 10, np.int16)
    soundfile.write(path, np.concatenate([counter, silence]), rate_hz, subtype="PCM_16")
    return path


def heard_counter(samples: NDArray[np.float32]) -> NDArray[np.int64]:
    """The counter values in captured audio, silence left out, as they follow each other.

    A value that is not bit-exact fails here.
    """
    scaled = samples.astype(np.float64) * 32_768
    values = np.rint(scaled).astype(np.int64)
    np.testing.assert_array_equal(scaled, values)
    is_zero = values == 0
    edges = np.flatnonzero(np.diff(np.concatenate([[0], is_zero, [0]])))
    keep = np.ones(len(values), bool)
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if end - start >= _SILENCE_FRAMES or start == 0 or end == len(values):
            keep[start:end] = False
    return values[keep]


def missing_frames(counter: NDArray[np.int64]) -> int:
    """How many counter values are left out between the first and the last heard."""
    return int(((np.diff(counter) - 1) % _MODULUS).sum())
