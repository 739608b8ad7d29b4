"""Waveform to Whisper's log-mel feature frames, each computed once.

Constants are Whisper's (Radford et al., 2022, and the model's own pre-processor settings):
25 ms Hann window, 10 ms shift, 80 mel bands, log10 with a floor of 1e-10, dynamic range limited
to 8 below the loudest value, scaled by ``(x + 4) / 4``.
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
BANDS = 80
FEATURES_PER_S = ENGINE_RATE_HZ // SHIFT_FRAMES

_FLOOR = 1e-10
_DYNAMIC_RANGE = 8.0
_HALF = WINDOW_FRAMES // 2


@lru_cache(maxsize=1)
def _tables() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The periodic Hann window and the mel filterbank."""
    filters = np.load(paths.resources_dir() / f"mel_filters_{BANDS}.npy")
    window = np.hanning(WINDOW_FRAMES + 1)[:-1].astype(np.float32)
    return window, filters


def log_mel(samples: Samples) -> FeatureBlock:
    """Log10 mel power of each whole window, shifted by ``SHIFT_FRAMES``; not yet scaled.

    Args:
        samples: at least ``WINDOW_FRAMES`` long; the n-th result covers
            ``samples[n * SHIFT_FRAMES:][:WINDOW_FRAMES]``.
    """
    window, filters = _tables()
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
        capacity_frames: samples one segment may hold.
        n_frames: samples taken so far.
    """

    def __init__(self, capacity_frames: int) -> None:
        self.capacity_frames = capacity_frames
        self.n_frames = 0
        self._features = np.empty((BANDS, capacity_frames // SHIFT_FRAMES + 1), np.float32)
        self._n_features = 0
        # Half a window of silence, then the segment's samples.
        self._samples = np.zeros(_HALF + capacity_frames, np.float32)

    def accept(self, samples: Samples) -> None:
        """Takes the next samples and computes the feature frames they complete.

        Raises:
            ValueError: the segment would pass ``capacity_frames``.
        """
        end = self.n_frames + len(samples)
        if end > self.capacity_frames:
            raise ValueError(f"segment longer than {self.capacity_frames} frames")
        self._samples[_HALF + self.n_frames : _HALF + end] = samples
        self.n_frames = end
        complete = (end - _HALF) // SHIFT_FRAMES + 1
        if complete > self._n_features:
            first = self._n_features * SHIFT_FRAMES
            self._features[:, self._n_features : complete] = log_mel(
                self._samples[first : _HALF + end]
            )[:, : complete - self._n_features]
            self._n_features = complete

    def window(self, n_frames: int, n_features: int) -> FeatureBlock:
        """Scaled features of the first ``n_frames`` samples, then silence.

        Only feature frames whose whole window lies inside ``n_frames`` are used, so the result
        does not depend on what was heard after it.

        Returns:
            A new array of shape ``(BANDS, n_features)``.
        """
        known = min(max(0, (n_frames - _HALF) // SHIFT_FRAMES + 1), self._n_features, n_features)
        result = np.full((BANDS, n_features), np.log10(_FLOOR), np.float32)
        result[:, :known] = self._features[:, :known]
        np.maximum(result, result.max() - _DYNAMIC_RANGE, out=result)
        result += 4.0
        result /= 4.0
        return result

    def reset(self) -> None:
        """Forgets the segment."""
        self.n_frames = 0
        self._n_features = 0
