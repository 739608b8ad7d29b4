"""Offline Paraformer."""

from __future__ import annotations

from sherpa_onnx import OfflineRecognizer  # type: ignore[import-untyped]

from engine.asr.backends.options import LoadOptions
from engine.asr.backends.sherpa_offline import OfflineModel, OfflineTraits
from engine.models.families import ModelFolder


def load(model: ModelFolder, options: LoadOptions) -> OfflineModel:
    """Loads the model."""

    def make(_language: str) -> OfflineRecognizer:
        return OfflineRecognizer.from_paraformer(
            paraformer=str(model.files["model"]),
            tokens=str(model.files["tokens"]),
            num_threads=options.threads,
        )

    return OfflineModel(model.model_id, make, OfflineTraits())
