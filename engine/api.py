"""Recognition in a few lines: the public face of the engine.

>>> print(Recognizer("whisper-base").transcribe(samples))

Audio is mono float32 at 16 kHz with full scale at +-1, shape ``(frames,)``.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from engine.asr import engines, punctuators
from engine.asr.endpoint import EndpointRules
from engine.asr.punctuated import Choose, PunctuatedModel
from engine.asr.punctuators import OnTrouble
from engine.asr.vad import VoiceDetector
from engine.pipeline import FinalStage, Pipeline, PipelineConfig, TextStage
from engine.settings import RecognitionSettings
from engine.text import script, transcript
from engine.types import (
    ENGINE_RATE_HZ,
    AudioChunk,
    FinalText,
    Hypothesis,
    Samples,
    SegmentUpdate,
    freeze,
)

_NO_CHINESE = ("ja", "ko")
"""Languages whose Han characters are not Chinese."""


@dataclass(frozen=True, slots=True)
class Result:
    """Recognised text; ``str(result)`` is it.

    Attributes:
        text: what was said.
        is_final: whether ``text`` will not change any more.
        segments: the finals that ``text`` is made of, with their times; empty for a partial.
    """

    text: str
    is_final: bool
    segments: tuple[SegmentUpdate, ...] = ()

    def __str__(self) -> str:
        return self.text


class StreamingRecognizer:
    """Recognises speech as it comes; one loaded model serves many sessions, one at a time.

    Threads: any, but one call at a time; ``load`` may run on another thread beforehand.
    """

    def __init__(
        self,
        model_path: str | Path = "",
        settings: RecognitionSettings | None = None,
        *,
        partials: bool = True,
        on_final: FinalStage | None = None,
        hotwords: tuple[tuple[str, float], ...] = (),
        on_no_marks: OnTrouble = punctuators.log_trouble,
    ) -> None:
        """Names the model and checks that its files are there; loads nothing yet.

        Args:
            model_path: an engine's name (``whisper-base``), see ``engine.asr.engines``, or a
                model's folder; the settings' engine where empty.
            settings: language, script, endpointing; defaults where None.
            partials: False saves the work of partials where only finals are wanted.
            on_final: what finals' text goes through; the script alone where None.
            hotwords: words to listen for with their weights, for engines that take them.
            on_no_marks: hears why finals stay without marks, on whichever thread finds out.

        Raises:
            UnknownEngineError: no engine of this id, and no folder of this name.
            EnginePairError: two models that do not make a pair.
            ModelMissingError: a file of the model is missing.
            ModelCorruptError: a file of the model is damaged.
            ModelUnsupportedError: nothing here can run what is in the folder.
        """
        self._settings = settings or RecognitionSettings()
        self._partials = partials
        self._on_final = on_final
        self._source = engines.find(
            str(model_path) or self._settings.engine, self._settings.second_pass_limit_s, hotwords
        )
        self._lock = threading.Lock()
        self._hotwords = hotwords
        self._on_no_marks = on_no_marks
        self._model: PunctuatedModel | None = None
        self._next: tuple[engines.EngineSource, PunctuatedModel] | None = None
        self._old_model: PunctuatedModel | None = None
        self._detector: VoiceDetector | None = None
        self._pipeline: Pipeline | None = None
        self._position = 0

    @property
    def engine_id(self) -> str:
        """The engine's id, or the folder's name."""
        return self._source.engine_id

    @property
    def punctuator_id(self) -> str:
        """The punctuation model that is loaded with the engine; empty where there is none."""
        return self._model.punctuator_id if self._model else ""

    @property
    def is_loaded(self) -> bool:
        """Whether ``start`` will return at once."""
        return self._model is not None

    def load(self) -> None:
        """Loads the model; returns at once where it is loaded already.

        Raises:
            ModelMissingError: a file of the model is missing.
            ModelCorruptError: a file of the model is not what it should be.
            BackendError: the runtime refuses the model.
        """
        with self._lock:
            if self._model is None:
                self._detector = engines.voice_detector()
                self._model = self._loaded(self._source)

    def switch(self, model_path: str | Path) -> None:
        """Loads another model beside the one in use, which it replaces from the next segment on.

        Slow; a session may go on meanwhile on another thread, which then frees the old model. A
        model that cannot be loaded changes nothing.

        Raises:
            EngineError: as the constructor and ``load``.
        """
        limit_s = self._settings.second_pass_limit_s
        source = engines.find(str(model_path), limit_s, self._hotwords)
        model = self._loaded(source)
        with self._lock:
            overtaken, self._next = self._next, (source, model)
        if overtaken is not None:
            overtaken[1].close()

    def refresh_punctuation(self, settings: RecognitionSettings) -> None:
        """Loads the punctuation model that the settings and what is installed ask for now.

        It sets marks from the next final on. Slow where it is another one than before; a session
        may go on meanwhile on another thread.
        """
        with self._lock:
            waiting = (self._next,) if self._next else ()
            current = ((self._source, self._model),) if self._model else ()
        for source, model in (*current, *waiting):
            model.punctuate_with(_choice_of_punctuator(source, settings))

    def configure(self, settings: RecognitionSettings, on_final: FinalStage | None = None) -> None:
        """Takes new settings from the next ``start`` on; the engine stays what it is."""
        self._settings = settings
        self._on_final = on_final

    def start(self) -> None:
        """Begins a new session, loading the model first where need be; drops an old session.

        Raises:
            ModelMissingError: see ``load``.
            ModelCorruptError: see ``load``.
            BackendError: see ``load``.
        """
        self.load()
        self._pipeline = None
        self._take_next()
        assert self._model is not None
        assert self._detector is not None
        self._detector.reset()
        self._position = 0
        self._pipeline = Pipeline(
            self._model.backend(self._settings.language),
            self._detector,
            _pipeline_config(self._settings, self._partials, self._on_final),
        )

    def accept(self, chunk: AudioChunk, *, is_live: bool = False) -> tuple[SegmentUpdate, ...]:
        """Takes the next audio; starts a session where none is open.

        Args:
            chunk: what follows; a jump in ``start_frame`` is lost audio and keeps its length.
            is_live: the audio comes as it is spoken, so partials must not hold the caller up:
                they come with a later chunk, and fewer of them where the machine is slow.

        Raises:
            BackendError: decoding failed.
        """
        if self._pipeline is None:
            self.start()
        assert self._pipeline is not None
        self._position = chunk.end_frame
        self._take_next()
        updates = tuple(self._pipeline.accept(chunk, is_live=is_live))
        self._free_old()
        return updates

    def end(self) -> tuple[SegmentUpdate, ...]:
        """Ends the session: what is still open becomes final.

        Raises:
            BackendError: decoding failed.
        """
        pipeline, self._pipeline = self._pipeline, None
        updates = tuple(pipeline.end()) if pipeline else ()
        self._free_old()
        return updates

    def process_chunk(self, samples: ArrayLike) -> Result:
        """Takes the next samples of any number.

        Returns:
            The finals that this chunk completed, joined; else the open segment's partial text;
            else empty text.

        Raises:
            BackendError: decoding failed.
            ValueError: not one-dimensional, or not numbers.
        """
        return _result(self.accept(AudioChunk(as_samples(samples), self._position)))

    def finish(self) -> Result:
        """Ends the session; returns what became final by it.

        Raises:
            BackendError: decoding failed.
        """
        finals = tuple(u for u in self.end() if u.is_final)
        return Result(transcript.join(u.text for u in finals), True, finals)

    def close(self) -> None:
        """Gives the model's memory back; ``load`` or ``start`` load it again."""
        with self._lock:
            self._pipeline = None
            waiting, self._next = self._next, None
            models = (self._model, self._old_model, waiting[1] if waiting else None)
            self._model = self._old_model = None
            for model in models:
                if model is not None:
                    model.close()

    def _loaded(self, source: engines.EngineSource) -> PunctuatedModel:
        model = PunctuatedModel(source.load(), self._on_no_marks)
        model.punctuate_with(_choice_of_punctuator(source, self._settings))
        return model

    def _take_next(self) -> None:
        """Gives the segments to come to a model that was loaded meanwhile."""
        with self._lock:
            if self._next is None or self._old_model is not None:
                return  # one at a time: the one before has not even begun
            (self._source, model), self._next = self._next, None
            self._old_model, self._model = self._model, model
        if self._pipeline is not None:
            self._pipeline.replace_backend(model.backend(self._settings.language))
        self._free_old()

    def _free_old(self) -> None:
        """Frees the model before, once nothing is decoded with it any more."""
        old = self._old_model
        if old is None:
            return
        pipeline = self._pipeline
        if pipeline is not None and pipeline.has_next_backend:
            return
        self._old_model = None
        old.close()


