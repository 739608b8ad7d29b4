"""Streaming Paraformer."""

from __future__ import annotations

from sherpa_onnx import OnlineRecognizer, OnlineStream  # type: ignore[import-untyped]

from engine.asr.backends.options import LoadOptions
from engine.asr.backends.sherpa_streaming import StreamingModel, StreamingTraits
from engine.models.families import ModelFolder
from engine.types import ENGINE_RATE_HZ

_CHUNK_FRAMES = int(0.6 * ENGINE_RATE_HZ)


def load(model: ModelFolder, options: LoadOptions) -> StreamingModel:
    """Loads the model; it takes no hot words."""
    recognizer = OnlineRecognizer.from_paraformer(
        tokens=str(model.files["tokens"]),
        encoder=str(model.files["encoder"]),
        decoder=str(model.files["decoder"]),
        num_threads=options.threads,
    )
    traits = StreamingTraits(
        tail_frames=_CHUNK_FRAMES, lag_frames=2 * _CHUNK_FRAMES, finish=_give_the_tail
    )
    return StreamingModel(model.model_id, recognizer, traits)


def _give_the_tail(stream: OnlineStream) -> None:
    """Without this the look-ahead of the last chunk, and so the last words, stay unspoken."""
    stream.set_option("is_final", "1")
