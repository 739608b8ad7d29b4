"""What every offline recogniser of sherpa-onnx has in common.

Offline models hear a segment whole. Alone they give partials by decoding it again and again as it
grows; in a pair they are the second pass.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from sherpa_onnx import OfflineRecognizer  # type: ignore[import-untyped]

from engine.asr.backends import sherpa_results
from engine.errors import BackendError
from engine.types import ENGINE_RATE_HZ, Hypothesis, Samples

_LEAST_FRAMES = ENGINE_RATE_HZ // 2
"""Shorter audio is filled up with silence: below their window some models read beyond the end."""


@dataclass(frozen=True, slots=True)
class OfflineTraits:
    """How a family differs from the others.

    Attributes:
        languages: codes that it can be told; empty where it is never told.
        partial_step_frames: new audio between partials; 0 where decoding is too slow for them.
        tail_frames: silence after the speech that it wants to hear.
    """

    languages: tuple[str, ...] = ()
    partial_step_frames: int = int(0.6 * ENGINE_RATE_HZ)
    tail_frames: int = 0


class OfflineModel:
    """Loaded weights of an offline recogniser.

    Threads: any, but one call at a time.
    """

    def __init__(
        self, engine_id: str, make: Callable[[str], OfflineRecognizer], traits: OfflineTraits
    ) -> None:
        """Loads the model for any language.

        Args:
            engine_id: for messages.
            make: loads the model for a language code, or for all with empty text.
            traits: how the family differs.
        """
        self.engine_id = engine_id
        self.traits = traits
        self._make = make
        self._language = ""
        self._recognizer: OfflineRecognizer | None = make("")
        self._worker = ThreadPoolExecutor(1, "decoder")

    def backend(self, language: str) -> OfflineBackend:
        """A new backend with no audio.

        A language is part of the loaded recogniser: for another one it is loaded again.
        """
        wanted = language if language in self.traits.languages else ""
        if wanted != self._language and self._recognizer is not None:
            self._recognizer = None  # first, so that there are never two
            self._recognizer = self._make(wanted)
            self._language = wanted
        return OfflineBackend(self)

    def decode(self, samples: Samples) -> Hypothesis:
        """Recognises one stretch of speech.

        Raises:
            BackendError: decoding failed, or the model is closed.
        """
        if self._recognizer is None:
            raise BackendError(self.engine_id, "the model is closed")
        wanted = max(len(samples) + self.traits.tail_frames, _LEAST_FRAMES)
        padded = np.pad(samples, (0, wanted - len(samples)))
        try:
            stream = self._recognizer.create_stream()
            stream.accept_waveform(ENGINE_RATE_HZ, padded)
            self._recognizer.decode_stream(stream)
            result = stream.result
        except RuntimeError as error:
            raise BackendError(self.engine_id, str(error)) from error
        text = sherpa_results.without_tags(result.text)
        scores = list(result.ys_log_probs)
        return Hypothesis(
            text=text,
            language=sherpa_results.untagged(result.lang) or sherpa_results.language_of(text),
            confidence=sherpa_results.confidence_of(scores),
            words=sherpa_results.words_of(result, scores),
        )

    def submit(self, samples: Samples) -> Future[Hypothesis]:
        """Decodes on the decoder thread."""
        return self._worker.submit(self.decode, samples)

    def close(self) -> None:
        """Waits for what is being decoded, then frees the weights."""
        self._worker.shutdown(wait=True, cancel_futures=True)
        self._recognizer = None


class OfflineBackend:
    """Gathers one segment and decodes it as often as wanted.

    Attributes:
        is_live: decode beside the caller instead of keeping it waiting.
    """

    def __init__(self, model: OfflineModel) -> None:
        self.engine_id = model.engine_id
        self.is_live = False
        self._model = model
        self._audio: list[Samples] = []
        self._n_frames = 0
        self._decoded_frames = 0
        self._partial: Future[Hypothesis] | None = None
        self._prepared: tuple[int, Future[Hypothesis]] | None = None

    def accept(self, samples: Samples, *, wants_hypothesis: bool = True) -> Hypothesis | None:
        """Takes audio; decodes every ``partial_step_frames``, unless it is still at the last."""
        self._audio.append(samples)
        self._n_frames += len(samples)
        step = self._model.traits.partial_step_frames
        is_due = wants_hypothesis and step and self._n_frames - self._decoded_frames >= step
        if is_due and self._partial is None:
            self._decoded_frames = self._n_frames
            self._partial = self._start(self._n_frames)
        if self._partial is None or not self._partial.done():
            return None
        partial, self._partial = self._partial, None
        return partial.result()

    def prepare(self, n_frames: int) -> None:
        """Decodes ahead."""
        if self._prepared and self._prepared[0] == n_frames:
            return
        if self._prepared:
            self._prepared[1].cancel()
        self._prepared = (n_frames, self._start(n_frames))

    def finish(self, n_frames: int) -> Hypothesis:
        """Decodes the segment for good."""
        if self._partial is not None:
            self._partial.cancel()
        self.prepare(n_frames)
        assert self._prepared is not None
        return self._prepared[1].result()

    def reset(self) -> None:
        """Forgets the segment."""
        if self._partial is not None:
            self._partial.cancel()
        if self._prepared is not None:
            self._prepared[1].cancel()
        self._audio = []
        self._n_frames = self._decoded_frames = 0
        self._partial = self._prepared = None

    def _start(self, n_frames: int) -> Future[Hypothesis]:
        future: Future[Hypothesis] = Future()
        if not self._audio:
            future.set_result(Hypothesis())
            return future
        if len(self._audio) > 1:
            self._audio = [np.concatenate(self._audio)]
        samples = self._audio[0][:n_frames]
        if self.is_live:
            return self._model.submit(samples)
        try:
            future.set_result(self._model.decode(samples))
        except BackendError as error:
            future.set_exception(error)
        return future
