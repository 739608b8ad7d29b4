from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine import api
from engine.api import Recognizer, Result, StreamingRecognizer
from engine.asr import engines
from engine.errors import BackendError, ModelUnsupportedError, UnknownEngineError
from engine.settings import RecognitionSettings
from engine.types import AudioChunk, FinalText
from tests.helpers.fake_recognizer import FakeDetector, FakeModel, silence, speech


class FakeSource:
    engine_id = "fake"
    writes_marks = True

    def __init__(self) -> None:
        self.models: list[FakeModel] = []

    def load(self) -> FakeModel:
        self.models.append(FakeModel())
        return self.models[-1]


@pytest.fixture
def source(monkeypatch: pytest.MonkeyPatch) -> FakeSource:
    source = FakeSource()
    monkeypatch.setattr(engines, "find", lambda name, *_: source)
    monkeypatch.setattr(engines, "voice_detector", FakeDetector)
    return source


def test_a_recording_becomes_text(source: FakeSource) -> None:
    audio = np.concatenate([speech("b", 1.0), silence(1.0), speech("c", 1.0)])
    result = Recognizer("fake").transcribe(audio)
    assert str(result) == "b c"
    assert result.is_final
    assert [segment.text for segment in result.segments] == ["b", "c"]


def test_one_recogniser_takes_many_recordings(source: FakeSource) -> None:
    recognizer = Recognizer("fake")
    texts = [recognizer.transcribe(speech(letter, 1.0)).text for letter in "bcd"]
    assert texts == ["b", "c", "d"]
    assert len(source.models) == 1


@pytest.mark.parametrize("samples", [[], [0.0] * 10, np.zeros(0, np.float32)])
def test_audio_without_speech_is_empty_text(source: FakeSource, samples: list[float]) -> None:
    assert Recognizer("fake").transcribe(samples) == Result("", is_final=True)


def test_audio_that_is_not_mono_16_khz_is_refused(source: FakeSource) -> None:
    recognizer = Recognizer("fake")
    with pytest.raises(ValueError, match="mono"):
        recognizer.transcribe(np.zeros((2, 100), np.float32))
    with pytest.raises(ValueError, match="44100 Hz"):
        recognizer.transcribe(np.zeros(100, np.float32), 44_100)


def test_samples_that_are_no_numbers_are_silence() -> None:
    samples = api.as_samples([0.5, np.nan, np.inf, -np.inf])
    assert samples.tolist() == [0.5, 0.0, 0.0, 0.0]
    assert not samples.flags.writeable


def test_samples_are_copied_before_they_are_handed_over() -> None:
    mine = np.zeros(4, np.float32)
    api.as_samples(mine)
    mine[0] = 1.0
    assert mine.flags.writeable


def test_chunks_show_partials_then_finals(source: FakeSource) -> None:
    recognizer = StreamingRecognizer("fake")
    recognizer.start()
    results = [recognizer.process_chunk(speech("b", 0.5)) for _ in range(3)]
    assert results[1] == Result("b", is_final=False)
    assert results[2] == Result("", is_final=False)  # nothing new
    ended = recognizer.process_chunk(silence(1.0))
    assert (ended.text, ended.is_final) == ("b", True)
    assert recognizer.finish() == Result("", is_final=True)


def test_finish_gives_what_is_still_open(source: FakeSource) -> None:
    recognizer = StreamingRecognizer("fake")
    recognizer.process_chunk(speech("b", 1.0))
    assert str(recognizer.finish()) == "b"
    assert recognizer.finish() == Result("", is_final=True)


def test_start_drops_what_was_open(source: FakeSource) -> None:
    recognizer = StreamingRecognizer("fake")
    recognizer.process_chunk(speech("b", 1.0))
    recognizer.start()
    recognizer.process_chunk(speech("c", 1.0))
    assert str(recognizer.finish()) == "c"


