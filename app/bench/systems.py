"""What is measured: our engines, and other programs with the same weights."""

from __future__ import annotations

import time
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from app.bench.corpus import Clip
from engine.api import Recognizer
from engine.asr import engines
from engine.errors import EngineError
from engine.types import Samples


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


@dataclass(frozen=True, slots=True)
class SystemSpec:
    """Names a system, so that a child process can make it.

    Attributes:
        name: what the report calls it.
        engine_id: whose weights it uses.
        is_ours: whether it is one of our engines, which can be measured live, too.
    """

    name: str
    engine_id: str
    is_ours: bool

    def make(self) -> System:
        """The system, not loaded yet.

        Raises:
            ModelMissingError: its model is not installed.
        """
        return OurEngine(self.engine_id) if self.is_ours else FasterWhisper(self.engine_id)


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
        specs.append(SystemSpec(name, name, is_ours=True))
        if name == engines.DEFAULT_ENGINE and find_spec("faster_whisper"):
            specs.append(SystemSpec("faster-whisper", name, is_ours=False))
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
