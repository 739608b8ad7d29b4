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


def test_transducer_and_ctc_stream(tmp_path: Path) -> None:
    nemo.build(tmp_path / "transducer")
    nemo.build_ctc(tmp_path / "ctc")
    assert decoded(tmp_path / "transducer", Family.STREAMING_NEMO).text
    assert decoded(tmp_path / "ctc", Family.STREAMING_NEMO_CTC).text
