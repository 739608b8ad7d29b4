from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.api import StreamingRecognizer
from engine.asr import engines, loading
from engine.asr.backends.options import LoadOptions
from engine.asr.punctuated import PunctuatedModel
from engine.asr.punctuators import PunctuatorSource
from engine.errors import BackendError, EngineError, ModelMissingError
from engine.models import own_models
from engine.models.families import Family, recognise
from engine.settings import RecognitionSettings, TextSettings
from engine.text.finals import FinalTextStages
from engine.types import AudioChunk, Hypothesis, SegmentUpdate, Word
from tests.helpers.fake_recognizer import FakeDetector, FakeModel
from tests.helpers.speech import loud
from tests.helpers.tiny_models import paraformer, punctuation, sense_voice


class FakePunctuator:
    """Writes what it was told to, or fails."""

    model_id = "fake-marks"
    languages: tuple[str, ...] = ("zh", "en")
    restores_case = True

    def __init__(self, suggested: str | Exception) -> None:
        self.suggested = suggested

    def punctuate(self, text: str) -> str:
        del text
        if isinstance(self.suggested, Exception):
            raise self.suggested
        return self.suggested


SOURCE = PunctuatorSource("fake-marks", Path("marks"), Family.PUNCTUATION)

Make = Callable[[str | Exception], PunctuatedModel]


@pytest.fixture
def trouble() -> list[EngineError]:
    """What was told."""
    return []


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch, trouble: list[EngineError]) -> Make:
    """Makes a model whose punctuation model writes, or raises, always the same."""

    def made(suggested: str | Exception) -> PunctuatedModel:
        monkeypatch.setattr(PunctuatorSource, "load", lambda _self: FakePunctuator(suggested))
        model = PunctuatedModel(FakeModel(), trouble.append)
        model.punctuate_with(lambda: SOURCE)
        return model

    return made


@pytest.fixture
def model(make: Make) -> PunctuatedModel:
    return make("你好，世界。")


def test_final_gets_marks_and_its_words_keep_their_times(make: Make) -> None:
    model = make("Hello world, test ok.")
    spoken = ("hello", "world", "test", "ok")
    words = tuple(Word(word, i, i + 0.5) for i, word in enumerate(spoken))
    final = model.punctuate(Hypothesis("hello world test ok", language="en", words=words))
    assert final.text == "Hello world, test ok."
    assert [word.text for word in final.words] == ["Hello", "world", "test", "ok"]
    written = FinalTextStages(TextSettings(), "simplified")(final)
    assert written.text == "Hello world, test ok."
    assert [(w.text, w.start_s, w.end_s) for w in written.words] == [
        ("Hello", 0, 0.5),
        ("world,", 1, 1.5),
        ("test", 2, 2.5),
        ("ok.", 3, 3.5),
    ]


@pytest.mark.parametrize("text", ["你好，世界", "北京", "", "完全不同的话"])
def test_text_with_marks_a_name_and_other_words_stay(model: PunctuatedModel, text: str) -> None:
    hypothesis = Hypothesis(text, language="zh")
    assert model.punctuate(hypothesis) is hypothesis


@pytest.mark.parametrize("error", [BackendError("fake-marks", "no room"), MemoryError("no room")])
def test_failure_leaves_the_text_and_is_told_once(
    make: Make, trouble: list[EngineError], error: Exception
) -> None:
    model = make(error)
    hypothesis = Hypothesis("你好世界", language="zh")
    assert [model.punctuate(hypothesis) for _ in range(3)] == [hypothesis] * 3
    (told,) = trouble
    assert isinstance(told, BackendError)
    assert told.engine_id == "fake-marks"
    assert "no room" in told.detail


def test_model_that_cannot_be_had_is_told_and_the_one_before_let_go(
    model: PunctuatedModel, trouble: list[EngineError]
) -> None:
    error = ModelMissingError("other", Path("other"))

    def choose() -> PunctuatorSource:
        raise error

    model.punctuate_with(choose)
    assert trouble == [error]
    assert model.punctuator_id == ""


def test_backend_decodes_as_the_recogniser_does() -> None:
    inner = FakeModel()
    model = PunctuatedModel(inner)
    backend = model.backend("zh")
    backend.is_live = True
    backend.accept(loud(0.1), wants_hypothesis=False)
    backend.prepare(100)
    assert backend.finish(0) == Hypothesis(language="en", confidence=0.5)
    backend.reset()
    assert inner.languages == ["zh"]
    assert inner.backends[0].is_live
    assert inner.backends[0].calls == ["prepare 100", "finish 0", "reset"]


