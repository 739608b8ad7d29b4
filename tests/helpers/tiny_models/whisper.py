"""Whisper as sherpa-onnx has it (``encoder.onnx``, ``decoder.onnx``); it always says the same.

Encoder: ``mel`` [N,80,T] -> ``n_layer_cross_k``, ``n_layer_cross_v`` [L,N,T/2,S]. Decoder:
``tokens`` [N,n], self and cross caches, ``offset`` -> ``logits`` [N,n,V] and the self caches. Each
token is followed by the next one of ``SAYS``.
"""

from __future__ import annotations

import base64
from pathlib import Path

import numpy as np

from tests.helpers.tiny_models.graph import INT64, Graph, write_tokens

MELS, LAYERS, CONTEXT, STATE = 80, 1, 448, 4
TEXT = (" hello", " world", "你", "好", "!", "blank")
SPECIAL = ("sot", "en", "zh", "translate", "transcribe", "no_speech", "no_timestamps", "eot")
IDS = {name: len(TEXT) + i for i, name in enumerate(SPECIAL)}
VOCABULARY = len(TEXT) + len(SPECIAL)
SAYS = "hello world你好"


def build(folder: Path) -> None:
    """A multilingual model."""
    folder.mkdir(parents=True, exist_ok=True)
    encoded = [base64.b64encode(text.encode()).decode() for text in TEXT]
    write_tokens(folder / "tokens.txt", encoded)
    _encoder(folder / "encoder.onnx")
    _decoder(folder / "decoder.onnx")


def _encoder(path: Path) -> None:
    graph = Graph("encoder")
    mel = graph.input("mel", ["N", MELS, "T"])
    starts, ends = graph.constant([0, 0], np.int64), graph.constant([STATE, 10**6], np.int64)
    axes, steps = graph.constant([1, 2], np.int64), graph.constant([1, 2], np.int64)
    few = graph.node("Slice", mel, starts, ends, axes, steps)
    by_time = graph.node("Transpose", few, perm=[0, 2, 1])
    for name in ("n_layer_cross_k", "n_layer_cross_v"):
        graph.node("Unsqueeze", by_time, graph.constant([0], np.int64), out=name)
        graph.output(name, [LAYERS, "N", "U", STATE])
    graph.save(path, _metadata())


def _metadata() -> dict[str, object]:
    return {
        "model_type": "whisper-tiny-random",
        "n_mels": MELS,
        "n_text_layer": LAYERS,
        "n_text_ctx": CONTEXT,
        "n_text_state": STATE,
        "n_vocab": VOCABULARY,
        "sot": IDS["sot"],
        "eot": IDS["eot"],
        "blank_id": TEXT.index("blank"),
        "translate": IDS["translate"],
        "transcribe": IDS["transcribe"],
        "is_multilingual": 1,
        "no_timestamps": IDS["no_timestamps"],
        "no_speech": IDS["no_speech"],
        "sot_sequence": f"{IDS['sot']},{IDS['en']},{IDS['transcribe']}",
        "all_language_tokens": f"{IDS['en']},{IDS['zh']}",
        "all_language_codes": "en,zh",
    }


def _decoder(path: Path) -> None:
    graph = Graph("decoder")
    tokens = graph.input("tokens", ["N", "n"], INT64)
    for name in ("self_k", "self_v"):
        cache = graph.input(f"in_n_layer_{name}_cache", [LAYERS, "N", CONTEXT, STATE])
        graph.node("Identity", cache, out=f"out_n_layer_{name}_cache")
    for name in ("n_layer_cross_k", "n_layer_cross_v"):
        graph.input(name, [LAYERS, "N", "U", STATE])
    graph.input("offset", [1], INT64)
    follows = np.full((VOCABULARY, VOCABULARY), -10, np.float32)
    chain = [IDS["no_timestamps"], 0, 1, 2, 3, IDS["eot"]]
    for token, after in zip(chain, [*chain[1:], IDS["eot"]], strict=True):
        follows[token, after] = 10
    follows[IDS["sot"], IDS["zh"]] = 10
    graph.node("Gather", graph.constant(follows), tokens, out="logits")
    graph.output("logits", ["N", "n", VOCABULARY])
    for name in ("self_k", "self_v"):
        graph.output(f"out_n_layer_{name}_cache", [LAYERS, "N", CONTEXT, STATE])
    graph.save(path)
