"""CNN-BiLSTM: marks and capitals for English."""

from __future__ import annotations

from sherpa_onnx import (  # type: ignore[import-untyped]
    OnlinePunctuation,
    OnlinePunctuationConfig,
    OnlinePunctuationModelConfig,
)

from engine.errors import BackendError
from engine.models.families import ModelFolder

_LONGEST_WORD = 100
"""The runtime cuts between words at 200 pieces, and writes beyond its rows at a longer word."""


class CnnBiLstm:
    """A loaded CNN-BiLSTM; see ``Punctuator``."""

    languages: tuple[str, ...] = ("en",)
    restores_case = True

    def __init__(self, model_id: str, runtime: OnlinePunctuation) -> None:
        self.model_id = model_id
        self._runtime = runtime

    def punctuate(self, text: str) -> str:
        """Words come out separated by one space each."""
        if any(len(word.encode("utf-8")) > _LONGEST_WORD for word in text.split()):
            raise BackendError(self.model_id, "a word is too long for it")
        try:
            return str(self._runtime.add_punctuation_with_case(text))
        except (RuntimeError, ValueError, IndexError) as error:
            raise BackendError(self.model_id, str(error)) from error


def load(model: ModelFolder) -> CnnBiLstm:
    """Loads the model."""
    config = OnlinePunctuationConfig(
        model_config=OnlinePunctuationModelConfig(
            cnn_bilstm=str(model.files["model"]),
            bpe_vocab=str(model.files["bpe"]),
            num_threads=1,  # a sentence takes milliseconds
        )
    )
    return CnnBiLstm(model.model_id, OnlinePunctuation(config))
