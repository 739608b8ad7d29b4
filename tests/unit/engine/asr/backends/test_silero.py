from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.asr import engines
from engine.asr.vad import VoiceDetector
from engine.audio.wav_source import WavSource
from engine.types import AudioChunk, Samples

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def detector() -> VoiceDetector:
    return engines.voice_detector()


def windows_with_speech(detector: VoiceDetector, samples: Samples) -> list[bool]:
    detector.reset()
    size = detector.window_frames
    starts = range(0, len(samples) - size + 1, size)
    return [detector.is_speech(samples[start : start + size]) for start in starts]


def recording(path: Path) -> Samples:
    source = WavSource(path)
    source.open()
    chunks = []
    while isinstance(chunk := source.read(), AudioChunk):
        chunks.append(chunk.samples)
    return np.concatenate(chunks)


def test_speech_is_heard(detector: VoiceDetector, read_speech: Path) -> None:
    heard = windows_with_speech(detector, recording(read_speech))
    assert sum(heard) > len(heard) / 2


def test_noise_and_tones_are_not_speech(detector: VoiceDetector) -> None:
    rng = np.random.default_rng(0)
    time_s = np.arange(5 * 16_000) / 16_000
    for sound in (
        np.zeros(len(time_s)),
        rng.normal(0, 0.03, len(time_s)),
        0.3 * np.sin(2 * np.pi * 440 * time_s),
    ):
        assert not any(windows_with_speech(detector, sound.astype(np.float32)))


def test_a_new_recording_is_judged_afresh(detector: VoiceDetector, read_speech: Path) -> None:
    samples = recording(read_speech)[: 2 * 16_000]
    assert windows_with_speech(detector, samples) == windows_with_speech(detector, samples)
