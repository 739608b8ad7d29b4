"""Streaming zipformer2: transducer (``encoder``, ``decoder``, ``joiner``) and CTC (``model``).

One stack of one layer. Encoder: ``x`` [N,45,80] and eight states -> ``encoder_out`` [N,8,D] and the
states. Decoder: ``y`` [N,2] -> [N,D]. Joiner: both, [N,D] each -> ``logit`` [N,V].
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.helpers.tiny_models.graph import (
    HAN,
    INT64,
    LOUD,
    Graph,
    loud_or_blank,
    noise,
    write_tokens,
)

MELS, T, CHUNK = 80, 45, 32
WIDTH, LEFT, HEADS, HEAD, KERNEL = 16, 16, 2, 4, 8
TOKENS = ("<blk>", "<sos/eos>", "<unk>", *HAN, "▁hello", "▁wor", "ld", "▁test", "▁ok", "ing")


def build(folder: Path) -> None:
    """A transducer."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tokens(folder / "tokens.txt", TOKENS)
    _encoder(folder / "encoder.onnx")
    _decoder(folder / "decoder.onnx")
    _joiner(folder / "joiner.onnx")


def build_ctc(folder: Path) -> None:
    """A CTC model."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tokens(folder / "tokens.txt", TOKENS)
    graph = Graph("ctc")
    rows = _every_fourth(graph, graph.input("x", ["N", T, MELS]))
    logits = loud_or_blank(graph, rows, MELS, len(TOKENS), 0, never=(1, 2))
    graph.node("LogSoftmax", logits, out="log_probs", axis=-1)
    graph.output("log_probs", ["N", CHUNK // 4, len(TOKENS)])
    _states(graph)
    graph.save(folder / "model.onnx", _metadata())


def _every_fourth(graph: Graph, x: str) -> str:
    """[N,45,80] -> [N,8,80]"""
    starts, ends = graph.constant([0], np.int64), graph.constant([CHUNK], np.int64)
    axes, steps = graph.constant([1], np.int64), graph.constant([4], np.int64)
    return graph.node("Slice", x, starts, ends, axes, steps)


def _encoder(path: Path) -> None:
    graph = Graph("encoder")
    rows = _every_fourth(graph, graph.input("x", ["N", T, MELS]))
    weights = graph.constant(noise(8, MELS, WIDTH - 1, scale=0.05))
    heard = graph.node("Tanh", graph.node("MatMul", rows, weights))
    mean = graph.node("ReduceMean", rows, graph.constant([-1], np.int64), keepdims=1)
    graph.node("Concat", mean, heard, out="encoder_out", axis=-1)
    graph.output("encoder_out", ["N", CHUNK // 4, WIDTH])
    _states(graph)
    graph.save(path, _metadata())


def _states(graph: Graph) -> None:
    """The states of one layer, given back as they came."""
    shapes: dict[str, list[int | str]] = {
        "key_0": [LEFT, "N", HEADS * HEAD],
        "nonlin_0": [1, "N", LEFT, 3 * WIDTH // 4],
        "val1_0": [LEFT, "N", HEADS * HEAD],
        "val2_0": [LEFT, "N", HEADS * HEAD],
        "conv1_0": ["N", WIDTH, KERNEL // 2],
        "conv2_0": ["N", WIDTH, KERNEL // 2],
        "embed_states": ["N", 128, 3, 19],
    }
    for name, shape in shapes.items():
        graph.node("Identity", graph.input(name, shape), out=f"new_{name}")
        graph.output(f"new_{name}", shape)
    lens = graph.input("processed_lens", ["N"], INT64)
    graph.node("Identity", lens, out="new_processed_lens")
    graph.output("new_processed_lens", ["N"], INT64)


def _metadata() -> dict[str, object]:
    return {
        "model_type": "zipformer2",
        "encoder_dims": WIDTH,
        "query_head_dims": HEAD,
        "value_head_dims": HEAD,
        "num_heads": HEADS,
        "num_encoder_layers": 1,
        "cnn_module_kernels": KERNEL,
        "left_context_len": LEFT,
        "T": T,
        "decode_chunk_len": CHUNK,
    }


def _decoder(path: Path) -> None:
    graph = Graph("decoder")
    y = graph.input("y", ["N", 2], INT64)
    table = noise(9, len(TOKENS), WIDTH)
    table[:, 0] = 0  # the encoder alone says how loud it is
    looked_up = graph.node("Gather", graph.constant(table), y)
    graph.node(
        "ReduceMean", looked_up, graph.constant([1], np.int64), out="decoder_out", keepdims=0
    )
    graph.output("decoder_out", ["N", WIDTH])
    graph.save(path, {"vocab_size": len(TOKENS), "context_size": 2})


def _joiner(path: Path) -> None:
    graph = Graph("joiner")
    both = graph.node(
        "Add", graph.input("encoder_out", ["N", WIDTH]), graph.input("decoder_out", ["N", WIDTH])
    )
    weights = noise(10, WIDTH, len(TOKENS), scale=2.0)
    weights[0] = 0
    weights[:, 0] = 0
    weights[0, 0] = -100.0  # the blank below LOUD
    bias = np.zeros(len(TOKENS), np.float32)
    bias[0], bias[1], bias[2] = 100.0 * LOUD, -1e9, -1e9
    logit = graph.node("MatMul", both, graph.constant(weights))
    graph.node("Add", logit, graph.constant(bias), out="logit")
    graph.output("logit", ["N", len(TOKENS)])
    graph.save(path)
