from __future__ import annotations

from pathlib import Path

from engine.asr import loading
from engine.asr.backends.options import LoadOptions
from engine.models.families import Family, recognise
from engine.types import Hypothesis
from tests.helpers.speech import loud
from tests.helpers.tiny_models import nemo

SPEECH = loud(1.5)


def decoded(folder: Path, family: Family, language: str = "auto") -> Hypothesis:
    found = recognise("tiny", folder)
    assert found.family is family
    backend = loading.load(found, LoadOptions(), is_trial=True).backend(language)
    backend.accept(SPEECH)
    return backend.finish(len(SPEECH))


def test_offline_transducer_gives_words_with_times(tmp_path: Path) -> None:
    nemo.build_offline(tmp_path)
    heard = decoded(tmp_path, Family.NEMO)
    assert heard.text
    assert heard.words
    assert heard.words[-1].end_s <= 1.5 + 0.5