def test_punctuation_model_goes_with_the_recogniser(model: PunctuatedModel) -> None:
    assert model.punctuator_id == "fake-marks"
    model.close()
    assert model.punctuator_id == ""


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A streaming recogniser that writes no marks, one that does, and a punctuation model."""
    monkeypatch.setenv("COSYSCRIBE_MODELS", str(tmp_path))
    monkeypatch.setattr(engines, "voice_detector", FakeDetector)
    paraformer.build(tmp_path / "streams")
    sense_voice.build(tmp_path / "hears-whole")
    punctuation.build(tmp_path / "marks")
    return tmp_path


def heard(recognizer: StreamingRecognizer) -> list[SegmentUpdate]:
    recognizer.start()
    return [*recognizer.accept(AudioChunk(loud(4.0), 0)), *recognizer.end()]


def spoken(models: Path) -> str:
    """What the recogniser writes alone."""
    model = loading.load(recognise("streams", models / "streams"), LoadOptions())
    backend = model.backend("auto")
    backend.accept(loud(4.0), wants_hypothesis=False)
    text = backend.finish(len(loud(4.0))).text
    model.close()
    return text


def test_finals_have_marks_and_partials_none(models: Path) -> None:
    recognizer = StreamingRecognizer("streams")
    updates = heard(recognizer)
    assert recognizer.punctuator_id == "marks"
    assert updates[-1].is_final
    assert updates[-1].text.endswith("。")
    plain = "".join(c for c in updates[-1].text if c not in "，。、？")
    assert plain.replace(" ", "") == spoken(models).replace(" ", "")
    assert not any(set("，。、？") & set(u.text) for u in updates if not u.is_final)
    assert all(w.start_s <= w.end_s for w in updates[-1].words)
    recognizer.close()
    assert recognizer.punctuator_id == ""


def test_engine_that_writes_marks_and_one_told_off_go_without(models: Path) -> None:
    for engine, settings in (
        ("hears-whole", RecognitionSettings()),
        ("streams+hears-whole", RecognitionSettings()),
        ("streams", RecognitionSettings(punctuator="off")),
    ):
        recognizer = StreamingRecognizer(engine, settings)
        recognizer.load()
        assert recognizer.punctuator_id == ""
        recognizer.close()


@pytest.mark.parametrize("wanted", ["streams", "nothing of this name", "marks"])
def test_model_that_cannot_be_used_is_told_and_speech_goes_on(
    models: Path, wanted: str, caplog: pytest.LogCaptureFixture
) -> None:
    whole = (models / "marks" / "model.onnx").read_bytes()
    (models / "marks" / "model.onnx").write_bytes(whole[: len(whole) // 2])
    recognizer = StreamingRecognizer("streams", RecognitionSettings(punctuator=wanted))
    updates = heard(recognizer)
    assert updates[-1].is_final
    assert not set("，。、？") & set(updates[-1].text)
    assert len(caplog.records) == 1
    assert "text stays without marks" in caplog.text
    caplog.clear()
    recognizer.close()


def test_model_that_comes_or_goes_counts_from_the_next_final(models: Path) -> None:
    (models / "marks").rename(models / ".away")
    settings = RecognitionSettings()
    recognizer = StreamingRecognizer("streams", settings)
    before = heard(recognizer)[-1].text
    recognizer.refresh_punctuation(settings)
    assert recognizer.punctuator_id == ""
    own_models.add(models / ".away", "brought")
    recognizer.refresh_punctuation(settings)
    assert recognizer.punctuator_id == "brought"
    assert heard(recognizer)[-1].text != before
    own_models.remove("brought")
    recognizer.refresh_punctuation(settings)
    assert heard(recognizer)[-1].text == before
    recognizer.close()
    recognizer.refresh_punctuation(settings)  # nothing is loaded, nothing to do
    assert not recognizer.is_loaded


def test_engine_switched_to_gets_its_own(models: Path) -> None:
    recognizer = StreamingRecognizer("hears-whole")
    recognizer.start()
    recognizer.switch("streams")
    recognizer.refresh_punctuation(RecognitionSettings())
    recognizer.start()
    assert recognizer.punctuator_id == "marks"
    recognizer.close()
