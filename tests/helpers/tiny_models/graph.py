"""A few lines that every tiny model needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

FLOAT, INT32, INT64 = TensorProto.FLOAT, TensorProto.INT32, TensorProto.INT64

HAN = tuple("你好世界今天气很不错我们去看")
LOUD = -10.0
"""Mean log-mel energy above which the models hear speech; digital silence is near -16."""

Shape = Sequence[int | str]


class Graph:
    """Collects inputs, nodes, constants and outputs, and saves them as a checked model."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._inputs: list[Any] = []
        self._outputs: list[Any] = []
        self._nodes: list[Any] = []
        self._constants: list[Any] = []

    def input(self, name: str, shape: Shape, kind: int = FLOAT) -> str:
        """Adds an input; returns its name."""
        self._inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def output(self, name: str, shape: Shape, kind: int = FLOAT) -> None:
        """Adds an output, which some node must have named."""
        self._outputs.append(helper.make_tensor_value_info(name, kind, shape))

    def constant(self, value: Any, dtype: Any = np.float32) -> str:
        """Adds a constant; returns its name."""
        name = f"c{len(self._constants)}"
        self._constants.append(numpy_helper.from_array(np.asarray(value, dtype), name))
        return name

    def node(self, kind: str, *inputs: str, out: str = "", **attributes: Any) -> str:
        """Adds a node; returns the name of its output."""
        name = out or f"n{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def save(self, path: Path, metadata: Mapping[str, object] | None = None) -> None:
        """Checks and writes the model."""
        body = helper.make_graph(
            self._nodes, self._name, self._inputs, self._outputs, self._constants
        )
        model = helper.make_model(body, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
        for key, value in (metadata or {}).items():
            entry = model.metadata_props.add()
            entry.key, entry.value = key, str(value)
        onnx.checker.check_model(model)
        path.parent.mkdir(parents=True, exist_ok=True)
        onnx.save(model, str(path))


def noise(seed: int, *shape: int, scale: float = 1.0) -> NDArray[np.float32]:
    """Random weights, the same for the same seed."""
    return np.random.default_rng(seed).normal(0, scale, shape).astype(np.float32)


def write_tokens(path: Path, tokens: Sequence[str]) -> None:
    """Writes ``tokens.txt``: a token and its id on each line."""
    path.write_text("".join(f"{t} {i}\n" for i, t in enumerate(tokens)), encoding="utf-8")


def csv(value: object, times: int) -> str:
    """The same number again and again, as metadata has vectors."""
    return ",".join([str(value)] * times)


def loud_or_blank(
    graph: Graph, features: str, width: int, vocabulary: int, blank: int, never: Sequence[int] = ()
) -> str:
    """Scores for each row of features: the blank below ``LOUD``, some token above."""
    weights = noise(vocabulary, width, vocabulary, scale=0.2)
    weights[:, blank] = 0
    scores = graph.node("MatMul", features, graph.constant(weights))
    mean = graph.node("ReduceMean", features, graph.constant([-1], np.int64), keepdims=1)
    silence = graph.node("Sub", graph.constant(LOUD), mean)
    only_blank = np.zeros(vocabulary, np.float32)
    only_blank[blank] = 100.0
    bias = np.zeros(vocabulary, np.float32)
    bias[list(never)] = -1e9
    scores = graph.node("Add", scores, graph.constant(bias))
    return graph.node("Add", scores, graph.node("Mul", silence, graph.constant(only_blank)))
