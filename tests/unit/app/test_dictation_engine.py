from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.bridge.controller import DictationChoice
from app.bridge.session_bridge import SessionBridge
from app.dictation_engine import ModelLoader, SessionMaker
from engine.asr import engines
from engine.audio.source import AudioSource
from engine.errors import EngineError, UnknownEngineError, UnknownModelError
from engine.pipeline import FinalStage
from engine.settings import RecognitionSettings, Settings
from engine.types import Hypothesis
from tests.helpers.fake_recognizer import FakeDetector
from tests.helpers.fake_source import FakeSource
from tests.helpers.tiny_models import paraformer


class Recogniser:
    """Stands where the engine's facade would, and takes settings."""

    configured: RecognitionSettings
    is_closed = False

    def configure(self, settings: RecognitionSettings, on_final: FinalStage | None = None) -> None:
        self.configured = settings
        self.on_final = on_final

    def refresh_punctuation(self, settings: RecognitionSettings) -> None:
        self.refreshed = settings

    def close(self) -> None:
        self.is_closed = True


def test_engine_nobody_knows_is_refused() -> None:
    load = ModelLoader(Settings, lambda _pcm: FakeSource(), lambda _error: None)
    with pytest.raises(UnknownEngineError):
        load("whisper-huge")


def test_session_hears_the_chosen_device_in_the_chosen_language() -> None:
    opened: list[str] = []

    def open_source(pcm: str) -> AudioSource:
        opened.append(pcm)
        return FakeSource()

    settings = Settings(recognition=RecognitionSettings(script="traditional"))
    recogniser = Recogniser()
    model = SessionMaker(recogniser, lambda: settings, open_source)  # type: ignore[arg-type]
    model.open_session(DictationChoice("hw:1", "whisper-base", "zh"), SessionBridge())
    assert opened == ["hw:1"]
    model.close()
    assert recogniser.is_closed
    assert recogniser.configured == replace(settings.recognition, language="zh")
    assert recogniser.on_final is not None
    assert recogniser.on_final(Hypothesis("三百二十块")).text == "320塊"


def test_punctuation_model_is_the_one_that_the_settings_name_now() -> None:
    settings = Settings()
    recogniser = Recogniser()
    model = SessionMaker(
        recogniser,  # type: ignore[arg-type]
        lambda: settings,
        lambda _pcm: FakeSource(),
    )
    settings = Settings(recognition=RecognitionSettings(punctuator="off"))
    model.refresh()
    assert recogniser.refreshed == settings.recognition


@pytest.mark.usefixtures("models")
def test_loaded_model_says_why_it_sets_no_marks() -> None:
    told: list[EngineError] = []
    settings = Settings(recognition=RecognitionSettings(punctuator="nothing of this name"))
    load = ModelLoader(lambda: settings, lambda _pcm: FakeSource(), told.append)
    load("streams").close()
    (error,) = told
    assert isinstance(error, UnknownModelError)


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A recogniser that writes no marks."""
    monkeypatch.setenv("COSYSCRIBE_MODELS", str(tmp_path))
    monkeypatch.setattr(engines, "voice_detector", FakeDetector)
    paraformer.build(tmp_path / "streams")
