"""Sounds that the tiny models take for speech, or for none."""

from __future__ import annotations

import numpy as np

from engine.types import ENGINE_RATE_HZ, Samples, freeze


def loud(seconds: float, seed: int = 0) -> Samples:
    """Noise, in which the tiny models hear tokens."""
    noise = np.random.default_rng(seed).normal(0, 0.1, int(seconds * ENGINE_RATE_HZ))
    return freeze(noise.astype(np.float32))


def silence(seconds: float) -> Samples:
    """Nothing at all."""
    return freeze(np.zeros(int(seconds * ENGINE_RATE_HZ), np.float32))


def joined(*parts: Samples) -> Samples:
    """One after the other."""
    return freeze(np.concatenate(parts))