def test_updates_carry_positions(source: FakeSource) -> None:
    recognizer = StreamingRecognizer("fake")
    recognizer.start()
    recognizer.accept(AudioChunk(silence(1.0), 0))
    updates = recognizer.accept(AudioChunk(speech("b", 1.0), 16_000)) + recognizer.end()
    assert updates[-1].is_final
    assert updates[-1].start_frame == pytest.approx(16_000, abs=512)


def test_settings_take_effect_from_the_next_start(source: FakeSource) -> None:
    recognizer = StreamingRecognizer("fake", RecognitionSettings(language="zh"))
    recognizer.start()
    recognizer.configure(
        RecognitionSettings(language="en"), lambda hypothesis: FinalText(hypothesis.text.upper())
    )
    recognizer.start()
    assert source.models[0].languages == ["zh", "en"]
    recognizer.process_chunk(speech("b", 1.0))
    assert str(recognizer.finish()) == "B"


def test_chinese_is_written_in_the_script_asked_for_and_japanese_left_alone(
    source: FakeSource,
) -> None:
    traditional = api.script_stage("traditional")
    assert traditional("学会", "zh") == "學會"
    assert traditional("学会", "") == "學會"
    assert traditional("学会", "ja") == "学会"


def test_without_partials_only_finals_come(source: FakeSource) -> None:
    recognizer = StreamingRecognizer("fake", partials=False)
    recognizer.start()
    updates = recognizer.accept(AudioChunk(speech("b", 3.0), 0)) + recognizer.end()
    assert [u.is_final for u in updates] == [True]


def test_a_model_is_loaded_once_and_given_back(source: FakeSource) -> None:
    recognizer = StreamingRecognizer("fake")
    loaded = [recognizer.is_loaded]
    for change in (recognizer.load, recognizer.load, recognizer.close, recognizer.close):
        change()
        loaded.append(recognizer.is_loaded)
    assert loaded == [False, True, True, False, False]
    assert [model.is_closed for model in source.models] == [True]
    recognizer.start()
    assert len(source.models) == 2


def test_an_unknown_engine_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownEngineError) as caught:
        Recognizer("no-such-engine")
    assert caught.value.engine_id == "no-such-engine"
    assert "whisper-base" in caught.value.known


def test_a_folder_without_a_model_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(ModelUnsupportedError) as caught:
        StreamingRecognizer(tmp_path)
    assert caught.value.path == tmp_path


def test_model_is_switched_at_the_next_segment_and_the_old_one_freed(source: FakeSource) -> None:
    recognizer = StreamingRecognizer("fake")
    audio = np.concatenate([speech("b", 1.0), silence(1.0), speech("c", 1.0), silence(1.0)])
    recognizer.accept(AudioChunk(audio[:8_000], 0))
    recognizer.switch("other")
    old, new = source.models
    recognizer.accept(AudioChunk(audio[8_000:9_600], 8_000))
    closed = [old.is_closed]
    updates = recognizer.accept(AudioChunk(audio[9_600:], 9_600))
    assert [update.text for update in updates if update.is_final] == ["b", "c"]
    closed += [old.is_closed, new.is_closed]
    recognizer.close()
    assert [*closed, new.is_closed] == [False, True, False, True]


def test_model_switched_between_sessions_is_the_next_ones(source: FakeSource) -> None:
    recognizer = StreamingRecognizer("fake")
    recognizer.load()
    recognizer.switch("other")
    recognizer.switch("third")
    assert [model.is_closed for model in source.models] == [False, True, False]
    recognizer.start()
    assert [model.is_closed for model in source.models] == [True, True, False]
    recognizer.close()


def test_model_that_cannot_be_loaded_changes_nothing(
    source: FakeSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    recognizer = StreamingRecognizer("fake")
    recognizer.load()

    def fail() -> FakeModel:
        raise BackendError("other", "no")

    monkeypatch.setattr(source, "load", fail)
    with pytest.raises(BackendError):
        recognizer.switch("other")
    assert recognizer.process_chunk(speech("b", 1.0)).text == "b"
    assert recognizer.finish().text == "b"
