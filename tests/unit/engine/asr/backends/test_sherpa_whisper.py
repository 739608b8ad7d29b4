from __future__ import annotations

from pathlib import Path

from engine.asr import loading
from engine.asr.backends.options import LoadOptions
from engine.models.families import Family, recognise
from engine.types import Hypothesis
from tests.helpers.speech import loud
from tests.helpers.tiny_models import whisper

SPEECH = loud(1.5)


def decoded(folder: Path, family: Family, language: str = "auto") -> Hypothesis:
    found = recognise("tiny", folder)
    assert found.family is family
    backend = loading.load(found, LoadOptions(), is_trial=True).backend(language)
    backend.accept(SPEECH)
    return backend.finish(len(SPEECH))


def test_language_is_one_that_the_model_names(tmp_path: Path) -> None:
    whisper.build(tmp_path)
    assert decoded(tmp_path, Family.WHISPER, "en").language == "en"
    assert decoded(tmp_path, Family.WHISPER, "tlh").language == "zh"
