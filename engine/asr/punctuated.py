"""A recogniser whose finals get their marks from a punctuation model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.asr import marks, punctuators
from engine.asr.backend import AsrBackend, AsrModel
from engine.asr.punctuator import Punctuator
from engine.asr.punctuators import OnTrouble, PunctuatorSource
from engine.errors import BackendError, EngineError
from engine.types import Hypothesis, Samples

Choose = Callable[[], PunctuatorSource | None]
"""Says which punctuation model is wanted; raises EngineError where it cannot be had."""


class PunctuatedModel:
    """A recogniser and, where its finals want marks, what sets them.

    Threads: any, but one call at a time; ``punctuate_with`` may run beside the others.
    """

    def __init__(self, model: AsrModel, on_trouble: OnTrouble = punctuators.log_trouble) -> None:
        """Takes over a loaded recogniser, without a punctuation model yet.

        Args:
            model: the recogniser.
            on_trouble: hears why finals stay without marks.
        """
        self.engine_id = model.engine_id
        self._model = model
        self._source: PunctuatorSource | None = None
        self._punctuator: Punctuator | None = None
        self._failed: Punctuator | None = None
        self._on_trouble = on_trouble

    @property
    def punctuator_id(self) -> str:
        """What sets the marks; empty where nothing does."""
        punctuator = self._punctuator
        return punctuator.model_id if punctuator else ""

    def punctuate_with(self, choose: Choose) -> None:
        """Loads another punctuation model, for the finals from now on; at once if it is the same.

        One that cannot be had is told, and leaves finals without marks.
        """
        source, punctuator = None, None
        try:
            source = choose()
            if source == self._source:
                return
            punctuator = source.load() if source else None
        except EngineError as error:
            source = None
            self._on_trouble(error)
        self._punctuator, self._source = punctuator, source

    def backend(self, language: str) -> PunctuatedBackend:
        """A new backend with no audio."""
        return PunctuatedBackend(self, self._model.backend(language))

    def close(self) -> None:
        """Frees both."""
        self._punctuator = self._source = None
        self._model.close()

    def punctuate(self, hypothesis: Hypothesis) -> Hypothesis:
        """A final with marks; as it was where it has some, or the model fails or changes words."""
        punctuator = self._punctuator  # may be another in a moment
        text = hypothesis.text
        if punctuator is None:
            return hypothesis
        if not marks.wants_marks(text, hypothesis.language, punctuator.languages):
            return hypothesis
        try:
            suggested = punctuator.punctuate(text)
        except Exception as error:  # noqa: BLE001  # whatever it was, the words are there
            self._tell(punctuator, error)
            return hypothesis
        marked = marks.marked(text, suggested, restores_case=punctuator.restores_case)
        if marked is None:
            return hypothesis
        words = marks.recased(hypothesis.words, text, marked.cased)
        return replace(hypothesis, text=marked.text, words=words)

    def _tell(self, punctuator: Punctuator, error: Exception) -> None:
        if self._failed is not punctuator:  # once, not with every final
            self._failed = punctuator
            if not isinstance(error, EngineError):
                error = BackendError(punctuator.model_id, repr(error))
            self._on_trouble(error)


class PunctuatedBackend:
    """Decodes as the recogniser does; only finals are given marks.

    Attributes:
        is_live: passed on.
    """

    def __init__(self, model: PunctuatedModel, backend: AsrBackend) -> None:
        self.engine_id = model.engine_id
        self.is_live = False
        self._model = model
        self._backend = backend

    def accept(self, samples: Samples, *, wants_hypothesis: bool = True) -> Hypothesis | None:
        """Takes audio; partials stay as they are heard."""
        self._backend.is_live = self.is_live
        return self._backend.accept(samples, wants_hypothesis=wants_hypothesis)

    def prepare(self, n_frames: int) -> None:
        """Decodes ahead; marks wait for the end."""
        self._backend.prepare(n_frames)

    def finish(self, n_frames: int) -> Hypothesis:
        """Decodes for good, then sets marks."""
        return self._model.punctuate(self._backend.finish(n_frames))

    def reset(self) -> None:
        """Forgets the segment."""
        self._backend.reset()
