"""Streaming NeMo models: Nemotron and other cache-aware transducers, and CTC."""

from __future__ import annotations

from sherpa_onnx import OnlineRecognizer  # type: ignore[import-untyped]

from engine.asr.backends.options import LoadOptions
from engine.asr.backends.sherpa_streaming import StreamingModel, StreamingTraits
from engine.models.families import ModelFolder

_FEATURE_SHIFT_FRAMES = 160


def load(model: ModelFolder, options: LoadOptions) -> StreamingModel:
    """Loads a transducer; it takes no hot words."""
    recognizer = OnlineRecognizer.from_transducer(
        tokens=str(model.files["tokens"]),
        encoder=str(model.files["encoder"]),
        decoder=str(model.files["decoder"]),
        joiner=str(model.files["joiner"]),
        num_threads=options.threads,
    )
    return StreamingModel(model.model_id, recognizer, _traits(model, "encoder"))


def load_ctc(model: ModelFolder, options: LoadOptions) -> StreamingModel:
    """Loads a CTC model; it takes no hot words."""
    recognizer = OnlineRecognizer.from_nemo_ctc(
        tokens=str(model.files["tokens"]),
        model=str(model.files["model"]),
        num_threads=options.threads,
    )
    return StreamingModel(model.model_id, recognizer, _traits(model, "model"))


def _traits(model: ModelFolder, role: str) -> StreamingTraits:
    metadata = model.facts[role].metadata
    window = int(metadata["window_size"]) * _FEATURE_SHIFT_FRAMES
    shift = int(metadata["chunk_shift"]) * _FEATURE_SHIFT_FRAMES
    return StreamingTraits(tail_frames=window + shift // 2, lag_frames=window + shift)
