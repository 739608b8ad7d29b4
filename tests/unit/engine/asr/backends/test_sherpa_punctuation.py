from __future__ import annotations

from pathlib import Path

import pytest

from engine.asr.backends import sherpa_punctuation
from engine.errors import BackendError
from engine.models.families import recognise
from tests.helpers.tiny_models import punctuation


def test_marks_are_set(tmp_path: Path) -> None:
    punctuation.build(tmp_path)
    model = sherpa_punctuation.load(recognise("tiny", tmp_path))
    assert model.model_id == "tiny"
    assert model.punctuate("你好世界") == "你好，世界。"
    assert model.punctuate("hello world test") == "hello world，test。"
    # more than it sees at once
    assert model.punctuate("天气不错我们去看" * 50).count("。") == 51


def test_what_goes_wrong_in_the_runtime_is_one_error(tmp_path: Path) -> None:
    class Runtime:
        def add_punctuation(self, text: str) -> str:
            raise IndexError(text)

    with pytest.raises(BackendError) as caught:
        sherpa_punctuation.CtTransformer("tiny", Runtime()).punctuate("你好")
    assert caught.value.engine_id == "tiny"
