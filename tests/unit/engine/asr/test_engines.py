from __future__ import annotations

from pathlib import Path

import pytest

from engine import paths
from engine.api import StreamingRecognizer
from engine.asr import engines
from engine.errors import (
    EnginePairError,
    ModelCorruptError,
    ModelMissingError,
    ModelUnsupportedError,
    UnknownEngineError,
)
from engine.models import pins
from tests.helpers.tiny_models import sense_voice, zipformer


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


_INSTALLED = paths.models_dir()  # before a test has a home of its own


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of models: one that streams, one that does not, one that is neither."""
    monkeypatch.setenv("COSYSCRIBE_MODELS", str(tmp_path))
    zipformer.build(tmp_path / "streams")
    sense_voice.build(tmp_path / "hears-whole")
    (tmp_path / "notes").mkdir()
    return tmp_path


def test_models_the_user_added_go_by_their_names(models: Path) -> None:
    assert engines.find("streams").engine_id == "streams"
    assert engines.find(str(models / "streams")).engine_id == "streams"
    assert engines.installed()[-2:] == ("hears-whole", "streams")


def test_two_models_pair(models: Path) -> None:
    del models
    source = engines.find("streams+hears-whole", 0.7)
    assert isinstance(source, engines.PairSource)
    assert (source.first.engine_id, source.second.engine_id) == ("streams", "hears-whole")
    assert source.limit_s == 0.7


@pytest.mark.parametrize(
    ("pair", "wrong"),
    [("hears-whole+streams", "hears-whole"), ("streams+streams", "streams")],
)
def test_two_models_that_do_not_pair_are_named(models: Path, pair: str, wrong: str) -> None:
    del models
    with pytest.raises(EnginePairError) as caught:
        engines.find(pair)
    assert caught.value.wrong == wrong


def test_folder_without_a_model_is_refused(models: Path) -> None:
    with pytest.raises(ModelUnsupportedError):
        engines.find(str(models / "notes"))


def test_pair_whose_models_are_not_installed_names_the_first(models: Path) -> None:
    del models
    with pytest.raises((ModelMissingError, UnknownEngineError)):
        engines.find("x-asr")


def test_damaged_pair_is_left_out_of_what_can_be_chosen(models: Path) -> None:
    for name in engines.PAIRS["x-asr"]:
        (models / name).mkdir()
        (models / name / "model.onnx").write_bytes(b"cut short")
        pins.write(models / name, ["model.onnx"], "a test")
    with pytest.raises(ModelCorruptError):
        engines.find("x-asr")
    assert "x-asr" not in engines.installed()
    assert engines.installed()[-1:] == ("streams",)


def test_alias_is_the_pair_it_stands_for(models: Path) -> None:
    del models
    with pytest.raises((ModelMissingError, UnknownEngineError)) as direct:
        engines.find("paraformer-sensevoice")
    with pytest.raises(type(direct.value)) as aliased:
        engines.find("cosyvoice")
    assert str(aliased.value) == str(direct.value)


@pytest.mark.model
def test_pair_is_loaded_and_begins_a_session(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", f"{models}:{_INSTALLED}")
    recognizer = StreamingRecognizer("streams+hears-whole")
    recognizer.load()
    try:
        recognizer.start()
        assert recognizer.engine_id == "streams+hears-whole"
    finally:
        recognizer.close()
