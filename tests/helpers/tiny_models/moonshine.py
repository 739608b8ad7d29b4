"""Moonshine (``preprocess``, ``encode``, ``uncached_decode``, ``cached_decode``); no metadata.

It always says the same, one token after the other, however long the audio.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.helpers.tiny_models.graph import INT32, Graph, write_tokens

WIDTH, HOP = 4, 400
TOKENS = ("<unk>", "<s>", "</s>", "▁hello", "▁world", "▁ok")
FOLLOWS = {1: 3, 3: 4, 4: 2}
SAYS = "hello world"


def build(folder: Path) -> None:
    """An English model."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tokens(folder / "tokens.txt", TOKENS)
    _preprocessor(folder / "preprocess.onnx")
    _encoder(folder / "encode.int8.onnx")
    _decoder(folder / "uncached_decode.int8.onnx", is_cached=False)
    _decoder(folder / "cached_decode.int8.onnx", is_cached=True)


def _preprocessor(path: Path) -> None:
    graph = Graph("preprocess")
    audio = graph.input("audio", [1, "T"])
    starts, ends = graph.constant([0], np.int64), graph.constant([10**7], np.int64)
    axes, steps = graph.constant([1], np.int64), graph.constant([HOP], np.int64)
    few = graph.node("Slice", audio, starts, ends, axes, steps)
    column = graph.node("Unsqueeze", few, graph.constant([2], np.int64))
    graph.node("MatMul", column, graph.constant(np.ones((1, WIDTH))), out="features")
    graph.output("features", [1, "U", WIDTH])
    graph.save(path)


def _encoder(path: Path) -> None:
    graph = Graph("encode")
    features = graph.input("features", [1, "U", WIDTH])
    graph.input("features_len", [1], INT32)
    graph.node("Identity", features, out="encoder_out")
    graph.output("encoder_out", [1, "U", WIDTH])
    graph.save(path)


def _decoder(path: Path, *, is_cached: bool) -> None:
    graph = Graph("decode")
    tokens = graph.input("tokens", [1, "n"], INT32)
    graph.input("encoder_out", [1, "U", WIDTH])
    graph.input("seq_len", [1], INT32)
    follows = np.full((len(TOKENS), len(TOKENS)), -10, np.float32)
    for token, after in FOLLOWS.items():
        follows[token, after] = 10
    graph.node("Gather", graph.constant(follows), tokens, out="logits")
    graph.output("logits", [1, "n", len(TOKENS)])
    state = graph.input("state", [1]) if is_cached else graph.constant([0.0])
    graph.node("Identity", state, out="new_state")
    graph.output("new_state", [1])
    graph.save(path)
