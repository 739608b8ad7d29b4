from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sherpa_onnx import OfflineRecognizer  # type: ignore[import-untyped]

from engine.asr.backends import sherpa_sense_voice
from engine.asr.backends.options import LoadOptions
from engine.models.families import recognise
from tests.helpers.tiny_models import sense_voice


def test_language_is_told_and_punctuation_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sense_voice.build(tmp_path)
    asked: list[dict[str, Any]] = []
    make = OfflineRecognizer.from_sense_voice

    def noted(**options: Any) -> Any:
        asked.append(options)
        return make(**options)

    monkeypatch.setattr(OfflineRecognizer, "from_sense_voice", noted)
    model = sherpa_sense_voice.load(recognise("tiny", tmp_path), LoadOptions(threads=1))
    model.backend("yue")
    model.backend("fr")
    assert [options["language"] for options in asked] == ["", "yue", ""]
    assert all(options["use_itn"] for options in asked)
