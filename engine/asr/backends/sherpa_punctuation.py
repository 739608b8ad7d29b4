"""CT-Transformer: marks for Chinese and English."""

from __future__ import annotations

from sherpa_onnx import (  # type: ignore[import-untyped]
    OfflinePunctuation,
    OfflinePunctuationConfig,
    OfflinePunctuationModelConfig,
)

from engine.errors import BackendError
from engine.models.families import ModelFolder


class CtTransformer:
    """A loaded CT-Transformer; see ``Punctuator``."""

    languages: tuple[str, ...] = ("zh", "en")
    restores_case = False

    def __init__(self, model_id: str, runtime: OfflinePunctuation) -> None:
        self.model_id = model_id
        self._runtime = runtime

    def punctuate(self, text: str) -> str:
        """Marks are full width, also after English, and a full stop ends the text."""
        try:
            return str(self._runtime.add_punctuation(text))
        except (RuntimeError, ValueError, IndexError) as error:  # IndexError: out_of_range in C++
            raise BackendError(self.model_id, str(error)) from error


def load(model: ModelFolder) -> CtTransformer:
    """Loads the model."""
    config = OfflinePunctuationConfig(
        model=OfflinePunctuationModelConfig(
            ct_transformer=str(model.files["model"]),
            num_threads=1,  # a sentence takes milliseconds
        )
    )
    return CtTransformer(model.model_id, OfflinePunctuation(config))
