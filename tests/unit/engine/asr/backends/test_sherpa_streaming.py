from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.asr import loading
from engine.asr.backend import AsrBackend, AsrModel
from engine.asr.backends.options import LoadOptions
from engine.errors import BackendError
from engine.models.families import recognise
from engine.types import ENGINE_RATE_HZ, Hypothesis, Samples
from tests.helpers.speech import joined, loud, silence
from tests.helpers.tiny_models import nemo, paraformer, zipformer

BUILDERS = [paraformer.build, zipformer.build, zipformer.build_ctc, nemo.build, nemo.build_ctc]
SPEECH = joined(silence(0.3), loud(2.2), silence(0.6))


def load(folder: Path, build: Callable[[Path], None]) -> AsrModel:
    build(folder)
    return loading.load(recognise("tiny", folder), LoadOptions(), is_trial=True)


@pytest.fixture(params=BUILDERS, ids=lambda build: f"{build.__module__}.{build.__name__}")
def model(request: pytest.FixtureRequest, tmp_path: Path) -> AsrModel:
    return load(tmp_path, request.param)


def feed(backend: AsrBackend, audio: Samples, step: int = 512) -> list[Hypothesis]:
    heard = [backend.accept(audio[i : i + step]) for i in range(0, len(audio), step)]
    return [hypothesis for hypothesis in heard if hypothesis is not None]


def test_partials_come_before_the_end_and_only_grow(model: AsrModel) -> None:
    backend = model.backend("auto")
    partials = feed(backend, SPEECH)
    assert len(partials) >= 2
    for before, after in itertools.pairwise(partials):
        assert after.text.startswith(before.text)
        assert before.stable_length == len(before.text)
    final = backend.finish(len(SPEECH))
    assert final.text.startswith(partials[-1].text)
    assert final.language in ("zh", "en")


def test_silence_gives_no_text(model: AsrModel) -> None:
    backend = model.backend("auto")
    assert feed(backend, silence(3)) == []
    assert backend.finish(3 * ENGINE_RATE_HZ).text == ""


def test_reset_forgets_the_segment(model: AsrModel) -> None:
    backend = model.backend("auto")
    feed(backend, SPEECH)
    first = backend.finish(len(SPEECH))
    backend.reset()
    feed(backend, SPEECH)
    assert backend.finish(len(SPEECH)) == first


def test_finish_leaves_later_speech_to_the_next_segment(model: AsrModel) -> None:
    alone = model.backend("auto")
    feed(alone, SPEECH)
    wanted = alone.finish(len(SPEECH))
    backend = model.backend("auto")
    feed(backend, joined(SPEECH, loud(4, seed=1)))
    assert backend.finish(len(SPEECH)).text == wanted.text


def test_empty_segment_is_no_error(model: AsrModel) -> None:
    backend = model.backend("auto")
    assert backend.finish(0).text == ""


def test_backends_of_one_model_do_not_mix(model: AsrModel) -> None:
    one, other = model.backend("auto"), model.backend("auto")
    feed(one, SPEECH)
    assert other.finish(0).text == ""


def test_closed_model_says_so(model: AsrModel) -> None:
    backend = model.backend("auto")
    model.close()
    model.close()
    with pytest.raises(BackendError):
        backend.reset()


def test_speech_of_one_chunk_is_heard_by_flushing(model: AsrModel) -> None:
    short = loud(0.3)
    backend = model.backend("auto")
    feed(backend, short)
    assert backend.finish(len(short)).text


@settings(
    deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(cuts=st.lists(st.integers(0, len(SPEECH)), max_size=8))
def test_any_split_gives_the_same_hypotheses(model: AsrModel, cuts: list[int]) -> None:
    whole = model.backend("auto")
    whole.accept(SPEECH)
    wanted = whole.finish(len(SPEECH))
    backend = model.backend("auto")
    for part in np.split(SPEECH, sorted(cuts)):
        backend.accept(part)
    assert backend.finish(len(SPEECH)) == wanted
