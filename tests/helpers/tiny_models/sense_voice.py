"""SenseVoice (``model.onnx``).

``x`` [N,T,560], ``x_length``, ``language``, ``text_norm`` -> ``logits`` [N,T+4,V]; the first four
rows are the tags of language, emotion, event and number writing.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.helpers.tiny_models.graph import (
    FLOAT,
    HAN,
    INT32,
    Graph,
    csv,
    loud_or_blank,
    write_tokens,
)

FEATURES = 560
TAGS = ("<|zh|>", "<|NEUTRAL|>", "<|Speech|>", "<|withitn|>")
TOKENS = ("<blank>", *HAN, "▁hello", "▁world", "▁test", "▁ok", *TAGS)


def build(folder: Path) -> None:
    """A model that always believes to hear Chinese."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tokens(folder / "tokens.txt", TOKENS)
    size = len(TOKENS)
    graph = Graph("sense-voice")
    speech = graph.input("x", ["N", "T", FEATURES])
    others = [graph.input(name, ["N"], INT32) for name in ("x_length", "language", "text_norm")]
    heard = loud_or_blank(graph, speech, FEATURES, size - len(TAGS), 0)
    never = graph.constant([0, 0, 0, 0, 0, len(TAGS)], np.int64)
    heard = graph.node("Pad", heard, never, graph.constant(-1e9))
    tags = np.full((1, len(TAGS), size), -10, np.float32)
    for row in range(len(TAGS)):
        tags[0, row, size - len(TAGS) + row] = 10
    batch = graph.node("Shape", speech, start=0, end=1)
    shape = graph.node("Concat", batch, graph.constant([len(TAGS), size], np.int64), axis=0)
    all_tags = graph.node("Expand", graph.constant(tags), shape)
    logits = graph.node("Concat", all_tags, heard, axis=1)
    unused = graph.node("Cast", graph.node("Sum", *_as_float(graph, others)), to=FLOAT)
    nothing = graph.node("Mul", graph.node("ReduceSum", unused, keepdims=0), graph.constant(0.0))
    graph.node("Add", logits, nothing, out="logits")
    graph.output("logits", ["N", "L", size])
    graph.save(folder / "model.onnx", _metadata())


def _as_float(graph: Graph, names: list[str]) -> list[str]:
    return [graph.node("Cast", name, to=FLOAT) for name in names]


def _metadata() -> dict[str, object]:
    return {
        "model_type": "sense_voice_ctc",
        "vocab_size": len(TOKENS),
        "blank_id": 0,
        "lfr_window_size": 7,
        "lfr_window_shift": 6,
        "normalize_samples": 0,
        "with_itn": 14,
        "without_itn": 15,
        "lang_auto": 0,
        "lang_zh": 3,
        "lang_en": 4,
        "lang_yue": 7,
        "lang_ja": 11,
        "lang_ko": 12,
        "neg_mean": csv(0.0, FEATURES),
        "inv_stddev": csv(1.0, FEATURES),
    }
