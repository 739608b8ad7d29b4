"""The pieces of a SentencePiece model (``bpe.model``), without the package."""

from __future__ import annotations

import struct

from engine.models.wire_format import Span, WireFormatError, fields

# sentencepiece_model.proto: message.field
_MODEL_PIECES, _PIECE_TEXT, _PIECE_SCORE = 1, 1, 2


def read(content: bytes) -> list[tuple[str, float]]:
    """Each piece with its score, in the order of their ids.

    Raises:
        WireFormatError: it is no SentencePiece model.
    """
    pieces = [
        _piece(content, value)
        for number, value in fields(content, (0, len(content)))
        if number == _MODEL_PIECES and isinstance(value, tuple)
    ]
    if not pieces:
        raise WireFormatError("holds no pieces")
    return pieces


def _piece(content: bytes, span: Span) -> tuple[str, float]:
    text, score = "", 0.0
    for number, value in fields(content, span):
        if not isinstance(value, tuple):
            continue
        raw = content[value[0] : value[1]]
        if number == _PIECE_TEXT:
            text = raw.decode("utf-8", "replace")
        elif number == _PIECE_SCORE and len(raw) == 4:
            score = struct.unpack("<f", raw)[0]
    return text, score
