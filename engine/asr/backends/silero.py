"""Silero VAD, run by sherpa-onnx."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from sherpa_onnx.lib import _sherpa_onnx  # type: ignore[import-untyped]  # the package's face leaves out the per-window model

from engine.errors import BackendError
from engine.types import ENGINE_RATE_HZ, Samples

WINDOW_FRAMES = 512
"""Silero's step at 16 kHz: 32 ms."""


class SileroDetector:
    """Voice detector with Silero's own hysteresis and no duration rules: those are ours.

    Speech is reported from its second window on, which keeps out single clicks.
    """

    window_frames = WINDOW_FRAMES
    onset_windows = 1

    def __init__(self, model: Path, threshold: float = 0.5) -> None:
        config = _sherpa_onnx.VadModelConfig()
        config.sample_rate = ENGINE_RATE_HZ
        config.num_threads = 1
        config.silero_vad.model = str(model)
        config.silero_vad.threshold = threshold
        # Less than a frame, for no rule at all: zero is refused.
        config.silero_vad.min_speech_duration = 1e-5
        config.silero_vad.min_silence_duration = 1e-5
        config.silero_vad.window_size = WINDOW_FRAMES
        if not config.validate():
            raise BackendError("silero-vad", f"{model} was refused")
        self._model = _sherpa_onnx.VadModel.create(config)
        # Silero 5 looks back over the end of the window before; sherpa-onnx wants both in one.
        self._input = np.zeros(self._model.window_size(), np.float32)

    def is_speech(self, window: Samples) -> bool:
        """Judges the next window."""
        overlap = len(self._input) - WINDOW_FRAMES
        self._input[:overlap] = self._input[WINDOW_FRAMES:]
        self._input[overlap:] = window
        return bool(self._model.is_speech(self._input))

    def reset(self) -> None:
        """Begins a new recording."""
        self._model.reset()
        self._input.fill(0.0)
