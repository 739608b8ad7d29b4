from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import cores
from engine.asr import loading, trial
from engine.asr.backends.options import LoadOptions
from engine.errors import (
    BackendError,
    ModelCorruptError,
    ModelTooLargeError,
    ModelUnsupportedError,
)
from engine.models import free_memory
from engine.models.families import ModelFolder, recognise
from tests.helpers.tiny_models import punctuation, sense_voice, zipformer
from tests.unit.engine.models.test_checks import edit


def test_corrupt_model_is_refused_before_the_runtime_sees_it(tmp_path: Path) -> None:
    zipformer.build(tmp_path)
    edit(tmp_path / "encoder.onnx", T=None)
    with pytest.raises(ModelCorruptError):
        loading.load(recognise("tiny", tmp_path), LoadOptions(), is_trial=True)


def test_model_larger_than_the_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sense_voice.build(tmp_path)
    monkeypatch.setattr(free_memory, "available_bytes", lambda: 1000)
    with pytest.raises(ModelTooLargeError) as caught:
        loading.load(recognise("tiny", tmp_path), LoadOptions())
    assert caught.value.available_bytes == 1000


def test_punctuation_is_no_recogniser(tmp_path: Path) -> None:
    punctuation.build(tmp_path)
    with pytest.raises(ModelUnsupportedError):
        loading.load(recognise("tiny", tmp_path), LoadOptions())


def test_recogniser_sets_no_punctuation(tmp_path: Path) -> None:
    sense_voice.build(tmp_path)
    with pytest.raises(ModelUnsupportedError):
        loading.load_punctuator(recognise("tiny", tmp_path))


@pytest.mark.parametrize("build", [punctuation.build, punctuation.build_online])
def test_punctuation_model_is_tried_out_once(
    tmp_path: Path, build: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    build(tmp_path)
    model = recognise("tiny", tmp_path)
    tried: list[ModelFolder] = []
    monkeypatch.setattr(trial, "_try_in_child", tried.append)
    for _ in range(2):
        assert loading.load_punctuator(model).model_id == "tiny"
    assert tried == [model]


@pytest.mark.parametrize("build", [punctuation.build, punctuation.build_online])
def test_punctuation_model_that_the_runtime_refuses_is_one_error(
    tmp_path: Path, build: Callable[[Path], None]
) -> None:
    build(tmp_path)
    file = tmp_path / "model.onnx"
    file.write_bytes(file.read_bytes().replace(b"Gather", b"Rather"))
    with pytest.raises(BackendError):
        loading.load_punctuator(recognise("tiny", tmp_path), is_trial=True)


def test_first_load_is_tried_out_and_the_second_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sense_voice.build(tmp_path / "model")
    model = recognise("tiny", tmp_path / "model")
    tried: list[ModelFolder] = []
    monkeypatch.setattr(trial, "_try_in_child", tried.append)
    loading.load(model, LoadOptions()).close()
    loading.load(model, LoadOptions()).close()
    assert len(tried) == 1
    # changed files are tried again
    sense_voice.build(tmp_path / "model")
    loading.load(recognise("tiny", tmp_path / "model"), LoadOptions()).close()
    assert len(tried) == 2


def test_weights_that_the_runtime_refuses_are_one_error(tmp_path: Path) -> None:
    sense_voice.build(tmp_path)
    file = tmp_path / "model.onnx"
    content = bytearray(file.read_bytes())
    at = content.index(b"MatMul")
    content[at : at + 6] = b"MooMul"
    file.write_bytes(content)
    with pytest.raises(BackendError):
        loading.load(recognise("tiny", tmp_path), LoadOptions(), is_trial=True)


def test_runtime_is_made_on_the_processors_of_the_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = os.sched_getaffinity(0)
    one = frozenset(sorted(before)[:1])
    monkeypatch.setattr(cores, "current_plan", lambda: cores.DecoderPlan(one, 1, 1))
    seen: list[set[int]] = []
    monkeypatch.setattr(loading, "_load", lambda *_: seen.append(os.sched_getaffinity(0)))
    sense_voice.build(tmp_path)
    loading.load(recognise("tiny", tmp_path), LoadOptions(), is_trial=True)
    assert seen == [one]
    assert os.sched_getaffinity(0) == before
