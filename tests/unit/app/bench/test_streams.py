from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from app.bench import streams
from app.bench.corpus import Clip
from engine.asr import engines
from engine.errors import AudioFileError
from tests.helpers.fake_recognizer import FakeDetector, FakeModel, silence, speech


class FakeSource:
    engine_id = "fake"
    writes_marks = True

    def load(self) -> FakeModel:
        return FakeModel()


@pytest.fixture(autouse=True)
def fake_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "find", lambda name, *_: FakeSource())
    monkeypatch.setattr(engines, "voice_detector", FakeDetector)


def test_streams_hold_while_finals_come_in_time(tmp_path: Path) -> None:
    audio = np.concatenate([speech("b", 0.4), silence(0.3)])
    soundfile.write(tmp_path / "a.wav", audio, 16_000, subtype="FLOAT")
    held, ratios = streams.measure("fake", (Clip(tmp_path / "a.wav", "en", ""),), 3)
    assert held == len(ratios) == 3
    assert all(1.0 <= ratio < 2.0 for ratio in ratios)


def test_slow_finals_end_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([1.2, 1.9, 2.5])
    monkeypatch.setattr(streams, "_ratio", lambda _recognizers, _clips: next(answers))
    held, ratios = streams.measure("fake", (Clip(tmp_path / "a.wav", "en", ""),), 8)
    assert (held, ratios) == (2, (1.2, 1.9, 2.5))


def test_what_goes_wrong_is_told(tmp_path: Path) -> None:
    with pytest.raises(AudioFileError):
        streams.measure("fake", (Clip(tmp_path / "missing.wav", "en", ""),), 1)