class Recognizer:
    """Recognises whole recordings that are in memory.

    Threads: any, but one call at a time.
    """

    def __init__(
        self, model_path: str | Path = "", settings: RecognitionSettings | None = None
    ) -> None:
        """As ``StreamingRecognizer``."""
        self._streaming = StreamingRecognizer(model_path, settings, partials=False)

    def load(self) -> None:
        """As ``StreamingRecognizer.load``."""
        self._streaming.load()

    def transcribe(self, samples: ArrayLike, rate_hz: int = ENGINE_RATE_HZ) -> Result:
        """Recognises one recording of any length.

        Args:
            samples: mono, full scale at +-1, shape ``(frames,)``.
            rate_hz: must be 16,000; ``engine.audio.resample`` converts.

        Raises:
            ModelMissingError: see ``StreamingRecognizer.load``.
            ModelCorruptError: see ``StreamingRecognizer.load``.
            BackendError: decoding failed.
            ValueError: wrong rate, not one-dimensional, or not numbers.
        """
        if rate_hz != ENGINE_RATE_HZ:
            raise ValueError(f"audio at {rate_hz} Hz; resample to {ENGINE_RATE_HZ} Hz")
        self._streaming.start()
        updates = self._streaming.accept(AudioChunk(as_samples(samples), 0))
        finals = tuple(u for u in (*updates, *self._streaming.end()) if u.is_final)
        return Result(transcript.join(u.text for u in finals), True, finals)

    def close(self) -> None:
        """Gives the model's memory back."""
        self._streaming.close()


