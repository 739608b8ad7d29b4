from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models.wire_format import WireFormatError, fields


def test_each_kind_of_field_is_walked() -> None:
    message = b"\x08\x96\x01" + b"\x12\x02hi" + b"\x19" + bytes(8) + b"\x25" + bytes(4)
    assert list(fields(message, (0, len(message)))) == [
        (1, 150),
        (2, (5, 7)),
        (3, (8, 16)),
        (4, (17, 21)),
    ]


@given(st.binary(max_size=200))
def test_any_bytes_are_fields_within_bounds_or_an_error(content: bytes) -> None:
    try:
        found = list(fields(content, (0, len(content))))
    except WireFormatError:
        return
    spans = [value for _, value in found if isinstance(value, tuple)]
    assert all(0 <= start <= end <= len(content) for start, end in spans)


@pytest.mark.parametrize("content", [b"\x08", b"\x12\x05hi", b"\x0b", b"\x00\x01", b"\xff" * 11])
def test_cut_or_senseless_messages_are_errors(content: bytes) -> None:
    with pytest.raises(WireFormatError):
        list(fields(content, (0, len(content))))
