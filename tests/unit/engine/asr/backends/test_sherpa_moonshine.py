from __future__ import annotations

from pathlib import Path

from engine.asr import loading
from engine.asr.backends.options import LoadOptions
from engine.models.families import Family, recognise
from engine.types import Hypothesis
from tests.helpers.speech import loud
from tests.helpers.tiny_models import moonshine

SPEECH = loud(1.5)


def decoded(folder: Path, family: Family, language: str = "auto") -> Hypothesis:
    found = recognise("tiny", folder)
    assert found.family is family
    backend = loading.load(found, LoadOptions(), is_trial=True).backend(language)
    backend.accept(SPEECH)
    return backend.finish(len(SPEECH))


def test_model_hears_english(tmp_path: Path) -> None:
    moonshine.build(tmp_path)
    heard = decoded(tmp_path, Family.MOONSHINE, "zh")
    assert heard.text
    assert heard.language == "en"
