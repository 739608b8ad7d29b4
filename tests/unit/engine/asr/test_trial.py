from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import paths
from engine.asr import trial
from engine.errors import BackendError
from engine.models.families import recognise
from tests.helpers.tiny_models import punctuation, sense_voice, zipformer
from tests.unit.engine.models.test_checks import edit


def notes() -> list[Path]:
    return list((paths.cache_dir() / "tried").glob("*"))


def test_sound_model_passes_and_is_noted(tmp_path: Path) -> None:
    sense_voice.build(tmp_path / "m")
    trial.make_sure(recognise("tiny", tmp_path / "m"))
    assert len(notes()) == 1


@pytest.mark.parametrize("build", [punctuation.build, punctuation.build_online])
def test_punctuation_model_is_tried_with_a_sentence(
    tmp_path: Path, build: Callable[[Path], None]
) -> None:
    build(tmp_path / "m")
    trial.make_sure(recognise("tiny", tmp_path / "m"))
    assert len(notes()) == 1


def test_model_that_ends_the_process_is_an_error_with_its_last_words(tmp_path: Path) -> None:
    # a fault that no check looks for: the encoder wants more from its input than comes
    zipformer.build(tmp_path / "m")
    edit(tmp_path / "m" / "encoder.onnx", T="0")
    with pytest.raises(BackendError) as caught:
        trial.make_sure(recognise("tiny", tmp_path / "m"))
    assert "the runtime gave up on it" in caught.value.detail
    assert notes() == []


def test_model_that_never_loads_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sense_voice.build(tmp_path / "m")

    def hang(command: list[str], **_options: object) -> None:
        raise subprocess.TimeoutExpired(command, 180)

    monkeypatch.setattr(subprocess, "run", hang)
    with pytest.raises(BackendError, match="did not load"):
        trial.make_sure(recognise("tiny", tmp_path / "m"))


def test_unwritable_cache_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sense_voice.build(tmp_path / "m")
    (tmp_path / "file").touch()
    monkeypatch.setattr(paths, "cache_dir", lambda: tmp_path / "file")
    trial.make_sure(recognise("tiny", tmp_path / "m"))
