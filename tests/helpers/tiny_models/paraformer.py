"""Streaming Paraformer (``encoder.onnx``, ``decoder.onnx``) and the offline one (``model.onnx``).

Encoder: ``speech`` [1,T,560], ``speech_lengths`` -> ``enc`` [1,T,D], ``enc_len``, ``alphas`` [1,T].
Decoder: ``enc``, ``enc_len``, ``emb`` [1,N,D], ``emb_len``, caches [1,D,K-1] -> ``logits`` [1,N,V],
``sample_ids`` [1,N], caches. The encoder alone has metadata. A token fires when the alphas add
up to one: about every fourth loud frame.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.helpers.tiny_models.graph import (
    HAN,
    INT32,
    INT64,
    Graph,
    csv,
    loud_or_blank,
    noise,
    write_tokens,
)

FEATURES = 560
WIDTH, BLOCKS, KERNEL = 16, 2, 11
TOKENS = ("<blank>", "<s>", "</s>", *HAN, "hello", "wor@@", "ld", "test", "to@@", "day", "<unk>")
END = 2


def build(folder: Path) -> None:
    """A streaming model."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tokens(folder / "tokens.txt", TOKENS)
    _encoder(folder / "encoder.onnx")
    _decoder(folder / "decoder.onnx")


def build_offline(folder: Path) -> None:
    """An offline model: one token for each row of features, up to the first silent one."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tokens(folder / "tokens.txt", TOKENS)
    graph = Graph("paraformer")
    speech = graph.input("speech", [1, "T", FEATURES])
    lengths = graph.input("speech_lengths", [1], INT32)
    logits = loud_or_blank(graph, speech, FEATURES, len(TOKENS), END, never=(0, 1))
    graph.node("Identity", logits, out="logits")
    graph.node("Identity", lengths, out="token_num")
    graph.output("logits", [1, "T", len(TOKENS)])
    graph.output("token_num", [1], INT32)
    graph.save(folder / "model.onnx", {"model_type": "paraformer", **_features()})


def _features() -> dict[str, object]:
    return {
        "vocab_size": len(TOKENS),
        "lfr_window_size": 7,
        "lfr_window_shift": 6,
        "neg_mean": csv(0.0, FEATURES),
        "inv_stddev": csv(1.0, FEATURES),
    }


def _encoder(path: Path) -> None:
    graph = Graph("encoder")
    speech = graph.input("speech", [1, "T", FEATURES])
    lengths = graph.input("speech_lengths", [1], INT32)
    weights = graph.constant(noise(0, FEATURES, WIDTH, scale=0.05))
    graph.node("Tanh", graph.node("MatMul", speech, weights), out="enc")
    mean = graph.node("ReduceMean", speech, graph.constant([2], np.int64), keepdims=0)
    # sherpa-onnx multiplies the features by sqrt(WIDTH) = 4
    loudness = graph.node("Add", graph.node("Mul", mean, graph.constant(0.5)), graph.constant(20.0))
    graph.node("Mul", graph.node("Sigmoid", loudness), graph.constant(0.25), out="alphas")
    graph.node("Identity", lengths, out="enc_len")
    graph.output("enc", [1, "T", WIDTH])
    graph.output("enc_len", [1], INT32)
    graph.output("alphas", [1, "T"])
    metadata = {
        "model_type": "paraformer",
        **_features(),
        "encoder_output_size": WIDTH,
        "decoder_num_blocks": BLOCKS,
        "decoder_kernel_size": KERNEL,
    }
    graph.save(path, metadata)


def _decoder(path: Path) -> None:
    graph = Graph("decoder")
    graph.input("enc", [1, "T", WIDTH])
    graph.input("enc_len", [1], INT32)
    embedding = graph.input("emb", [1, "N", WIDTH])
    graph.input("emb_len", [1], INT32)
    never = np.zeros(len(TOKENS), np.float32)
    never[[0, 1, 2, -1]] = -1e9
    weights = graph.constant(noise(1, WIDTH, len(TOKENS), scale=3.0))
    graph.node("Add", graph.node("MatMul", embedding, weights), graph.constant(never), out="logits")
    graph.node("ArgMax", "logits", out="sample_ids", axis=2, keepdims=0)
    graph.output("logits", [1, "N", len(TOKENS)])
    graph.output("sample_ids", [1, "N"], INT64)
    for block in range(BLOCKS):
        cache = graph.input(f"in_cache_{block}", [1, WIDTH, KERNEL - 1])
        graph.node("Identity", cache, out=f"out_cache_{block}")
        graph.output(f"out_cache_{block}", [1, WIDTH, KERNEL - 1])
    graph.save(path)
