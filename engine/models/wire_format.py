"""Protobuf's wire format, read field by field and never beyond the end.

ONNX and SentencePiece models are protobuf messages. Two small messages do not warrant the package
(https://protobuf.dev/programming-guides/encoding/).
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5

Buffer = bytes | mmap.mmap
Span = tuple[int, int]
"""First byte, and just after the last."""


class WireFormatError(ValueError):
    """The bytes are no message, or a part of one."""


def fields(data: Buffer, span: Span) -> Iterator[tuple[int, int | Span]]:
    """Fields of one message: a number with its value, or with the span of its bytes."""
    position, end = span
    while position < end:
        key, position = _varint(data, position, end)
        number, kind = key >> 3, key & 7
        if number == 0:
            raise WireFormatError("is of another format")
        if kind == VARINT:
            value, position = _varint(data, position, end)
            yield number, value
            continue
        if kind == BYTES:
            length, position = _varint(data, position, end)
        elif kind in (FIXED64, FIXED32):
            length = 8 if kind == FIXED64 else 4
        else:
            raise WireFormatError("is of another format")
        if length > end - position:
            raise WireFormatError("is cut off or damaged")
        yield number, (position, position + length)
        position += length


def _varint(data: Buffer, position: int, end: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if position >= end:
            raise WireFormatError("is cut off or damaged")
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
    raise WireFormatError("is of another format")
