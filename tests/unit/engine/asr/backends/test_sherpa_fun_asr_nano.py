from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sherpa_onnx import OfflineRecognizer  # type: ignore[import-untyped]

from engine.asr.backends import sherpa_fun_asr_nano
from engine.asr.backends.options import LoadOptions
from engine.models.families import Family, ModelFolder

ROLES = ("encoder_adaptor", "llm", "embedding", "tokenizer")


def test_heaviest_hot_words_and_the_language_go_into_the_prompt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[dict[str, Any]] = []

    def noted(**options: Any) -> object:
        asked.append(options)
        return object()

    monkeypatch.setattr(OfflineRecognizer, "from_funasr_nano", noted)
    folder = Path("nano")
    files = {role: folder / role for role in ROLES}
    words = tuple((f"word{weight}", float(weight)) for weight in range(150))
    model = sherpa_fun_asr_nano.load(
        ModelFolder("nano", folder, Family.FUN_ASR_NANO, files, {}), LoadOptions(2, words)
    )
    model.backend("zh")
    assert [options["language"] for options in asked] == ["", "中文"]
    prompt = asked[0]["hotwords"].split(",")
    assert (len(prompt), prompt[0], prompt[-1]) == (100, "word149", "word50")
    assert asked[0]["num_threads"] == 2
    assert model.traits.partial_step_frames == 0
