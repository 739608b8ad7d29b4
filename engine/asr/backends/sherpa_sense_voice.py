"""SenseVoice: Chinese, English, Cantonese, Japanese, Korean, with punctuation."""

from __future__ import annotations

from sherpa_onnx import OfflineRecognizer  # type: ignore[import-untyped]

from engine.asr.backends.options import LoadOptions
from engine.asr.backends.sherpa_offline import OfflineModel, OfflineTraits
from engine.models.families import ModelFolder


def load(model: ModelFolder, options: LoadOptions) -> OfflineModel:
    """Loads the model."""

    def make(language: str) -> OfflineRecognizer:
        return OfflineRecognizer.from_sense_voice(
            model=str(model.files["model"]),
            tokens=str(model.files["tokens"]),
            num_threads=options.threads,
            language=language,
            use_itn=True,  # without it there is no punctuation either
        )

    traits = OfflineTraits(languages=("zh", "en", "yue", "ja", "ko"))
    return OfflineModel(model.model_id, make, traits)
