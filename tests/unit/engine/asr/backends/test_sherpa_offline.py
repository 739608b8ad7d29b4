from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.asr import loading
from engine.asr.backend import AsrModel
from engine.asr.backends.options import LoadOptions
from engine.errors import BackendError
from engine.models.families import recognise
from engine.types import ENGINE_RATE_HZ
from tests.helpers.speech import joined, loud, silence
from tests.helpers.tiny_models import moonshine, nemo, paraformer, sense_voice, whisper

HEARING = [sense_voice.build, paraformer.build_offline, nemo.build_offline]
ALL = [*HEARING, whisper.build, moonshine.build]
SPEECH = joined(loud(1.5), silence(0.3))


def name(build: Callable[[Path], None]) -> str:
    return f"{build.__module__}.{build.__name__}"


def load(folder: Path, build: Callable[[Path], None]) -> AsrModel:
    build(folder)
    return loading.load(recognise("tiny", folder), LoadOptions(), is_trial=True)


@pytest.mark.parametrize("build", ALL, ids=name)
def test_segment_is_decoded(tmp_path: Path, build: Callable[[Path], None]) -> None:
    backend = load(tmp_path, build).backend("auto")
    backend.accept(SPEECH)
    final = backend.finish(len(SPEECH))
    assert final.text
    assert final.language in ("zh", "en")
    assert not final.is_first_pass


@pytest.mark.parametrize("build", HEARING, ids=name)
def test_silence_gives_no_text(tmp_path: Path, build: Callable[[Path], None]) -> None:
    backend = load(tmp_path, build).backend("auto")
    backend.accept(silence(2))
    assert backend.finish(2 * ENGINE_RATE_HZ).text == ""


@pytest.mark.parametrize("build", ALL, ids=name)
@pytest.mark.parametrize("frames", [0, 1, 159, 400])
def test_hardly_any_audio_is_no_error(
    tmp_path: Path, build: Callable[[Path], None], frames: int
) -> None:
    backend = load(tmp_path, build).backend("auto")
    backend.accept(loud(1)[:frames])
    backend.finish(frames)


@pytest.mark.parametrize("build", HEARING, ids=name)
def test_partials_come_as_the_segment_grows(tmp_path: Path, build: Callable[[Path], None]) -> None:
    backend = load(tmp_path, build).backend("auto")
    heard = [backend.accept(SPEECH[i : i + 1600]) for i in range(0, len(SPEECH), 1600)]
    assert [i for i, h in enumerate(heard) if h] == [5, 11, 17]
    backend.reset()
    quiet = [
        backend.accept(SPEECH[i : i + 1600], wants_hypothesis=False)
        for i in range(0, len(SPEECH), 1600)
    ]
    assert not any(quiet)


@pytest.mark.parametrize("build", HEARING, ids=name)
def test_preparing_changes_nothing(tmp_path: Path, build: Callable[[Path], None]) -> None:
    model = load(tmp_path, build)
    plain, prepared = model.backend("auto"), model.backend("auto")
    for backend in (plain, prepared):
        backend.accept(SPEECH)
    prepared.prepare(len(SPEECH) - 800)
    prepared.prepare(len(SPEECH))
    assert prepared.finish(len(SPEECH)) == plain.finish(len(SPEECH))


def test_language_is_passed_on_and_taken_back(tmp_path: Path) -> None:
    model = load(tmp_path, whisper.build)
    assert model.backend("en").finish(0).text == ""

    def language(code: str) -> str:
        backend = model.backend(code)
        backend.accept(SPEECH)
        return backend.finish(len(SPEECH)).language

    assert language("en") == "en"
    assert language("auto") == "zh"
    assert language("xx") == "zh"


def test_times_and_tags_are_taken_over(tmp_path: Path) -> None:
    backend = load(tmp_path, sense_voice.build).backend("auto")
    backend.accept(SPEECH)
    final = backend.finish(len(SPEECH))
    assert final.language == "zh"
    assert "<|" not in final.text
    assert final.words
    assert all(w.start_s <= w.end_s for w in final.words)


def test_closed_model_says_so(tmp_path: Path) -> None:
    model = load(tmp_path, sense_voice.build)
    backend = model.backend("auto")
    backend.accept(SPEECH)
    model.close()
    with pytest.raises(BackendError):
        backend.finish(len(SPEECH))
