# ruff: noqa: N802  # the peers' own names
from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

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
    ours = SystemSpec("whisper-base", "whisper-base")
    assert systems.installed("whisper-base") == (ours,)
    monkeypatch.setattr(systems, "find_spec", lambda name: object())
    peer = SystemSpec("faster-whisper", "whisper-base", "faster-whisper")
    assert systems.installed("whisper-base") == (ours, peer)


def test_an_engine_asked_for_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", "")
    with pytest.raises(ModelMissingError):
        systems.installed("whisper-base")
    assert systems.installed() == ()


@pytest.mark.model
def test_our_engine_transcribes(read_speech: Path) -> None:
    system = SystemSpec("whisper-base", "whisper-base").make()
    result = systems.transcribe_all(system, (Clip(read_speech, "en", ""),), 16_000)
    assert "young man" in result.texts[0]


class FakePeer:
    """Stands where a peer's package would."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def Decoder(self, **_options: object) -> FakePeer:
        return self

    def start_utt(self) -> None:
        pass

    def process_raw(self, pcm: bytes, *, full_utt: bool) -> None:
        assert full_utt
        self.heard.append(pcm)

    def end_utt(self) -> None:
        pass

    def hyp(self) -> object:
        return SimpleNamespace(hypstr="go forward") if len(self.heard) == 1 else None

    def SetLogLevel(self, _level: int) -> None:
        pass

    def Model(self, name: str, **_options: object) -> FakePeer:
        assert name == "model"
        return self

    def KaldiRecognizer(self, _model: object, rate_hz: int) -> FakePeer:
        assert rate_hz == 16_000
        return self

    def AcceptWaveform(self, pcm: bytes) -> None:
        self.heard.append(pcm)

    def FinalResult(self) -> str:
        return '{"text": "go forward"}'

    def transcribe(self, _samples: Samples) -> list[object]:
        return [SimpleNamespace(text=" go"), SimpleNamespace(text=" forward ")]


@pytest.mark.parametrize("peer", ["pocketsphinx", "whisper.cpp", "vosk"])
def test_peers_hear_the_same_audio(monkeypatch: pytest.MonkeyPatch, peer: str) -> None:
    fake = FakePeer()
    monkeypatch.setattr(systems, "import_module", lambda _name: fake)
    system = SystemSpec(peer, "model", peer).make()
    system.load()
    samples = np.array([0.0, 0.5, -2.0], np.float32)
    assert system.transcribe(samples) == "go forward"
    if peer != "whisper.cpp":
        assert np.frombuffer(fake.heard[0], np.int16).tolist() == [0, 16_383, -32_767]
    if peer == "pocketsphinx":
        assert system.transcribe(samples) == ""


def test_peers_need_their_package_and_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems, "find_spec", lambda name: object())
    assert [spec.name for spec in systems.peers()] == ["pocketsphinx"]
    assert [spec.name for spec in systems.peers("a.bin", "b")] == [
        "pocketsphinx",
        "whisper.cpp",
        "vosk",
    ]
    monkeypatch.setattr(systems, "find_spec", lambda name: None)
    assert systems.peers("a.bin", "b") == ()
