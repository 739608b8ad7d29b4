"""Whisper in ONNX form; the embedded one runs on CTranslate2 instead, see ``whisper``."""

from __future__ import annotations

from sherpa_onnx import OfflineRecognizer  # type: ignore[import-untyped]

from engine.asr.backends.options import LoadOptions
from engine.asr.backends.sherpa_offline import OfflineModel, OfflineTraits
from engine.models.families import ModelFolder
from engine.types import ENGINE_RATE_HZ


def load(model: ModelFolder, options: LoadOptions) -> OfflineModel:
    """Loads the model."""
    metadata = model.facts["encoder"].metadata
    languages = tuple(filter(None, metadata.get("all_language_codes", "").split(",")))

    def make(language: str) -> OfflineRecognizer:
        return OfflineRecognizer.from_whisper(
            encoder=str(model.files["encoder"]),
            decoder=str(model.files["decoder"]),
            tokens=str(model.files["tokens"]),
            language=language,
            num_threads=options.threads,
        )

    traits = OfflineTraits(languages=languages, partial_step_frames=ENGINE_RATE_HZ)
    return OfflineModel(model.model_id, make, traits)
