"""Whisper on CTranslate2: partials over the growing segment, finals decoded afresh."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from ctranslate2 import StorageView  # type: ignore[import-untyped]
from ctranslate2.models import Whisper  # type: ignore[import-untyped]
from tokenizers import Tokenizer

from engine.asr.features import FEATURES_PER_S, SHIFT_FRAMES, FeatureStore
from engine.errors import BackendError, ModelCorruptError
from engine.types import ENGINE_RATE_HZ, Hypothesis, Samples

_CAPACITY_FRAMES = 30 * ENGINE_RATE_HZ
_FULL_FEATURES = 30 * FEATURES_PER_S


@dataclass(frozen=True, slots=True)
class WhisperTuning:
    """What was found by measuring; see docs/recognition.md.

    Attributes:
        padding_s: silence after the speech; with less Whisper loops or invents.
        final_window_s: shortest window of a final.
        partial_window_s: shortest window of a partial.
        partial_step_frames: new audio between partials.
    """

    padding_s: float = 2.5
    final_window_s: float = 12.0
    partial_window_s: float = 2.0
    partial_step_frames: int = int(0.5 * ENGINE_RATE_HZ)


class WhisperModel:
    """Loaded Whisper weights and tokenizer.

    Threads: any, but one call at a time.
    """

    def __init__(self, engine_id: str, folder: Path) -> None:
        self.engine_id = engine_id
        try:
            self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        except Exception as error:  # all that tokenizers raises
            raise ModelCorruptError(engine_id, folder / "tokenizer.json", str(error)) from error
        try:
            self.whisper = Whisper(
                str(folder), device="cpu", compute_type="int8", inter_threads=1, intra_threads=1
            )
        except (RuntimeError, ValueError) as error:
            raise BackendError(engine_id, str(error)) from error

    def token(self, text: str) -> int:
        """The id of a token that every Whisper vocabulary has."""
        token = self.tokenizer.token_to_id(text)
        if token is None:
            raise BackendError(self.engine_id, f"the vocabulary has no {text}")
        return token

    def backend(self, language: str) -> WhisperBackend:
        """A new backend with no audio."""
        return WhisperBackend(self, language, WhisperTuning())

    def close(self) -> None:
        """Frees the weights."""
        self.whisper.unload_model()


class WhisperBackend:
    """Decodes one segment with Whisper."""

    def __init__(self, model: WhisperModel, language: str, tuning: WhisperTuning) -> None:
        self.engine_id = model.engine_id
        self._model = model
        self._language = language
        self._tuning = tuning
        self._store = FeatureStore(_CAPACITY_FRAMES)
        self._decoded_frames = 0
        self._prepared: tuple[int, Hypothesis] | None = None

    def accept(self, samples: Samples, *, wants_hypothesis: bool = True) -> Hypothesis | None:
        """Takes audio; decodes every ``partial_step_frames``."""
        self._store.accept(samples)
        new_frames = self._store.n_frames - self._decoded_frames
        if not wants_hypothesis or new_frames < self._tuning.partial_step_frames:
            return None
        self._decoded_frames = self._store.n_frames
        return self._decode(self._store.n_frames, self._tuning.partial_window_s)

    def prepare(self, n_frames: int) -> None:
        """Decodes ahead."""
        self._prepared = (n_frames, self._decode(n_frames, self._tuning.final_window_s))

    def finish(self, n_frames: int) -> Hypothesis:
        """Decodes the segment for good."""
        if self._prepared and self._prepared[0] == n_frames:
            return self._prepared[1]
        return self._decode(n_frames, self._tuning.final_window_s)

    def reset(self) -> None:
        """Forgets the segment."""
        self._store.reset()
        self._decoded_frames = 0
        self._prepared = None

    def _decode(self, n_frames: int, window_s: float) -> Hypothesis:
        padded = n_frames // SHIFT_FRAMES + int(self._tuning.padding_s * FEATURES_PER_S)
        wanted = max(padded, int(window_s * FEATURES_PER_S))
        n_features = min(wanted, _FULL_FEATURES) // 2 * 2
        features = self._store.window(n_frames, n_features)
        try:
            encoded = self._model.whisper.encode(StorageView.from_array(features[None]))
            language = self._language_of(encoded)
            prompt = self._prompt(language)
            cap = int(n_frames / ENGINE_RATE_HZ * 8) + 12
            result = self._model.whisper.generate(
                encoded,
                [prompt],
                beam_size=1,
                max_length=min(len(prompt) + cap, 448),
                return_scores=True,
                return_no_speech_prob=True,
            )[0]
        except RuntimeError as error:
            raise BackendError(self.engine_id, str(error)) from error
        if result.no_speech_prob > 0.6 and result.scores[0] < -1.0:
            return Hypothesis(no_speech=result.no_speech_prob)
        text = self._model.tokenizer.decode(result.sequences_ids[0], skip_special_tokens=True)
        return Hypothesis(
            text=text.strip(),
            language=language,
            confidence=float(np.exp(min(0.0, result.scores[0]))),
            no_speech=result.no_speech_prob,
        )

    def _language_of(self, encoded: StorageView) -> str:
        if self._language != "auto":
            return self._language
        ranked = self._model.whisper.detect_language(encoded)[0]
        return str(ranked[0][0]).strip("<|>")

    def _prompt(self, language: str) -> list[int]:
        tokens = ("<|startoftranscript|>", f"<|{language}|>", "<|transcribe|>", "<|notimestamps|>")
        return [self._model.token(token) for token in tokens]
