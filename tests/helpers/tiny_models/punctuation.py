"""A CT-Transformer that would set punctuation (``model.onnx``): recognised, never run."""

from __future__ import annotations

from pathlib import Path

from tests.helpers.tiny_models.graph import INT32, Graph

TOKENS = ("<unk>", "你", "好", "hello")
MARKS = ("<unk>", "_", "，", "。", "？", "、")


def build(folder: Path) -> None:
    """A model that sets no mark."""
    graph = Graph("punctuation")
    text = graph.input("inputs", [1, "T"], INT32)
    graph.input("text_lengths", [1], INT32)
    row = [0.0] * len(MARKS)
    row[1] = 1.0
    table = graph.constant([row] * len(TOKENS))
    graph.node("Gather", table, text, out="logits")
    graph.output("logits", [1, "T", len(MARKS)])
    metadata = {
        "model_type": "ct_transformer",
        "vocab_size": len(TOKENS),
        "tokens": "|".join(TOKENS),
        "punctuations": "|".join(MARKS),
        "unk_symbol": "<unk>",
    }
    graph.save(folder / "model.onnx", metadata)
