from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.asr.endpoint import EndpointRules
from engine.errors import BackendError
from engine.pipeline import Pipeline, PipelineConfig
from engine.types import AudioChunk, FinalText, Hypothesis, Samples, SegmentUpdate
from tests.helpers.fake_recognizer import FakeBackend, FakeDetector, silence, speech

RULES = EndpointRules(trailing_silence_frames=9_600, prepare_frames=4_800, max_frames=80_000)
CONFIG = PipelineConfig(rules=RULES)


def pipeline(config: PipelineConfig = CONFIG, backend: FakeBackend | None = None) -> Pipeline:
    return Pipeline(backend or FakeBackend(), FakeDetector(), config)


def run(audio: Samples, cuts: list[int], config: PipelineConfig = CONFIG) -> list[SegmentUpdate]:
    heard = pipeline(config)
    updates: list[SegmentUpdate] = []
    for start, end in itertools.pairwise([0, *sorted(cuts), len(audio)]):
        updates += heard.accept(AudioChunk(audio[start:end], start))
    return updates + heard.end()


def finals(updates: list[SegmentUpdate]) -> list[SegmentUpdate]:
    return [update for update in updates if update.is_final]


@st.composite
def recordings(draw: st.DrawFn) -> Samples:
    parts = draw(
        st.lists(
            st.tuples(st.sampled_from("bcdefg"), st.floats(0.05, 4.0), st.floats(0.0, 1.2)),
            min_size=1,
            max_size=6,
        )
    )
    return np.concatenate([p for c, s, gap in parts for p in (speech(c, s), silence(gap))])


@settings(max_examples=60, deadline=None)
@given(audio=recordings(), data=st.data())
def test_any_split_gives_the_same_updates(audio: Samples, data: st.DataObject) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(audio)), max_size=40))
    assert run(audio, cuts) == run(audio, [])


def test_single_frames_give_the_same_updates() -> None:
    audio = np.concatenate([speech("b", 0.4), silence(0.7), speech("c", 0.3)])
    assert run(audio, list(range(len(audio)))) == run(audio, [])


def test_segments_end_after_the_trailing_silence() -> None:
    audio = np.concatenate([silence(0.5), speech("b", 1.0), silence(1.0), speech("c", 1.0)])
    first, second = finals(run(audio, []))
    assert (first.text, second.text) == ("b", "c")
    assert (first.segment_id, second.segment_id) == (0, 1)
    assert first.start_frame == pytest.approx(8_000, abs=512)
    assert first.end_frame == pytest.approx(24_000, abs=512)
    assert second.end_frame == len(audio)


def test_a_pause_shorter_than_the_trailing_silence_stays_inside() -> None:
    audio = np.concatenate([speech("b", 1.0), silence(0.5), speech("c", 1.0)])
    assert [u.text for u in finals(run(audio, []))] == ["bc"]


def test_revisions_rise_and_the_final_is_last() -> None:
    audio = np.concatenate([speech("b", 1.0), speech("c", 1.0), speech("d", 1.0), silence(0.8)])
    updates = run(audio, [])
    assert [u.revision for u in updates] == list(range(len(updates)))
    assert [u.is_final for u in updates] == [False] * (len(updates) - 1) + [True]
    assert len(updates) > 2


def test_an_unchanged_partial_is_not_repeated() -> None:
    updates = run(speech("b", 4.0), [])
    assert [u.text for u in updates] == ["b", "b"]


def test_the_first_speech_window_counts_from_before_it_was_reported() -> None:
    class LateDetector(FakeDetector):
        onset_windows = 1

        def __init__(self) -> None:
            super().__init__()
            self._before = False

        def is_speech(self, window: Samples) -> bool:
            before, self._before = self._before, super().is_speech(window)
            return before and self._before

    audio = np.concatenate([np.zeros(5_120, np.float32), speech("b", 1.0)])
    heard = Pipeline(FakeBackend(), LateDetector(), CONFIG)
    updates = heard.accept(AudioChunk(audio, 0)) + heard.end()
    assert updates[-1].start_frame == 5_120


def test_a_long_segment_is_cut_at_its_quietest_point() -> None:
    loud = [speech("z", 3.0), speech("b", 0.5), speech("y", 3.0)]
    first, second = finals(run(np.concatenate(loud), []))
    assert first.text == "zb"
    assert second.text == "by"
    assert first.end_frame == second.start_frame
    assert 3.0 <= first.end_frame / 16_000 <= 3.5


def test_a_cut_prefers_silence_to_quiet_speech() -> None:
    audio = np.concatenate([speech("z", 3.0), silence(0.2), speech("b", 1.0), speech("z", 3.0)])
    first, second = finals(run(audio, []))
    assert first.text == "z"
    assert second.text == "bz"


