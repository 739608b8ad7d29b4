"""Whisper as a recogniser of segments: what to decode, and when.

A final is decoded afresh from the segment's first ``n_frames``. A partial decodes only the last few
seconds: what was said up to the last pause was decoded as a final already, in case it was one, and
without pauses the text up to a quiet point is settled every few seconds. So a partial costs the
same however long the segment is.
"""

from __future__ import annotations

import weakref
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine import cores
from engine.asr import chinese_marks
from engine.asr.backends.whisper_model import Decoded, DecodeRequest, WhisperWeights
from engine.asr.features import FEATURES_PER_S, SHIFT_FRAMES, FeatureBlock, FeaturePool
from engine.asr.stabilizer import Stabilizer
from engine.errors import BackendError
from engine.types import ENGINE_RATE_HZ, Hypothesis, Samples

_CONTEXT_FRAMES = 30 * ENGINE_RATE_HZ
"""Whisper's audio context, and so the longest segment."""

_SENTENCE_ENDS = ".,!?。,！？… "
"""What Whisper puts at the end of audio that is cut off, deserved or not."""

_CHINESE = ("zh", "yue")


@dataclass(frozen=True, slots=True)
class WhisperTuning:
    """What was found by measuring; docs/recognition.md has the tables.

    Attributes:
        padding_s: silence after the speech; with less Whisper loops or invents.
        final_window_s: shortest window of a final.
        partial_window_s: shortest window of a partial.
        first_step_frames: audio between the first that wants a hypothesis and the first partial;
            also between an early one in which nothing was understood and the next.
        step_frames: new audio between partials, where the last one's cost is not known.
        partial_share: of a core that partials may take; those of a slow machine come less often.
        shortest_step_frames: new audio between partials at least.
        longest_step_frames: at most, unless one takes longer than that.
        language_frames: audio after which a partial's language is not asked again, and one without
            words is no longer an early one.
        longest_partial_frames: audio that partials decode again and again before it is settled.
    """

    padding_s: float = 2.5
    final_window_s: float = 12.0
    partial_window_s: float = 4.0
    first_step_frames: int = int(0.3 * ENGINE_RATE_HZ)
    step_frames: int = int(0.75 * ENGINE_RATE_HZ)
    partial_share: float = 1 / 6
    shortest_step_frames: int = int(0.5 * ENGINE_RATE_HZ)
    longest_step_frames: int = int(1.5 * ENGINE_RATE_HZ)
    language_frames: int = int(2.0 * ENGINE_RATE_HZ)
    longest_partial_frames: int = int(4.5 * ENGINE_RATE_HZ)


class WhisperModel:
    """Loaded Whisper, from which any number of streams may decode.

    Threads: any, but one call at a time.
    """

    def __init__(
        self,
        engine_id: str,
        folder: Path,
        tuning: WhisperTuning | None = None,
    ) -> None:
        """Loads it; see ``WhisperWeights``."""
        self.engine_id = engine_id
        self._tuning = tuning or WhisperTuning()
        self._weights = WhisperWeights(engine_id, folder, cores.current_plan())
        self._pool = FeaturePool(_CONTEXT_FRAMES, self._weights.bands)

    def backend(self, language: str) -> WhisperBackend:
        """A new backend with no audio; its features' memory comes back when it is gone."""
        return WhisperBackend(self.engine_id, self._weights, self._pool, language, self._tuning)

    def close(self) -> None:
        """Frees the weights."""
        self._weights.close()


@dataclass(frozen=True, slots=True)
class _Decode:
    """A decode under way or done, of the segment's frames from ``start_frame`` to ``end_frame``.

    Attributes:
        settles: partials after it begin where it ends.
    """

    start_frame: int
    end_frame: int
    request: DecodeRequest
    future: Future[Decoded]
    settles: bool = False

    def abandon(self) -> None:
        """Says that nobody waits for it any more."""
        self.request.is_abandoned = True
        self.future.cancel()


@dataclass(slots=True)
class _Segment:
    """What is known of one segment.

    Attributes:
        language: ISO code, once partials agree on one that was not given.
        due_frame: when the next partial is due.
        partial: being decoded.
        prepared: the final, decoded ahead.
        settled_text: what was said up to ``settled_frame``, with Whisper's leading space.
        settled_tokens: the same.
        settled_frame: where partials begin: a pause, or a quiet point.
        stabilizer: over partials since then.
    """

    language: str
    due_frame: int | None = None
    partial: _Decode | None = None
    prepared: _Decode | None = None
    settled_text: str = ""
    settled_tokens: tuple[int, ...] = ()
    settled_frame: int = 0
    stabilizer: Stabilizer = field(default_factory=Stabilizer)

    def settle(self, frame: int, text: str, tokens: tuple[int, ...]) -> None:
        """Takes a text for what was said up to a frame."""
        self.settled_frame = frame
        self.settled_text = text
        self.settled_tokens = tokens
        self.stabilizer.reset()

    def abandon(self) -> None:
        """Gives up what is being decoded."""
        for decode in (self.partial, self.prepared):
            if decode is not None:
                decode.abandon()


