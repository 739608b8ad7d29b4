#!/usr/bin/env python3
"""Writes resources/mel_filters_80.npy: Whisper's mel filterbank, (80, 201) float32.

Run once, with librosa installed; the result is committed. The parameters are Whisper's own
(16 kHz, FFT of 400, 80 Slaney mels with area normalisation).
"""

from pathlib import Path

import librosa
import numpy as np

filters = librosa.filters.mel(sr=16_000, n_fft=400, n_mels=80).astype(np.float32)
np.save(Path(__file__).resolve().parent.parent / "resources" / "mel_filters_80.npy", filters)
