"""NeMo models: streaming and offline transducer, streaming CTC. The blank is the last token.

Encoder: ``audio_signal`` [B,80,T], ``length``, for streaming three caches -> ``outputs`` [B,D,T/8],
``encoded_lengths``, the caches. Decoder: ``targets``, ``target_length``, two LSTM states ->
``decoder_outputs`` [B,D,1], length, states. Joiner: both -> [B,1,1,V]. Features are normalised by
nobody here (``normalize_type`` NA), so loudness can be told.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.helpers.tiny_models.graph import (
    HAN,
    INT32,
    INT64,
    LOUD,
    Graph,
    loud_or_blank,
    noise,
    write_tokens,
)

MELS, WIDTH, LAYERS, HIDDEN, STEP = 80, 16, 1, 8, 8
WINDOW, SHIFT = 57, 56
TOKENS = ("<unk>", *HAN, "▁hello", "▁wor", "ld", "▁test", "▁ok", "<blk>")
BLANK = len(TOKENS) - 1
CACHES = {
    "cache_last_channel": [1, 4, 8],
    "cache_last_time": [1, 8, 4],
}


def build(folder: Path) -> None:
    """A streaming transducer."""
    _transducer(folder, is_streaming=True)


def build_offline(folder: Path) -> None:
    """An offline transducer, as Parakeet is one."""
    _transducer(folder, is_streaming=False)


def build_ctc(folder: Path) -> None:
    """A streaming CTC model."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tokens(folder / "tokens.txt", TOKENS)
    graph = Graph("ctc")
    rows = _rows(graph)
    logits = loud_or_blank(graph, rows, MELS, len(TOKENS), BLANK, never=(0,))
    graph.node("LogSoftmax", logits, out="logits", axis=-1)
    graph.output("logits", ["B", "U", len(TOKENS)])
    _encoded_lengths(graph)
    _caches(graph)
    graph.save(folder / "model.onnx", _metadata(is_streaming=True))


def _transducer(folder: Path, *, is_streaming: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_tokens(folder / "tokens.txt", TOKENS)
    graph = Graph("encoder")
    rows = _rows(graph)
    weights = graph.constant(noise(11, MELS, WIDTH - 1, scale=0.05))
    heard = graph.node("Tanh", graph.node("MatMul", rows, weights))
    mean = graph.node("ReduceMean", rows, graph.constant([-1], np.int64), keepdims=1)
    both = graph.node("Concat", mean, heard, axis=-1)
    graph.node("Transpose", both, out="outputs", perm=[0, 2, 1])
    graph.output("outputs", ["B", WIDTH, "U"])
    _encoded_lengths(graph)
    if is_streaming:
        _caches(graph)
    graph.save(folder / "encoder.onnx", _metadata(is_streaming=is_streaming))
    _decoder(folder / "decoder.onnx")
    _joiner(folder / "joiner.onnx")


def _rows(graph: Graph) -> str:
    """The input's every eighth feature frame: [B,80,T] -> [B,T/8,80]"""
    signal = graph.input("audio_signal", ["B", MELS, "T"])
    graph.input("length", ["B"], INT64)
    by_time = graph.node("Transpose", signal, perm=[0, 2, 1])
    start, end = graph.constant([0], np.int64), graph.constant([1_000_000], np.int64)
    return graph.node(
        "Slice", by_time, start, end, graph.constant([1], np.int64),
        graph.constant([STEP], np.int64),
    )  # fmt: skip


def _encoded_lengths(graph: Graph) -> None:
    rounded = graph.node("Add", "length", graph.constant(STEP - 1, np.int64))
    graph.node("Div", rounded, graph.constant(STEP, np.int64), out="encoded_lengths")
    graph.output("encoded_lengths", ["B"], INT64)


def _caches(graph: Graph) -> None:
    for name, shape in CACHES.items():
        graph.node("Identity", graph.input(name, ["B", *shape]), out=f"{name}_next")
        graph.output(f"{name}_next", ["B", *shape])
    length = graph.input("cache_last_channel_len", ["B"], INT64)
    graph.node("Identity", length, out="cache_last_channel_len_next")
    graph.output("cache_last_channel_len_next", ["B"], INT64)


def _metadata(*, is_streaming: bool) -> dict[str, object]:
    metadata: dict[str, object] = {
        "vocab_size": len(TOKENS) - 1,
        "subsampling_factor": STEP,
        "normalize_type": "NA",
        "pred_rnn_layers": LAYERS,
        "pred_hidden": HIDDEN,
        "model_type": "EncDecRNNTBPEModel",
    }
    if is_streaming:
        metadata |= {"window_size": WINDOW, "chunk_shift": SHIFT}
        for name, shape in CACHES.items():
            metadata |= {f"{name}_dim{i}": size for i, size in enumerate(shape, start=1)}
    return metadata


def _decoder(path: Path) -> None:
    graph = Graph("decoder")
    targets = graph.input("targets", ["B", 1], INT32)
    length = graph.input("target_length", ["B"], INT32)
    table = noise(12, len(TOKENS), WIDTH)
    table[:, 0] = 0
    looked_up = graph.node("Gather", graph.constant(table), targets)
    graph.node("Transpose", looked_up, out="decoder_outputs", perm=[0, 2, 1])
    graph.node("Identity", length, out="prednet_lengths")
    graph.output("decoder_outputs", ["B", WIDTH, 1])
    graph.output("prednet_lengths", ["B"], INT32)
    for name in ("h", "c"):
        state = graph.input(name, [LAYERS, "B", HIDDEN])
        graph.node("Identity", state, out=f"{name}_next")
        graph.output(f"{name}_next", [LAYERS, "B", HIDDEN])
    graph.save(path)


def _joiner(path: Path) -> None:
    graph = Graph("joiner")
    heard = graph.input("encoder_outputs", ["B", WIDTH, 1])
    said = graph.input("decoder_outputs", ["B", WIDTH, 1])
    both = graph.node("Transpose", graph.node("Add", heard, said), perm=[0, 2, 1])
    weights = noise(13, WIDTH, len(TOKENS), scale=2.0)
    weights[0] = 0
    weights[:, BLANK] = 0
    weights[0, BLANK] = -100.0
    bias = np.zeros(len(TOKENS), np.float32)
    bias[BLANK], bias[0] = 100.0 * LOUD, -1e9
    logit = graph.node("Add", graph.node("MatMul", both, graph.constant(weights)),
                       graph.constant(bias))  # fmt: skip
    graph.node("Unsqueeze", logit, graph.constant([1], np.int64), out="outputs")
    graph.output("outputs", ["B", 1, 1, len(TOKENS)])
    graph.save(path)
