from __future__ import annotations

import gc
from collections.abc import Sequence
from concurrent.futures import Future
from typing import cast

import numpy as np
import pytest

from engine.asr.backends.whisper import WhisperBackend, WhisperTuning
from engine.asr.backends.whisper_model import Decoded, DecodeRequest, WhisperWeights
from engine.asr.features import FeaturePool
from engine.errors import BackendError
from engine.types import Hypothesis, Samples

SECOND = 16_000
BLOCK = 512
TUNING = WhisperTuning(first_step_frames=4_800, step_frames=8_000)


class FakeWeights:
    """Understands a letter a second; the test may keep it from being done."""

    bands = 80

    def __init__(self) -> None:
        self.requests: list[DecodeRequest] = []
        self.waiting: list[tuple[DecodeRequest, Future[Decoded]]] = []
        self.error: BackendError | None = None
        self.took_s = 0.0
        self.heard_from_frames = 0

    def decode(self, request: DecodeRequest) -> Decoded:
        self.requests.append(request)
        if self.error:
            raise self.error
        is_heard = request.n_frames >= self.heard_from_frames
        tokens = tuple(range(-(-request.n_frames // SECOND))) if is_heard else ()
        language = "zh" if request.language == "auto" else request.language
        return Decoded(self.text(tokens), tokens, language, -0.5, 0.1, self.took_s)

    def submit(self, request: DecodeRequest) -> Future[Decoded]:
        future: Future[Decoded] = Future()
        self.waiting.append((request, future))
        return future

    def work(self) -> None:
        for request, future in self.waiting:
            if future.set_running_or_notify_cancel():
                future.set_result(self.decode(request))
        self.waiting.clear()

    def text(self, tokens: Sequence[int]) -> str:
        return " " + "".join(chr(ord("a") + token) for token in tokens) if tokens else ""


class Rig:
    def __init__(self, language: str = "auto", tuning: WhisperTuning = TUNING) -> None:
        self.weights = FakeWeights()
        self.pool = FeaturePool(30 * SECOND)
        weights = cast("WhisperWeights", self.weights)
        self.backend = WhisperBackend("whisper", weights, self.pool, language, tuning)

    def hear(self, seconds: float, *, wants_hypothesis: bool = True) -> list[Hypothesis]:
        samples: Samples = np.full(round(seconds * SECOND / BLOCK) * BLOCK, 0.1, np.float32)
        heard = [
            self.backend.accept(block, wants_hypothesis=wants_hypothesis)
            for block in np.split(samples, len(samples) // BLOCK)
        ]
        return [hypothesis for hypothesis in heard if hypothesis is not None]


@pytest.fixture
def rig() -> Rig:
    return Rig()


def test_partials_come_in_steps(rig: Rig) -> None:
    assert rig.hear(0.3) == []
    assert len(rig.hear(0.1)) == 1
    assert len(rig.hear(1.5)) == 3


@pytest.mark.parametrize(("took_s", "step_s"), [(0.01, 0.5), (0.125, 0.75), (0.2, 1.2), (9.0, 1.5)])
def test_partials_of_a_slow_machine_come_less_often(rig: Rig, took_s: float, step_s: float) -> None:
    rig.backend.is_live = True
    rig.weights.took_s = took_s
    starts_s = []
    for block in range(6 * SECOND // BLOCK):
        rig.backend.accept(np.full(BLOCK, 0.1, np.float32))
        starts_s += [block * BLOCK / SECOND] * len(rig.weights.waiting)
        rig.weights.work()
        if len(starts_s) == 4:
            break
    # The first step is taken before the first cost is known.
    assert np.diff(starts_s)[1:] == pytest.approx(step_s, abs=2 * BLOCK / SECOND)


def test_a_partial_without_words_is_followed_soon(rig: Rig) -> None:
    rig.weights.heard_from_frames = SECOND // 2
    assert rig.hear(0.6) == []
    assert len(rig.hear(0.1)) == 1
    assert len(rig.weights.requests) == 2


def test_what_nobody_wants_is_not_decoded(rig: Rig) -> None:
    assert rig.hear(3.0, wants_hypothesis=False) == []
    assert rig.weights.requests == []


def test_partials_grow_and_agree_on_their_beginning(rig: Rig) -> None:
    hypotheses = rig.hear(3.5)
    assert hypotheses[-1].text == "abcd"
    assert hypotheses[0].stable_length == 0
    assert hypotheses[-1].stable_length == 3


def test_partials_get_short_windows_and_finals_longer_ones(rig: Rig) -> None:
    rig.hear(1.0)
    rig.backend.finish(SECOND)
    assert [request.features.shape[1] for request in rig.weights.requests] == [400, 400, 1200]
    assert [request.is_final for request in rig.weights.requests] == [False, False, True]


def test_long_segments_fit_whispers_context(rig: Rig) -> None:
    rig.hear(29.0, wants_hypothesis=False)
    rig.backend.finish(29 * SECOND)
    assert rig.weights.requests[-1].features.shape == (80, 3000)


def test_a_final_decoded_ahead_is_not_decoded_again(rig: Rig) -> None:
    rig.hear(2.0, wants_hypothesis=False)
    rig.backend.prepare(SECOND)
    rig.backend.prepare(SECOND)
    assert rig.backend.finish(SECOND).text == "a"
    assert len(rig.weights.requests) == 1


def test_a_final_does_not_depend_on_what_was_decoded_before() -> None:
    quiet, busy = Rig(), Rig()
    quiet.hear(3.0, wants_hypothesis=False)
    busy.hear(1.0)
    busy.backend.prepare(SECOND)
    busy.hear(2.0)
    n_frames = 2 * SECOND
    assert quiet.backend.finish(n_frames) == busy.backend.finish(n_frames)
    for one, other in zip(quiet.weights.requests[-1:], busy.weights.requests[-1:], strict=True):
        np.testing.assert_array_equal(one.features, other.features)
        assert (one.language, one.context) == (other.language, other.context) == ("auto", [])


def test_after_a_pause_partials_decode_only_what_followed(rig: Rig) -> None:
    rig.hear(2.0)
    rig.backend.prepare(2 * SECOND)
    (settled,) = rig.hear(0.1, wants_hypothesis=False)
    assert (settled.text, settled.stable_length) == ("ab", 2)
    after = rig.hear(1.0)
    assert after[-1].text == "ab a"
    assert rig.weights.requests[-1].n_frames < 1.2 * SECOND
    assert rig.weights.requests[-1].context == [0, 1]


def test_without_pauses_text_is_settled_every_few_seconds() -> None:
    rig = Rig(tuning=WhisperTuning(longest_partial_frames=3 * SECOND))
    rig.hear(15.0)
    assert max(request.n_frames for request in rig.weights.requests) <= 3.6 * SECOND


def test_the_language_is_asked_until_enough_was_heard(rig: Rig) -> None:
    rig.hear(4.0)
    asked = [request.language for request in rig.weights.requests]
    assert asked[0] == "auto"
    assert asked[-1] == "zh"
    rig.backend.finish(4 * SECOND)
    assert rig.weights.requests[-1].language == "auto"


def test_a_given_language_is_never_asked() -> None:
    rig = Rig("en")
    rig.hear(1.0)
    assert rig.backend.finish(SECOND).language == "en"
    assert {request.language for request in rig.weights.requests} == {"en"}


def test_live_partials_come_with_a_later_call(rig: Rig) -> None:
    rig.backend.is_live = True
    assert rig.hear(1.0) == []
    rig.weights.work()
    assert [hypothesis.text for hypothesis in rig.hear(0.04)] == ["a"]


def test_a_slow_machine_decodes_one_partial_at_a_time(rig: Rig) -> None:
    rig.backend.is_live = True
    rig.hear(5.0)
    assert len(rig.weights.waiting) == 1


def test_a_final_does_not_wait_for_a_partial(rig: Rig) -> None:
    rig.backend.is_live = True
    rig.hear(1.0)
    (partial,) = rig.weights.waiting
    rig.backend.is_live = False
    assert rig.backend.finish(SECOND).text == "a"
    assert partial[0].is_abandoned
    assert partial[1].cancelled()


def test_speech_that_goes_on_abandons_the_final_decoded_ahead(rig: Rig) -> None:
    rig.backend.is_live = True
    rig.hear(2.0, wants_hypothesis=False)
    rig.backend.prepare(SECOND)
    first = rig.weights.waiting[0][0]
    rig.backend.prepare(2 * SECOND)
    assert first.is_abandoned


def test_a_partial_of_before_the_pause_comes_too_late(rig: Rig) -> None:
    rig.backend.is_live = True
    rig.hear(1.0)
    late = rig.weights.waiting.pop()
    rig.backend.prepare(SECOND)
    rig.weights.work()
    assert [hypothesis.text for hypothesis in rig.hear(0.04)] == ["a"]
    late[1].set_result(Decoded(" wrong", (9,), "en"))
    assert rig.hear(0.04) == []


def test_reset_forgets_the_segment_and_what_is_under_way(rig: Rig) -> None:
    rig.backend.is_live = True
    rig.hear(1.0)
    rig.backend.prepare(SECOND)
    waiting = list(rig.weights.waiting)
    rig.backend.reset()
    assert all(request.is_abandoned for request, _ in waiting)
    rig.weights.work()
    assert rig.hear(0.1) == []


def test_a_failed_partial_is_told(rig: Rig) -> None:
    rig.weights.error = BackendError("whisper", "told to fail")
    with pytest.raises(BackendError):
        rig.hear(1.0)


def test_a_failed_final_is_told(rig: Rig) -> None:
    rig.hear(1.0, wants_hypothesis=False)
    rig.weights.error = BackendError("whisper", "told to fail")
    with pytest.raises(BackendError):
        rig.backend.finish(SECOND)


def test_the_features_memory_goes_back_to_the_pool() -> None:
    rig = Rig()
    store = rig.backend._store  # whose memory it is
    rig.backend = cast("WhisperBackend", None)
    gc.collect()
    assert rig.pool.take() is store
