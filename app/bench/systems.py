"""What is measured: our engines, and other programs with the same weights."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np

from app.bench.corpus import Clip
from engine.api import Recognizer
from engine.asr import engines
from engine.errors import EngineError
from engine.types import ENGINE_RATE_HZ, Samples


class System(Protocol):
    """Something that turns recordings into text, made in the process that measures it."""

    def load(self) -> None:
        """Loads its model."""

    def transcribe(self, samples: Samples) -> str:
        """Text of one recording."""


class OurEngine:
    """One of our engines, finals only."""

    def __init__(self, engine_id: str) -> None:
        self._recognizer = Recognizer(engine_id)

    def load(self) -> None:
        """Loads the model.

        Raises:
            EngineError: it cannot be loaded.
        """
        self._recognizer.load()

    def transcribe(self, samples: Samples) -> str:
        """Text of one recording."""
        return self._recognizer.transcribe(samples).text


class FasterWhisper:
    """Stock faster-whisper: its own defaults (beam 5, 30 s window), one thread, our weights."""

    def __init__(self, engine_id: str) -> None:
        self._folder = engines.find_model(engine_id).folder

    def load(self) -> None:
        """Loads the model."""
        peer: Any = import_module("faster_whisper")  # in the bench extra only
        self._model = peer.WhisperModel(
            str(self._folder), device="cpu", compute_type="int8", cpu_threads=1
        )

    def transcribe(self, samples: Samples) -> str:
        """Text of one recording."""
        segments, _ = self._model.transcribe(samples)
        return " ".join(segment.text.strip() for segment in segments)


class PocketSphinx:
    """PocketSphinx with the English model that its package holds."""

    def __init__(self, _model: str) -> None:
        self._decoder: Any = None

    def load(self) -> None:
        """Loads the model."""
        peer: Any = import_module("pocketsphinx")  # in the bench extra only
        self._decoder = peer.Decoder(samprate=float(ENGINE_RATE_HZ), loglevel="FATAL")

    def transcribe(self, samples: Samples) -> str:
        """Text of one recording."""
        self._decoder.start_utt()
        self._decoder.process_raw(as_pcm16(samples), full_utt=True)
        self._decoder.end_utt()
        heard = self._decoder.hyp()
        return str(heard.hypstr) if heard is not None else ""


class WhisperCpp:
    """whisper.cpp with a ggml model the user names, one thread."""

    def __init__(self, model: str) -> None:
        self._file = model
        self._model: Any = None

    def load(self) -> None:
        """Loads the model."""
        peer: Any = import_module("pywhispercpp.model")  # in the bench extra only
        self._model = peer.Model(self._file, n_threads=1, print_progress=False, language="auto")

    def transcribe(self, samples: Samples) -> str:
        """Text of one recording."""
        return " ".join(segment.text.strip() for segment in self._model.transcribe(samples))


class Vosk:
    """Vosk with a model folder the user names."""

    def __init__(self, model: str) -> None:
        self._folder = model
        self._peer: Any = None
        self._model: Any = None

    def load(self) -> None:
        """Loads the model."""
        self._peer = import_module("vosk")  # in the bench extra only
        self._peer.SetLogLevel(-1)
        self._model = self._peer.Model(self._folder)

    def transcribe(self, samples: Samples) -> str:
        """Text of one recording."""
        recognizer = self._peer.KaldiRecognizer(self._model, ENGINE_RATE_HZ)
        recognizer.AcceptWaveform(as_pcm16(samples))
        return str(json.loads(recognizer.FinalResult())["text"])


_MAKERS: dict[str, Callable[[str], System]] = {
    "": OurEngine,
    "faster-whisper": FasterWhisper,
    "pocketsphinx": PocketSphinx,
    "whisper.cpp": WhisperCpp,
    "vosk": Vosk,
}


@dataclass(frozen=True, slots=True)
class SystemSpec:
    """Names a system, so that a child process can make it.

    Attributes:
        name: what the report calls it.
        model: engine id, or the file or folder of its model.
        peer: which other program it is; empty for ours, which can be measured live, too.
    """

    name: str
    model: str
    peer: str = ""

    @property
    def is_ours(self) -> bool:
        """Whether it is one of our engines."""
        return not self.peer

    def make(self) -> System:
        """The system, not loaded yet.

        Raises:
            ModelMissingError: its model is not installed.
        """
        return _MAKERS[self.peer](self.model)


def peers(whisper_cpp: str = "", vosk: str = "") -> tuple[SystemSpec, ...]:
    """Other programs that are installed and have a model.

    Args:
        whisper_cpp: a ggml file, or empty.
        vosk: a model's folder, or empty.
    """
    found = []
    if find_spec("pocketsphinx"):
        found.append(SystemSpec("pocketsphinx", "en-us", "pocketsphinx"))
    if whisper_cpp and find_spec("pywhispercpp"):
        found.append(SystemSpec("whisper.cpp", whisper_cpp, "whisper.cpp"))
    if vosk and find_spec("vosk"):
        found.append(SystemSpec("vosk", vosk, "vosk"))
    return tuple(found)


def as_pcm16(samples: Samples) -> bytes:
    """Samples as 16-bit PCM."""
    return (np.clip(samples, -1.0, 1.0) * 32_767).astype(np.int16).tobytes()


def installed(engine_id: str = "") -> tuple[SystemSpec, ...]:
    """Our installed engines (or one of them), each with the peers that take its weights.

    Raises:
        EngineError: the engine asked for is not installed.
    """
    specs: list[SystemSpec] = []
    for name in (engine_id,) if engine_id else engines.installed():
        try:
            engines.find(name)
        except EngineError:
            if engine_id:
                raise
            continue
        specs.append(SystemSpec(name, name))
        if name == engines.DEFAULT_ENGINE and find_spec("faster_whisper"):
            specs.append(SystemSpec("faster-whisper", name, "faster-whisper"))
    return tuple(specs)


@dataclass(frozen=True, slots=True)
class Transcription:
    """What a system made of all clips, and what that cost.

    Attributes:
        texts: in the clips' order.
        audio_s: seconds of audio.
        wall_s: seconds it took.
        cpu_s: CPU seconds it took.
        load_s: seconds from nothing imported to ready.
    """

    texts: tuple[str, ...]
    audio_s: float
    wall_s: float
    cpu_s: float
    load_s: float


def transcribe_all(system: System, clips: tuple[Clip, ...], rate_hz: int) -> Transcription:
    """Has a system transcribe every clip, one after the other."""
    started = time.perf_counter()
    system.load()
    load_s = time.perf_counter() - started
    texts: list[str] = []
    audio_s = wall_s = cpu_s = 0.0
    for clip in clips:
        samples = clip.samples()
        wall, cpu = time.perf_counter(), time.process_time()
        texts.append(system.transcribe(samples))
        wall_s += time.perf_counter() - wall
        cpu_s += time.process_time() - cpu
        audio_s += len(samples) / rate_hz
    return Transcription(tuple(texts), audio_s, wall_s, cpu_s, load_s)
