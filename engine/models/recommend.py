"""Which models suit a machine, and why.

The limits leave room for the desktop beside int8 weights: those of a pair are some 400 MB on disk,
those of Fun-ASR-Nano some 900 MB, and a loaded model takes about half as much again.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

_GIB = 1024**3
_PAIR_BYTES = 3 * _GIB
_NANO_BYTES = 12 * _GIB
_NANO_CORES = 8
_PAIR_CORES = 2


class Why(enum.Enum):
    """Why an engine is recommended."""

    FAST_MACHINE = "fast-machine"
    TWO_PASSES = "two-passes"
    ENGLISH = "english"
    LITTLE_MEMORY = "little-memory"
    FEW_CORES = "few-cores"


@dataclass(frozen=True, slots=True)
class Recommendation:
    """An engine, and the reason for it.

    Attributes:
        engine: its name.
        why: the reason.
    """

    engine: str
    why: Why

    @property
    def sentence(self) -> str:
        """The reason in English, as the command line says it."""
        return _SENTENCES[self.why]


_SENTENCES = {
    Why.FAST_MACHINE: "this machine is fast enough for the best second pass",
    Why.TWO_PASSES: "a streaming model shows words at once, and a better one gives the finals",
    Why.ENGLISH: "the embedded model is good at English; a larger one gains little",
    Why.LITTLE_MEMORY: "two models need more memory than this machine has",
    Why.FEW_CORES: "two models at once need two cores",
}


def recommend(language: str, memory_bytes: int, cores: int) -> Recommendation:
    """The engine for what is spoken and a machine.

    Args:
        language: ``auto`` or an ISO code.
        memory_bytes: of the whole machine.
        cores: physical ones.
    """
    if language == "en":
        return Recommendation("whisper-base", Why.ENGLISH)
    if memory_bytes < _PAIR_BYTES:
        return Recommendation("whisper-base", Why.LITTLE_MEMORY)
    if cores < _PAIR_CORES:
        return Recommendation("whisper-base", Why.FEW_CORES)
    has_nano_language = language in ("auto", "zh", "ja")
    if has_nano_language and memory_bytes >= _NANO_BYTES and cores >= _NANO_CORES:
        return Recommendation("fun-asr-nano", Why.FAST_MACHINE)
    return Recommendation("x-asr", Why.TWO_PASSES)
