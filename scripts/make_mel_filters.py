#!/usr/bin/env python3
"""Writes resources/mel_filters_{80,128}.npy: Whisper's mel filterbanks, (bands, 201) float32.

Run once, with librosa installed; the result is committed. The parameters are Whisper's own
(16 kHz, FFT of 400, Slaney mels with area normalisation; 128 bands from large-v3 on).
"""

from pathlib import Path

import librosa
import numpy as np

resources = Path(__file__).resolve().parent.parent / "resources"
for bands in (80, 128):
    filters = librosa.filters.mel(sr=16_000, n_fft=400, n_mels=bands).astype(np.float32)
    np.save(resources / f"mel_filters_{bands}.npy", filters)
