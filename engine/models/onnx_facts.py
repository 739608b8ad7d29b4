"""What an ONNX file says of itself, read without loading it.

sherpa-onnx ends the whole process on a model whose metadata it does not like, so we look first. The
ModelProto is walked field by field; weights are stepped over, never read.
"""

from __future__ import annotations

import mmap
from dataclasses import dataclass, field
from pathlib import Path

from engine.models.wire_format import Span, WireFormatError, fields

_MAX_METADATA_BYTES = 16 * 1024 * 1024
_MAX_NAMES = 4096
"""Inputs or outputs of a graph; a streaming encoder has a few hundred."""

# onnx.proto3: message.field
_MODEL_IR_VERSION, _MODEL_GRAPH, _MODEL_METADATA = 1, 7, 14
_ENTRY_KEY, _ENTRY_VALUE = 1, 2
_GRAPH_INPUT, _GRAPH_OUTPUT = 11, 12
_VALUE_NAME, _VALUE_TYPE = 1, 2
_TYPE_TENSOR, _TENSOR_SHAPE, _SHAPE_DIM, _DIM_VALUE = 1, 2, 1, 1


class OnnxFormatError(ValueError):
    """The file is no ONNX model, or a part of one."""


@dataclass(frozen=True, slots=True)
class Tensor:
    """An input or output.

    Attributes:
        name: its name in the graph.
        shape: its dimensions; None for one that is free.
    """

    name: str
    shape: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class OnnxFacts:
    """What a model file says of itself.

    Attributes:
        metadata: the custom properties.
        inputs: in the graph's order.
        outputs: in the graph's order.
    """

    metadata: dict[str, str] = field(default_factory=dict)
    inputs: tuple[Tensor, ...] = ()
    outputs: tuple[Tensor, ...] = ()


def read(path: Path) -> OnnxFacts:
    """Reads a model file's metadata and signature.

    Raises:
        OnnxFormatError: the file is damaged, cut off, or something else.
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        if not file.read(1):
            raise OnnxFormatError("is empty")
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            try:
                return _model(data)
            except WireFormatError as error:
                raise OnnxFormatError(str(error)) from error


def _model(data: mmap.mmap) -> OnnxFacts:
    if data[:20] == b"version https://git-":
        raise OnnxFormatError("is a Git LFS pointer, not the file it stands for")
    metadata: dict[str, str] = {}
    graphs: list[Span] = []
    has_version = False
    budget = _MAX_METADATA_BYTES
    for number, value in fields(data, (0, len(data))):
        if number == _MODEL_IR_VERSION:
            has_version = True
        elif number == _MODEL_GRAPH and isinstance(value, tuple):
            graphs.append(value)
        elif number == _MODEL_METADATA and isinstance(value, tuple):
            budget -= value[1] - value[0]
            if budget < 0:
                raise OnnxFormatError("has more metadata than any model needs")
            key, text = _entry(data, value)
            metadata[key] = text
    if not has_version or len(graphs) != 1:
        raise OnnxFormatError("is no ONNX model")
    inputs, outputs = _signature(data, graphs[0])
    return OnnxFacts(metadata, inputs, outputs)


def _entry(data: mmap.mmap, span: Span) -> tuple[str, str]:
    found = {_ENTRY_KEY: "", _ENTRY_VALUE: ""}
    for number, value in fields(data, span):
        if number in found and isinstance(value, tuple):
            found[number] = _text(data, value)
    return found[_ENTRY_KEY], found[_ENTRY_VALUE]


def _signature(data: mmap.mmap, graph: Span) -> tuple[tuple[Tensor, ...], tuple[Tensor, ...]]:
    found: dict[int, list[Tensor]] = {_GRAPH_INPUT: [], _GRAPH_OUTPUT: []}
    for number, value in fields(data, graph):
        if number in found and isinstance(value, tuple):
            found[number].append(_tensor(data, value))
            if len(found[number]) > _MAX_NAMES:
                raise OnnxFormatError("has more inputs or outputs than any model needs")
    return tuple(found[_GRAPH_INPUT]), tuple(found[_GRAPH_OUTPUT])


def _tensor(data: mmap.mmap, span: Span) -> Tensor:
    name = ""
    shape: tuple[int | None, ...] = ()
    for number, value in fields(data, span):
        if not isinstance(value, tuple):
            continue
        if number == _VALUE_NAME:
            name = _text(data, value)
        elif number == _VALUE_TYPE:
            tensors = _children(data, value, _TYPE_TENSOR)
            shapes = [s for t in tensors for s in _children(data, t, _TENSOR_SHAPE)]
            shape = tuple(_dim(data, d) for s in shapes for d in _children(data, s, _SHAPE_DIM))
    return Tensor(name, shape)


def _dim(data: mmap.mmap, span: Span) -> int | None:
    for number, value in fields(data, span):
        if number == _DIM_VALUE and isinstance(value, int):
            return value
    return None


def _children(data: mmap.mmap, span: Span, wanted: int) -> list[Span]:
    return [v for n, v in fields(data, span) if n == wanted and isinstance(v, tuple)]


def _text(data: mmap.mmap, span: Span) -> str:
    return data[span[0] : span[1]].decode("utf-8", "replace")
