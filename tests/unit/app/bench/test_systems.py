from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from app.bench import systems
from app.bench.corpus import Clip
from app.bench.systems import SystemSpec
from engine.asr import engines
from engine.errors import ModelMissingError
from engine.types import Samples


class Length:
    """Says how long a recording is."""

    def __init__(self) -> None:
        self.is_loaded = False

    def load(self) -> None:
        self.is_loaded = True

    def transcribe(self, samples: Samples) -> str:
        assert self.is_loaded
        return str(len(samples))


def test_every_clip_is_transcribed_and_timed(tmp_path: Path) -> None:
    clips = []
    for seconds in (1, 2):
        path = tmp_path / f"{seconds}.wav"
        soundfile.write(path, np.zeros(seconds * 16_000, np.int16), 16_000)
        clips.append(Clip(path, "en", ""))
    result = systems.transcribe_all(Length(), tuple(clips), 16_000)
    assert result.texts == ("16000", "32000")
    assert result.audio_s == 3.0
    assert 0 < result.wall_s < 3.0
    assert result.cpu_s >= 0
    assert result.load_s >= 0


def test_peers_are_measured_where_they_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "find", lambda name, *_: None)
    monkeypatch.setattr(systems, "find_spec", lambda name: None)
    ours = SystemSpec("whisper-base", "whisper-base", is_ours=True)
    assert systems.installed("whisper-base") == (ours,)
    monkeypatch.setattr(systems, "find_spec", lambda name: object())
    peer = SystemSpec("faster-whisper", "whisper-base", is_ours=False)
    assert systems.installed("whisper-base") == (ours, peer)


def test_an_engine_asked_for_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", "")
    with pytest.raises(ModelMissingError):
        systems.installed("whisper-base")
    assert systems.installed() == ()


@pytest.mark.model
def test_our_engine_transcribes(read_speech: Path) -> None:
    system = SystemSpec("whisper-base", "whisper-base", is_ours=True).make()
    result = systems.transcribe_all(system, (Clip(read_speech, "en", ""),), 16_000)
    assert "young man" in result.texts[0]
