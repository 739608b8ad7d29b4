"""Models that set punctuation; a mark follows from the word before it alone.

CT-Transformer, Chinese and English (``model.onnx``, tokens in its metadata): ``inputs`` [1,T],
``text_lengths`` -> ``logits`` [1,T,6].

CNN-BiLSTM, English (``model.onnx``, ``bpe.vocab``): ``token_ids``, ``valid_ids`` [N,200] (1 where a
word begins), ``label_lens`` [N] -> scores of case and of mark, a row a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from tests.helpers.tiny_models.graph import HAN, INT32, Graph

MARKS = ("<unk>", "_", "，", "。", "？", "、")
TOKENS = ("<unk>", *HAN, "吗", "hello", "world", "test", "ok")
AFTER: Mapping[str, str] = {"好": "，", "气": "、", "错": "。", "吗": "？", "world": "，"}
"""What the CT-Transformer sets after a token, and it ends each text with a full stop."""

PIECES = ("<unk>", "<s>", "</s>", "▁hello", "▁world", "▁test", "▁ok", "▁nasa", "▁really", "▁", "x")
_SEQUENCE = 200
_CASES = {"▁hello": 2, "▁nasa": 1}
_ENGLISH_MARKS = {"▁world": 1, "▁ok": 2, "▁really": 3}


def build(folder: Path) -> None:
    """A CT-Transformer."""
    graph = Graph("punctuation")
    text = graph.input("inputs", [1, "T"], INT32)
    graph.input("text_lengths", [1], INT32)
    rows = [MARKS.index(AFTER.get(token, "_")) for token in TOKENS]
    table = graph.constant(np.eye(len(MARKS))[rows])
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


def build_online(folder: Path) -> None:
    """A CNN-BiLSTM."""
    graph = Graph("online-punctuation")
    ids = graph.input("token_ids", ["N", _SEQUENCE], INT32)
    valid = graph.input("valid_ids", ["N", _SEQUENCE], INT32)
    graph.input("label_lens", ["N"], INT32)
    begins_word = graph.node("Equal", valid, graph.constant(1, np.int32))
    is_word = graph.node("Greater", ids, graph.constant(2, np.int32))  # no <s>, no </s>
    is_unknown = graph.node("Equal", ids, graph.constant(0, np.int32))
    counts = graph.node("And", begins_word, graph.node("Or", is_word, is_unknown))
    places = graph.node("Transpose", graph.node("NonZero", counts), perm=[1, 0])
    words = graph.node("GatherND", ids, places)
    for name, choices in (("case_logits", _CASES), ("punct_logits", _ENGLISH_MARKS)):
        table = graph.constant(np.eye(4)[[choices.get(piece, 0) for piece in PIECES]])
        graph.node("Gather", table, words, out=name)
        graph.output(name, ["W", 4])
    metadata = {"COMMA": 1, "PERIOD": 2, "QUESTION": 3, "UPPER": 1, "CAP": 2, "MIX_CASE": 3}
    graph.save(folder / "model.onnx", metadata)
    text = "".join(f"{piece}\t{-float(i)}\n" for i, piece in enumerate(PIECES))
    (folder / "bpe.vocab").write_text(text, encoding="utf-8")
