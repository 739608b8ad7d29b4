from __future__ import annotations

from pathlib import Path

from engine.asr import loading
from engine.asr.backends.options import LoadOptions
from engine.models.families import Family, recognise
from engine.types import Hypothesis
from tests.helpers.speech import loud
from tests.helpers.tiny_models import paraformer

SPEECH = loud(1.5)


def decoded(folder: Path, family: Family, language: str = "auto") -> Hypothesis:
    found = recognise("tiny", folder)
    assert found.family is family
    backend = loading.load(found, LoadOptions(), is_trial=True).backend(language)
    backend.accept(SPEECH)
    return backend.finish(len(SPEECH))


def test_offline_model_is_told_from_the_streaming_one(tmp_path: Path) -> None:
    paraformer.build_offline(tmp_path / "whole")
    paraformer.build(tmp_path / "streams")
    assert decoded(tmp_path / "whole", Family.PARAFORMER).text
    assert recognise("tiny", tmp_path / "streams").family is Family.STREAMING_PARAFORMER
