"""What every streaming recogniser of sherpa-onnx has in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from sherpa_onnx import OnlineRecognizer, OnlineStream  # type: ignore[import-untyped]

from engine.asr.backends import sherpa_results
from engine.errors import BackendError
from engine.types import ENGINE_RATE_HZ, Hypothesis, Samples


@dataclass(frozen=True, slots=True)
class StreamingTraits:
    """How a family differs from the others.

    Attributes:
        tail_frames: silence that carries the last sound through the model's look-ahead.
        lag_frames: how long after its sound a token may still come.
        finish: called after ``input_finished``.
        only_grows: text once given stays; a beam may take it back.
        is_upper_case: the vocabulary has capital letters only.
        hotwords: phrases separated by ``/`` for each stream; empty for none.
    """

    tail_frames: int
    lag_frames: int
    finish: Callable[[OnlineStream], None] = lambda _stream: None
    only_grows: bool = True
    is_upper_case: bool = False
    hotwords: str = ""


class StreamingModel:
    """Loaded weights of a streaming recogniser.

    Threads: any, but one call at a time.
    """

    def __init__(
        self, engine_id: str, recognizer: OnlineRecognizer, traits: StreamingTraits
    ) -> None:
        self.engine_id = engine_id
        self.traits = traits
        self._recognizer: OnlineRecognizer | None = recognizer

    @property
    def recognizer(self) -> OnlineRecognizer:
        """The recogniser.

        Raises:
            BackendError: the model is closed.
        """
        if self._recognizer is None:
            raise BackendError(self.engine_id, "the model is closed")
        return self._recognizer

    def backend(self, _language: str) -> StreamingBackend:
        """A new backend; these models know their languages by themselves."""
        return StreamingBackend(self)

    def close(self) -> None:
        """Frees the weights as soon as no backend uses them."""
        self._recognizer = None


class StreamingBackend:
    """Decodes one segment as it comes.

    Attributes:
        is_live: makes no difference: a chunk takes a fraction of its own length.
    """

    def __init__(self, model: StreamingModel) -> None:
        self.engine_id = model.engine_id
        self.is_live = False
        self._model = model
        self._traits = model.traits
        self._audio: list[Samples] = []
        self._n_frames = 0
        self._changed_at = 0  # frames taken when the text last changed
        self._text = ""
        self._stream = self._new_stream()

    def accept(self, samples: Samples, *, wants_hypothesis: bool = True) -> Hypothesis | None:
        """Takes audio; what it decodes depends on the frames alone."""
        self._audio.append(samples)
        self._n_frames += len(samples)
        if not self._feed(self._stream, samples):
            return None
        hypothesis = self._hypothesis(self._stream)
        if hypothesis.text == self._text:
            return None
        self._text, self._changed_at = hypothesis.text, self._n_frames
        return hypothesis if wants_hypothesis else None

    def prepare(self, n_frames: int) -> None:
        """Nothing to do: all is decoded already."""

    def finish(self, n_frames: int) -> Hypothesis:
        """Flushes the model's look-ahead; decodes afresh what ran on into the next segment."""
        stream = self._stream
        if self._n_frames > n_frames and self._changed_at > n_frames + self._traits.lag_frames:
            stream = self._new_stream()
            self._feed(stream, np.concatenate(self._audio)[:n_frames])
        try:
            self._feed(stream, np.zeros(self._traits.tail_frames, np.float32))
            stream.input_finished()
            self._traits.finish(stream)
            self._decode(stream)
        except RuntimeError as error:
            raise BackendError(self.engine_id, str(error)) from error
        return self._hypothesis(stream)

    def reset(self) -> None:
        """Forgets the segment."""
        self._audio = []
        self._n_frames = self._changed_at = 0
        self._text = ""
        self._stream = self._new_stream()

    def _new_stream(self) -> OnlineStream:
        return self._model.recognizer.create_stream(self._traits.hotwords or None)

    def _feed(self, stream: OnlineStream, samples: Samples) -> bool:
        """Whether anything was decoded."""
        if not len(samples):
            return False
        try:
            stream.accept_waveform(ENGINE_RATE_HZ, samples)
            return self._decode(stream)
        except RuntimeError as error:
            raise BackendError(self.engine_id, str(error)) from error

    def _decode(self, stream: OnlineStream) -> bool:
        recognizer = self._model.recognizer
        has_decoded = False
        while recognizer.is_ready(stream):
            recognizer.decode_stream(stream)
            has_decoded = True
        return has_decoded

    def _hypothesis(self, stream: OnlineStream) -> Hypothesis:
        result = self._model.recognizer.get_result_all(stream)
        text = result.text.strip()
        scores = list(result.ys_probs)
        words = sherpa_results.words_of(result, scores)
        if self._traits.is_upper_case:
            text = text.lower()
            words = tuple(replace(word, text=word.text.lower()) for word in words)
        return Hypothesis(
            text=text,
            stable_length=len(text) if self._traits.only_grows else 0,
            language=sherpa_results.language_of(text),
            confidence=sherpa_results.confidence_of(scores),
            words=words,
        )
