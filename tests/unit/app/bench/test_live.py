from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from app.bench import live
from app.bench.corpus import Clip
from engine.api import StreamingRecognizer
from engine.asr import engines
from engine.errors import AudioFileError
from tests.helpers.fake_recognizer import FakeDetector, FakeModel, silence, speech


class FakeSource:
    engine_id = "fake"
    writes_marks = True

    def load(self) -> FakeModel:
        return FakeModel()


@pytest.fixture
def recognizer(monkeypatch: pytest.MonkeyPatch) -> StreamingRecognizer:
    monkeypatch.setattr(engines, "find", lambda name, *_: FakeSource())
    monkeypatch.setattr(engines, "voice_detector", FakeDetector)
    return StreamingRecognizer("fake")


def test_endpoints_and_releases_are_told_apart(
    tmp_path: Path, recognizer: StreamingRecognizer
) -> None:
    audio = np.concatenate([speech("b", 0.7), silence(0.8), speech("c", 0.15)])
    soundfile.write(tmp_path / "a.wav", audio, 16_000, subtype="FLOAT")
    result = live.measure(recognizer, (Clip(tmp_path / "a.wav", "en", ""),))
    assert result.audio_s == pytest.approx(1.65, abs=0.01)
    assert len(result.first_partial_ms) == 1  # the second segment is too short for one
    assert len(result.endpoint_ms) == len(result.release_ms) == 1
    assert result.rtf > 0
    assert result.pss_mib > 0


def test_what_goes_wrong_is_told(tmp_path: Path, recognizer: StreamingRecognizer) -> None:
    with pytest.raises(AudioFileError):
        live.measure(recognizer, (Clip(tmp_path / "missing.wav", "en", ""),))