def test_clicks_give_nothing_and_are_not_decoded() -> None:
    backend = FakeBackend()
    heard = pipeline(backend=backend)
    audio = np.concatenate([silence(1.0), speech("b", 0.03), silence(1.0)])
    assert heard.accept(AudioChunk(audio, 0)) + heard.end() == []
    assert not any(call.startswith("finish") for call in backend.calls)


def test_what_was_shown_and_is_not_speech_is_withdrawn() -> None:
    nothing = PipelineConfig(rules=RULES, on_final=lambda _: FinalText(""))
    updates = run(np.concatenate([speech("b", 1.0), silence(1.0)]), [], nothing)
    assert [(u.text, u.is_final) for u in updates] == [("b", False), ("", True)]


def test_a_segment_without_text_that_was_never_shown_leaves_no_trace() -> None:
    nothing = PipelineConfig(rules=RULES, partials=False, on_final=lambda _: FinalText(""))
    assert run(np.concatenate([speech("b", 1.0), silence(1.0)]), [], nothing) == []


def test_without_partials_only_finals_come_and_nothing_is_decoded_ahead() -> None:
    backend = FakeBackend()
    heard = pipeline(PipelineConfig(rules=RULES, partials=False), backend)
    audio = np.concatenate([speech("b", 2.0), silence(1.0)])
    updates = heard.accept(AudioChunk(audio, 0)) + heard.end()
    assert [u.is_final for u in updates] == [True]
    assert "partial" not in backend.calls
    assert not any(call.startswith("prepare") for call in backend.calls)


def test_the_final_is_decoded_ahead_in_the_trailing_silence() -> None:
    backend = FakeBackend()
    pipeline(backend=backend).accept(
        AudioChunk(np.concatenate([speech("b", 1.0), silence(1.0)]), 0)
    )
    prepared = [call.split()[1] for call in backend.calls if call.startswith("prepare")]
    finished = [call.split()[1] for call in backend.calls if call.startswith("finish")]
    assert prepared == finished


def test_a_short_gap_is_heard_as_silence_and_keeps_its_length() -> None:
    heard = pipeline()
    heard.accept(AudioChunk(speech("b", 1.0), 0))
    heard.accept(AudioChunk(speech("c", 1.0), 16_000 + 1_600))
    (final,) = finals(heard.end())
    assert final.text == "bc"
    assert final.end_frame == 33_600


def test_a_long_gap_ends_the_segment_and_keeps_its_length() -> None:
    heard = pipeline()
    heard.accept(AudioChunk(speech("b", 1.0), 0))
    updates = heard.accept(AudioChunk(speech("c", 1.0), 48_000)) + heard.end()
    first, second = finals(updates)
    assert (first.text, first.end_frame) == ("b", 16_000)
    assert (second.text, second.start_frame, second.end_frame) == ("c", 48_000, 64_000)


def test_text_stages_see_the_language() -> None:
    def marked(text: str, language: str) -> str:
        return f"{language}:{text}"

    def stage(hypothesis: Hypothesis) -> FinalText:
        return FinalText(marked(hypothesis.text, hypothesis.language))

    config = PipelineConfig(rules=RULES, on_partial=marked, on_final=stage)
    assert {u.text for u in run(speech("b", 1.0), [], config)} == {"en:b"}


def test_a_failed_decode_is_told_and_the_pipeline_goes_on() -> None:
    backend = FakeBackend()
    heard = pipeline(backend=backend)
    heard.accept(AudioChunk(speech("b", 0.3), 0))
    backend.fails = True
    with pytest.raises(BackendError):
        heard.accept(AudioChunk(silence(1.0), 4_800))
    backend.fails = False
    assert finals(heard.end()) == []


def test_ending_twice_gives_nothing_more() -> None:
    heard = pipeline()
    heard.accept(AudioChunk(speech("b", 1.0), 0))
    assert heard.end()
    assert heard.end() == []


def test_another_backend_decodes_from_the_next_segment_on() -> None:
    first, second = FakeBackend(), FakeBackend()
    heard = pipeline(backend=first)
    audio = np.concatenate([speech("b", 1.0), silence(1.0), speech("c", 1.0), silence(1.0)])
    updates = heard.accept(AudioChunk(audio[:8_000], 0))
    heard.replace_backend(second)
    waits = [heard.has_next_backend]
    updates += heard.accept(AudioChunk(audio[8_000:], 8_000))
    waits.append(heard.has_next_backend)
    assert waits == [True, False]
    assert [update.text for update in finals(updates + heard.end())] == ["b", "c"]
    for backend in (first, second):
        assert sum(call.startswith("finish") for call in backend.calls) == 1


def test_between_segments_another_backend_is_taken_at_once() -> None:
    heard = pipeline()
    heard.replace_backend(FakeBackend())
    assert not heard.has_next_backend
