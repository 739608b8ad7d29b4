"""Moonshine: small English models whose cost follows the length of the speech."""

from __future__ import annotations

from sherpa_onnx import OfflineRecognizer  # type: ignore[import-untyped]

from engine.asr.backends.options import LoadOptions
from engine.asr.backends.sherpa_offline import OfflineModel, OfflineTraits
from engine.models.families import ModelFolder


def load(model: ModelFolder, options: LoadOptions) -> OfflineModel:
    """Loads the model."""

    def make(_language: str) -> OfflineRecognizer:
        return OfflineRecognizer.from_moonshine(
            preprocessor=str(model.files["preprocessor"]),
            encoder=str(model.files["encoder"]),
            uncached_decoder=str(model.files["uncached_decoder"]),
            cached_decoder=str(model.files["cached_decoder"]),
            tokens=str(model.files["tokens"]),
            num_threads=options.threads,
        )

    return OfflineModel(model.model_id, make, OfflineTraits())
