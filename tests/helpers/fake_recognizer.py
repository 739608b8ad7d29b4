"""A voice detector and a recogniser whose answers follow from the samples alone."""

from __future__ import annotations

import numpy as np

from engine.errors import BackendError
from engine.types import Hypothesis, Samples

WINDOW_FRAMES = 512


class FakeDetector:
    """Hears speech in every window that is not silent."""

    window_frames = WINDOW_FRAMES
    onset_windows = 0

    def __init__(self) -> None:
        self.resets = 0

    def is_speech(self, window: Samples) -> bool:
        return bool(np.any(window))

    def reset(self) -> None:
        self.resets += 1


class FakeBackend:
    """Spells out the values it was given, each run of equal ones as one letter.

    Attributes:
        calls: what was asked: ``accept``, ``prepare 123``, ``finish 123``, ``reset``.
        fails: raise on the next decode.
    """

    engine_id = "fake"
    is_live = False

    def __init__(self, step_frames: int = 8_000) -> None:
        self.calls: list[str] = []
        self.fails = False
        self._step_frames = step_frames
        self._samples = np.empty(0, np.float32)
        self._decoded_frames = 0

    def accept(self, samples: Samples, *, wants_hypothesis: bool = True) -> Hypothesis | None:
        self._samples = np.concatenate([self._samples, samples])
        if not wants_hypothesis or len(self._samples) - self._decoded_frames < self._step_frames:
            return None
        self._decoded_frames = len(self._samples)
        self.calls.append("partial")
        return self._spell(len(self._samples))

    def prepare(self, n_frames: int) -> None:
        self.calls.append(f"prepare {n_frames}")

    def finish(self, n_frames: int) -> Hypothesis:
        self.calls.append(f"finish {n_frames}")
        return self._spell(n_frames)

    def reset(self) -> None:
        self.calls.append("reset")
        self._samples = np.empty(0, np.float32)
        self._decoded_frames = 0

    def _spell(self, n_frames: int) -> Hypothesis:
        if self.fails:
            raise BackendError(self.engine_id, "told to fail")
        assert n_frames <= len(self._samples)
        text = ""
        for value in self._samples[:n_frames]:
            letter = chr(ord("a") + round(float(value) * 100)) if value else ""
            text += letter if not text.endswith(letter) else ""
        return Hypothesis(text, stable_length=len(text) // 2, language="en", confidence=0.5)


class FakeModel:
    """Gives fake backends out.

    Attributes:
        backends: those given out.
        is_closed: whether its memory was given back.
    """

    engine_id = "fake"

    def __init__(self) -> None:
        self.backends: list[FakeBackend] = []
        self.languages: list[str] = []
        self.is_closed = False

    def backend(self, language: str) -> FakeBackend:
        self.languages.append(language)
        self.backends.append(FakeBackend())
        return self.backends[-1]

    def close(self) -> None:
        self.is_closed = True


def speech(letter: str, seconds: float) -> Samples:
    """Audio that ``FakeBackend`` spells as one letter, from ``b`` on."""
    value = (ord(letter) - ord("a")) / 100
    return np.full(round(seconds * 16_000), value, np.float32)


def silence(seconds: float) -> Samples:
    return np.zeros(round(seconds * 16_000), np.float32)
