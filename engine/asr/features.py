"""Waveform to Whisper's log-mel feature frames, each computed once.

Constants are Whisper's (Radford et al., 2022, and the model's own pre-processor settings):
25 ms Hann window, 10 ms shift, 80 or 128 mel bands, log10 with a floor of 1e-10, dynamic range
limited to 8 below the loudest value, scaled by ``(x + 4) / 4``.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine import paths
from engine.types import ENGINE_RATE_HZ, Samples

FeatureBlock = NDArray[np.float32]
"""Log-mel values, shape ``(bands, feature frames)``."""

WINDOW_FRAMES = 400
SHIFT_FRAMES = 160
FEATURES_PER_S = ENGINE_RATE_HZ // SHIFT_FRAMES

_FLOOR = 1e-10
_DYNAMIC_RANGE = 8.0
_HALF = WINDOW_FRAMES // 2
_SMOOTHING = 7
_SILENCE = np.float32(np.log10(_FLOOR))


@lru_cache(maxsize=2)
def _tables(bands: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The periodic Hann window and the mel filterbank."""
    filters = np.load(paths.resources_dir() / f"mel_filters_{bands}.npy")
    window = np.hanning(WINDOW_FRAMES + 1)[:-1].astype(np.float32)
    return window, filters


def log_mel(samples: Samples, bands: int = 80) -> FeatureBlock:
    """Log10 mel power of each whole window, shifted by ``SHIFT_FRAMES``; not yet scaled.

    Args:
        samples: at least ``WINDOW_FRAMES`` long; the n-th result covers
            ``samples[n * SHIFT_FRAMES:][:WINDOW_FRAMES]``.
        bands: 80, or 128 for Whisper large-v3.
    """
    window, filters = _tables(bands)
    frames = np.lib.stride_tricks.sliding_window_view(samples, WINDOW_FRAMES)[::SHIFT_FRAMES]
    spectrum = np.fft.rfft(frames * window, axis=1)
    power = spectrum.real**2 + spectrum.imag**2
    mel = filters @ power.T.astype(np.float32)
    result: FeatureBlock = np.log10(np.maximum(mel, _FLOOR))
    return result


class FeatureStore:
    """The feature frames of one segment, in memory that is allocated once.

    The n-th feature frame is centred on sample ``n * SHIFT_FRAMES``; before the segment there
    is silence.

    Attributes:
        n_frames: samples taken so far.
    """

    def __init__(self, capacity_frames: int, bands: int = 80) -> None:
        self.n_frames = 0
        self._bands = bands
        self._features = np.empty((bands, capacity_frames // SHIFT_FRAMES + 1), np.float32)
        self._n_features = 0
        # Only the samples that unfinished feature frames still need: the last window's.
        self._tail = np.zeros(_HALF, np.float32)

    @property
    def capacity_frames(self) -> int:
        """Samples one segment may hold."""
        return (self._features.shape[1] - 1) * SHIFT_FRAMES

    def accept(self, samples: Samples) -> None:
        """Takes the next samples and computes the feature frames they complete.

        Raises:
            ValueError: the segment would pass ``capacity_frames``.
        """
        if self.n_frames + len(samples) > self.capacity_frames:
            raise ValueError(f"segment longer than {self.capacity_frames} frames")
        self.n_frames += len(samples)
        waiting = np.concatenate([self._tail, samples])
        if len(waiting) >= WINDOW_FRAMES:
            block = log_mel(waiting, self._bands)
            count = block.shape[1]
            self._features[:, self._n_features : self._n_features + count] = block
            self._n_features += count
            waiting = waiting[count * SHIFT_FRAMES :]
        self._tail = waiting.copy()

    def window(self, n_features: int, end_frame: int, start_frame: int = 0) -> FeatureBlock:
        """Scaled features of the samples from ``start_frame`` to ``end_frame``, then silence.

        Only feature frames whose whole window ends before ``end_frame`` are used, so the result
        does not depend on what was heard after it.

        Returns:
            A new array of shape ``(bands, n_features)``.
        """
        first = start_frame // SHIFT_FRAMES
        known = min(max(0, (end_frame - _HALF) // SHIFT_FRAMES + 1), self._n_features)
        count = min(max(0, known - first), n_features)
        result = np.full((self._bands, n_features), _SILENCE, np.float32)
        result[:, :count] = self._features[:, first : first + count]
        np.maximum(result, result.max() - _DYNAMIC_RANGE, out=result)
        result += 4.0
        result /= 4.0
        return result

    def quietest_frame(self, start_frame: int, end_frame: int) -> int:
        """Position of the quietest 70 ms in a stretch that is longer than them."""
        first, last = start_frame // SHIFT_FRAMES, end_frame // SHIFT_FRAMES
        loudness = self._features[:, first : min(last, self._n_features)].mean(axis=0)
        smooth = np.convolve(loudness, np.ones(_SMOOTHING) / _SMOOTHING, mode="valid")
        return (first + int(np.argmin(smooth)) + _SMOOTHING // 2) * SHIFT_FRAMES

    def reset(self) -> None:
        """Forgets the segment."""
        self.n_frames = 0
        self._n_features = 0
        self._tail = np.zeros(_HALF, np.float32)


class FeaturePool:
    """Feature stores that are handed from one stream to the next instead of being made anew.

    The first ``stores`` are there from the start: a stream may begin before the one before it is
    gone, and which of them that happens to must not show in the memory of a long session.

    Threads: any.
    """

    def __init__(self, capacity_frames: int, bands: int = 80, stores: int = 2) -> None:
        self._capacity_frames = capacity_frames
        self._bands = bands
        self._free = [FeatureStore(capacity_frames, bands) for _ in range(stores)]

    def take(self) -> FeatureStore:
        """An empty store, for the caller alone until it is given back."""
        try:
            store = self._free.pop()
        except IndexError:
            return FeatureStore(self._capacity_frames, self._bands)
        store.reset()
        return store

    def give_back(self, store: FeatureStore) -> None:
        """Takes a store that is no longer used."""
        self._free.append(store)
