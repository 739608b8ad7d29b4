from __future__ import annotations

from pathlib import Path

import pytest

from engine.asr import engines, punctuators
from engine.errors import (
    BackendError,
    ModelCorruptError,
    ModelMissingError,
    ModelUnsupportedError,
    UnknownModelError,
)
from engine.models import pins
from tests.helpers.tiny_models import paraformer, punctuation, sense_voice

CHINESE = "punct-ct-transformer-zh-en-vocab272727-2024-04-12-int8"
ENGLISH = "online-punct-en-2024-08-06"


class Engine:
    """An engine that writes no marks, unless told so."""

    engine_id = "engine"

    def __init__(self, *languages: str, writes_marks: bool = False) -> None:
        self.languages = languages
        self.writes_marks = writes_marks

    def load(self) -> None:
        raise AssertionError


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The catalogue's two punctuation models, one of the user's own, and a recogniser."""
    monkeypatch.setenv("COSYSCRIBE_MODELS", str(tmp_path))
    punctuation.build(tmp_path / CHINESE)
    punctuation.build_online(tmp_path / ENGLISH)
    for name in (CHINESE, ENGLISH):
        pins.write(tmp_path / name, [f.name for f in (tmp_path / name).iterdir()], "a test")
    punctuation.build(tmp_path / "a-own")
    paraformer.build(tmp_path / "streams")
    return tmp_path


def chosen(wanted: str, engine: Engine, language: str = "auto") -> str:
    source = punctuators.choose(wanted, engine, language)  # type: ignore[arg-type]
    return source.model_id if source else ""


def test_the_catalogues_come_before_the_users_own(models: Path) -> None:
    del models
    assert [s.model_id for s in punctuators.installed()] == [CHINESE, ENGLISH, "a-own"]


@pytest.mark.parametrize(
    ("wanted", "engine", "language", "model_id"),
    [
        ("auto", Engine("zh", "en"), "auto", CHINESE),
        ("auto", Engine(), "zh", CHINESE),
        ("auto", Engine("zh", "en"), "en", ENGLISH),
        ("auto", Engine("en"), "auto", ENGLISH),
        ("auto", Engine("zh", writes_marks=True), "auto", ""),
        ("off", Engine("zh"), "auto", ""),
        ("a-own", Engine("zh", writes_marks=True), "auto", "a-own"),
        (ENGLISH, Engine("zh"), "zh", ENGLISH),
    ],
)
def test_choice(models: Path, wanted: str, engine: Engine, language: str, model_id: str) -> None:
    del models
    assert chosen(wanted, engine, language) == model_id


def test_folder_is_a_choice(models: Path) -> None:
    assert chosen(str(models / "a-own"), Engine()) == "a-own"


def test_nothing_installed_is_no_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", str(tmp_path / "nowhere"))
    assert chosen("auto", Engine("zh")) == ""
    with pytest.raises(ModelMissingError):
        chosen(CHINESE, Engine("zh"))


def test_what_cannot_be_chosen_says_why(models: Path) -> None:
    with pytest.raises(UnknownModelError) as caught:
        chosen("nothing of this name", Engine())
    assert caught.value.known == (CHINESE, ENGLISH, "a-own")
    with pytest.raises(ModelUnsupportedError, match="recognises speech"):
        chosen("streams", Engine())
    (models / ENGLISH / "bpe.vocab").unlink()
    with pytest.raises(ModelMissingError):
        chosen(ENGLISH, Engine())


def test_both_kinds_load(models: Path) -> None:
    del models
    chinese, english, own = (source.load() for source in punctuators.installed())
    assert chinese.punctuate("你好世界") == own.punctuate("你好世界") == "你好，世界。"
    assert english.punctuate("hello world test") == "Hello world, test"


def test_model_other_than_it_came_is_not_loaded(models: Path) -> None:
    with (models / CHINESE / "model.onnx").open("ab") as file:
        file.write(b"\0")
    source = punctuators.installed()[0]
    with pytest.raises(ModelCorruptError):
        source.load()


def test_trouble_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        punctuators.log_trouble(BackendError("marks", "of this test"))
    assert caplog.messages == ["text stays without marks: marks: of this test"]
    caplog.clear()


def test_engines_know_whether_they_write_marks(models: Path) -> None:
    sense_voice.build(models / "hears-whole")
    assert not engines.find("streams").writes_marks
    assert engines.find("hears-whole").writes_marks
    assert engines.find("streams+hears-whole").writes_marks
    assert engines.find("streams+hears-whole").languages == ()
    name = "streaming-zipformer-en-2023-06-26"
    paraformer.build(models / name)
    pins.write(models / name, [f.name for f in (models / name).iterdir()], "a test")
    assert not engines.find(name).writes_marks
    assert engines.find(name).languages == ("en",)
