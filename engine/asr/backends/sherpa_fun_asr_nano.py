"""Fun-ASR-Nano: a small language model that listens; slow, and takes hot words."""

from __future__ import annotations

from sherpa_onnx import OfflineRecognizer  # type: ignore[import-untyped]

from engine.asr.backends.options import LoadOptions
from engine.asr.backends.sherpa_offline import OfflineModel, OfflineTraits
from engine.models.families import ModelFolder

_LANGUAGES = {"zh": "中文", "en": "英文", "ja": "日文"}
_MOST_HOTWORDS = 100
"""They are read into the prompt with every segment."""


def load(model: ModelFolder, options: LoadOptions) -> OfflineModel:
    """Loads the model."""
    heaviest = sorted(options.hotwords, key=lambda pair: -pair[1])[:_MOST_HOTWORDS]

    def make(language: str) -> OfflineRecognizer:
        return OfflineRecognizer.from_funasr_nano(
            encoder_adaptor=str(model.files["encoder_adaptor"]),
            llm=str(model.files["llm"]),
            embedding=str(model.files["embedding"]),
            tokenizer=str(model.files["tokenizer"]),
            num_threads=options.threads,
            language=_LANGUAGES.get(language, ""),
            hotwords=",".join(word for word, _ in heaviest),
        )

    traits = OfflineTraits(languages=tuple(_LANGUAGES), partial_step_frames=0)
    return OfflineModel(model.model_id, make, traits)
