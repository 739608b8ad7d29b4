from __future__ import annotations

from pathlib import Path

import pytest

from engine.asr.backends import sherpa_online_punctuation
from engine.errors import BackendError
from engine.models.families import recognise
from tests.helpers.tiny_models import punctuation


@pytest.fixture
def model(tmp_path: Path) -> sherpa_online_punctuation.CnnBiLstm:
    punctuation.build_online(tmp_path)
    return sherpa_online_punctuation.load(recognise("tiny", tmp_path))


def test_marks_and_capitals_are_set(model: sherpa_online_punctuation.CnnBiLstm) -> None:
    assert model.punctuate("hello world test ok") == "Hello world, test ok."
    assert model.punctuate("is it nasa really") == "is it NASA really?"
    # more than it sees at once
    assert model.punctuate("hello world " * 300) == "Hello world, " * 299 + "Hello world,"


def test_word_that_the_runtime_has_no_room_for_is_refused(
    model: sherpa_online_punctuation.CnnBiLstm,
) -> None:
    with pytest.raises(BackendError):
        model.punctuate("hello " + "x" * 300)


def test_what_goes_wrong_in_the_runtime_is_one_error() -> None:
    class Runtime:
        def add_punctuation_with_case(self, text: str) -> str:
            raise RuntimeError(text)

    with pytest.raises(BackendError):
        sherpa_online_punctuation.CnnBiLstm("tiny", Runtime()).punctuate("hello")
