from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from app.doctor import recognition
from app.doctor.finding import Finding, State
from engine.asr import engines
from engine.errors import DeviceUnavailableError, DeviceUnavailableReason
from engine.settings import RecognitionSettings, Settings
from engine.types import AudioChunk, SourceEvent, SourceEventKind, SourceStatistics
from tests.helpers.fake_recognizer import FakeDetector
from tests.helpers.tiny_models import paraformer, punctuation

Heard = AudioChunk | SourceEvent


class Microphone:
    def __init__(self, hear: Callable[[], Heard], error: Exception | None = None) -> None:
        self.read = hear
        self._error = error
        self.is_closed = False

    def open(self) -> None:
        if self._error:
            raise self._error

    def close(self) -> None:
        self.is_closed = True

    def statistics(self) -> SourceStatistics:
        return SourceStatistics(rate_hz=48_000, access="mmap", priority="fifo")


def check(microphone: Microphone, monkeypatch: pytest.MonkeyPatch) -> Finding:
    monkeypatch.setattr(recognition, "build_microphone", lambda _settings: microphone)
    monkeypatch.setattr(recognition, "_PATIENCE_S", 0.05)
    (finding,) = recognition.check_microphone(Settings())
    assert microphone.is_closed
    return finding


def test_microphone_that_gives_sound_works(monkeypatch: pytest.MonkeyPatch) -> None:
    finding = check(Microphone(lambda: AudioChunk(np.zeros(160, np.float32), 0)), monkeypatch)
    assert finding.state is State.WORKS
    assert "48000 Hz" in finding.reason
    assert not finding.action


def test_microphone_without_sound_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = Microphone(lambda: SourceEvent(SourceEventKind.SILENT, "default"))
    finding = check(silent, monkeypatch)
    assert finding.state is State.FAILS
    assert finding.action


def test_busy_microphone_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = DeviceUnavailableError("default", DeviceUnavailableReason.BUSY)
    finding = check(Microphone(lambda: AudioChunk(np.zeros(1, np.float32), 0), busy), monkeypatch)
    assert finding.state is State.FAILS
    assert "close that program" in finding.action


def test_missing_model_fails_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", "")
    (finding,) = recognition.check_engine(Settings())
    assert finding.state is State.FAILS
    assert "models install" in finding.action


def test_punctuation_model_in_use_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", str(tmp_path))
    monkeypatch.setattr(engines, "voice_detector", FakeDetector)
    paraformer.build(tmp_path / "streams")
    settings = Settings(recognition=RecognitionSettings(engine="streams"))
    (finding,) = recognition.check_engine(settings)
    assert "marks by" not in finding.reason
    punctuation.build(tmp_path / "my-marks")
    (finding,) = recognition.check_engine(settings)
    assert finding.state is State.WORKS
    assert "marks by my-marks" in finding.reason


@pytest.mark.model
def test_engine_that_loads_works() -> None:
    (finding,) = recognition.check_engine(Settings())
    assert finding.state is State.WORKS
