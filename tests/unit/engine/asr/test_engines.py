from __future__ import annotations

from pathlib import Path

import pytest

from engine import paths
from engine.asr import engines
from engine.errors import ModelCorruptError, ModelMissingError, UnknownEngineError


def test_an_engine_that_is_not_installed_names_the_file_and_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", "")
    with pytest.raises(ModelMissingError) as caught:
        engines.find("whisper-base")
    assert caught.value.path == paths.models_dir() / "whisper-base" / "model.bin"


def test_neither_an_engine_nor_a_folder() -> None:
    with pytest.raises(UnknownEngineError):
        engines.find("whisper-huge")


def test_a_folder_goes_by_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in ("model.bin", "tokenizer.json", "vocabulary.json", "config.json"):
        (folder / name).write_bytes(b"")
    assert engines.find(str(folder)).engine_id == "mine"


def test_a_model_cut_short_is_told_before_the_runtime_sees_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", str(tmp_path))
    folder = tmp_path / "whisper-base"
    folder.mkdir()
    for name in ("model.bin", "tokenizer.json", "vocabulary.json", "config.json"):
        (folder / name).write_bytes(b"cut short")
    with pytest.raises(ModelCorruptError) as caught:
        engines.find("whisper-base").load()
    assert caught.value.path.parent == folder


@pytest.mark.model
def test_the_voice_detector_is_installed_and_whole() -> None:
    assert engines.voice_detector().window_frames == 512