class WhisperBackend:
    """Decodes one segment with Whisper.

    Attributes:
        is_live: decode partials beside the caller instead of keeping it waiting.
    """

    def __init__(
        self,
        engine_id: str,
        weights: WhisperWeights,
        pool: FeaturePool,
        language: str,
        tuning: WhisperTuning,
    ) -> None:
        self.engine_id = engine_id
        self.is_live = False
        self._weights = weights
        self._language = language
        self._tuning = tuning
        self._store = pool.take()
        weakref.finalize(self, pool.give_back, self._store)
        self._segment = _Segment(language)
        self._step_frames = tuning.step_frames

    def accept(self, samples: Samples, *, wants_hypothesis: bool = True) -> Hypothesis | None:
        """Takes audio; returns what was understood since, if anything was."""
        self._store.accept(samples)
        if wants_hypothesis:
            self._consider_partial()
        return self._collect_prepared() or self._collect_partial()

    def prepare(self, n_frames: int) -> None:
        """Decodes ahead, as ``finish`` would."""
        prepared = self._segment.prepared
        if prepared is not None and prepared.end_frame == n_frames:
            return
        if prepared is not None:
            prepared.abandon()
        features = self._features(0, n_frames, self._tuning.final_window_s)
        request = DecodeRequest(features, n_frames, self._language, is_final=True)
        self._segment.prepared = self._start(0, n_frames, request)

    def finish(self, n_frames: int) -> Hypothesis:
        """Decodes the segment for good."""
        if self._segment.partial is not None:
            self._segment.partial.abandon()
        self.prepare(n_frames)
        assert self._segment.prepared is not None
        decoded = self._segment.prepared.future.result()
        text = decoded.text.strip()
        if decoded.language in _CHINESE:
            text = chinese_marks.closed(text)
        return _hypothesis(decoded, text, len(text))

    def reset(self) -> None:
        """Forgets the segment."""
        self._segment.abandon()
        self._segment = _Segment(self._language)
        self._store.reset()

    def _consider_partial(self) -> None:
        """Starts a partial where one is due and none is under way."""
        segment, now = self._segment, self._store.n_frames
        if segment.due_frame is None:
            segment.due_frame = now + self._tuning.first_step_frames
        if now < segment.due_frame or segment.partial is not None:
            return
        start, end = segment.settled_frame, now
        settles = now - start > self._tuning.longest_partial_frames
        if settles:
            # Not at the very end: the word that is being said must stay whole.
            end = self._store.quietest_frame((start + now) // 2, now - ENGINE_RATE_HZ // 2)
        segment.due_frame = now if settles else now + self._step_frames
        request = DecodeRequest(
            self._features(start, end, self._tuning.partial_window_s),
            end - start,
            segment.language,
            is_final=False,
            context=segment.settled_tokens,
        )
        segment.partial = replace(self._start(start, end, request), settles=settles)

    def _collect_partial(self) -> Hypothesis | None:
        segment, partial = self._segment, self._segment.partial
        if partial is None or not partial.future.done():
            return None
        segment.partial = None
        decoded = partial.future.result()
        if self.is_live:
            self._step_frames = self._affordable_step(decoded.took_s)
        if not decoded.text:
            if partial.end_frame < self._tuning.language_frames:
                # Too little of a word to be understood: what follows should not have to wait long.
                soon = partial.end_frame + self._tuning.first_step_frames
                segment.due_frame = min(segment.due_frame or soon, soon)
            return None
        if partial.start_frame != segment.settled_frame:
            return None  # a pause was settled meanwhile
        if partial.end_frame >= self._tuning.language_frames:
            segment.language = decoded.language
        if partial.settles:
            text = segment.settled_text + decoded.text.rstrip(_SENTENCE_ENDS)
            segment.settle(partial.end_frame, text, segment.settled_tokens + decoded.tokens)
            return None
        segment.stabilizer.accept(decoded.tokens)
        stable = segment.settled_text + self._weights.text(segment.stabilizer.agreed)
        text = segment.settled_text + decoded.text
        return _hypothesis(decoded, text.strip(), len(stable.strip()))

    def _affordable_step(self, took_s: float) -> int:
        """New audio until the next partial, from what one takes."""
        step_frames = int(took_s / self._tuning.partial_share * ENGINE_RATE_HZ)
        shortest, longest = self._tuning.shortest_step_frames, self._tuning.longest_step_frames
        return max(shortest, min(step_frames, longest))

    def _collect_prepared(self) -> Hypothesis | None:
        """Takes a final decoded ahead for what was said up to the pause it was decoded in."""
        segment, prepared = self._segment, self._segment.prepared
        if prepared is None or prepared.end_frame <= segment.settled_frame:
            return None
        if not prepared.future.done():
            return None
        decoded = prepared.future.result()
        # Whisper takes a pause for the end, or trails off; what follows will tell.
        segment.settle(prepared.end_frame, decoded.text.removesuffix("..."), decoded.tokens)
        if not decoded.text:
            return None
        segment.language = decoded.language
        text = decoded.text.strip()
        return _hypothesis(decoded, text, len(text))

    def _features(self, start: int, end: int, shortest_s: float) -> FeatureBlock:
        """Features of a span, padded with as much silence as Whisper wants."""
        padded = (end - start) // SHIFT_FRAMES + int(self._tuning.padding_s * FEATURES_PER_S)
        wanted = max(padded, int(shortest_s * FEATURES_PER_S))
        # Even, since the encoder halves it.
        n_features = min(wanted, _CONTEXT_FRAMES // SHIFT_FRAMES) // 2 * 2
        return self._store.window(n_features, end, start)

    def _start(self, start: int, end: int, request: DecodeRequest) -> _Decode:
        if self.is_live:
            return _Decode(start, end, request, self._weights.submit(request))
        future: Future[Decoded] = Future()
        try:
            future.set_result(self._weights.decode(request))
        except BackendError as error:
            future.set_exception(error)
        return _Decode(start, end, request, future)


def _hypothesis(decoded: Decoded, text: str, stable_length: int) -> Hypothesis:
    return Hypothesis(
        text=chinese_marks.marked(text) if decoded.language in _CHINESE else text,
        stable_length=stable_length,
        language=decoded.language,
        confidence=decoded.confidence if text else None,
        no_speech=decoded.no_speech,
    )
