from __future__ import annotations

import pytest

from engine.asr import engines
from engine.models.recommend import Why, recommend

GIB = 1024**3


@pytest.mark.parametrize(
    ("language", "memory_gib", "cores", "engine", "why"),
    [
        ("en", 64, 32, "whisper-base", Why.ENGLISH),
        ("zh", 2, 4, "whisper-base", Why.LITTLE_MEMORY),
        ("zh", 8, 1, "whisper-base", Why.FEW_CORES),
        ("zh", 8, 2, "x-asr", Why.TWO_PASSES),
        ("auto", 8, 4, "x-asr", Why.TWO_PASSES),
        ("ko", 64, 32, "x-asr", Why.TWO_PASSES),
        ("zh", 16, 8, "fun-asr-nano", Why.FAST_MACHINE),
    ],
)
def test_machine_decides(language: str, memory_gib: int, cores: int, engine: str, why: Why) -> None:
    found = recommend(language, memory_gib * GIB, cores)
    assert (found.engine, found.why) == (engine, why)
    assert found.engine in engines.KNOWN_ENGINES
    assert found.sentence
