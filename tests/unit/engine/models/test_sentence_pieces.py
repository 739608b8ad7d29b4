from __future__ import annotations

import struct

import pytest

from engine.models import sentence_pieces
from engine.models.wire_format import WireFormatError


def piece(text: str, score: float) -> bytes:
    """One piece of a SentencePiece model, as protobuf writes it."""
    encoded = text.encode()
    body = b"\x0a" + bytes([len(encoded)]) + encoded + b"\x15" + struct.pack("<f", score)
    return b"\x0a" + bytes([len(body)]) + body


def test_pieces_and_scores_are_read_in_order() -> None:
    content = piece("<unk>", 0.0) + piece("▁the", -2.5) + b"\x12\x00"
    assert sentence_pieces.read(content) == [("<unk>", 0.0), ("▁the", -2.5)]


@pytest.mark.parametrize("content", [b"", b"\x12\x00", b"not protobuf", piece("x", 1.0)[:-2]])
def test_other_files_are_refused(content: bytes) -> None:
    with pytest.raises(WireFormatError):
        sentence_pieces.read(content)