def as_samples(samples: ArrayLike) -> Samples:
    """A read-only float32 copy, NaN and infinity as silence.

    Raises:
        ValueError: not one-dimensional, or not numbers.
    """
    array = np.array(samples, dtype=np.float32)
    if array.ndim != 1:
        raise ValueError(f"mono audio of shape (frames,) expected, not {array.shape}")
    return freeze(np.nan_to_num(array, copy=False, nan=0.0, posinf=0.0, neginf=0.0))


def _result(updates: tuple[SegmentUpdate, ...]) -> Result:
    finals = tuple(u for u in updates if u.is_final)
    if finals:
        return Result(transcript.join(u.text for u in finals), True, finals)
    return Result(updates[-1].text if updates else "", False)


def script_stage(script_name: str) -> TextStage:
    """A text stage that writes Chinese in one script, and leaves other languages alone."""
    convert = script.converter(script_name)

    def stage(text: str, language: str) -> str:
        return text if language in _NO_CHINESE else convert(text)

    return stage


def _choice_of_punctuator(source: engines.EngineSource, settings: RecognitionSettings) -> Choose:
    return lambda: punctuators.choose(settings.punctuator, source, settings.language)


def _pipeline_config(
    settings: RecognitionSettings, partials: bool, on_final: FinalStage | None
) -> PipelineConfig:
    stage = script_stage(settings.script)

    def script_only(hypothesis: Hypothesis) -> FinalText:
        text = stage(hypothesis.text, hypothesis.language)
        return FinalText(text, words=hypothesis.words)

    return PipelineConfig(
        rules=EndpointRules(
            trailing_silence_frames=int(settings.trailing_silence_s * ENGINE_RATE_HZ),
            max_frames=int(settings.max_segment_s * ENGINE_RATE_HZ),
        ),
        partials=partials,
        on_partial=stage,
        on_final=on_final or script_only,
    )
