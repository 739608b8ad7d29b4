from __future__ import annotations

import pytest
from dbus_fast import Variant
from hypothesis import given
from hypothesis import strategies as st

from app.output import ibus_wire
from app.output.ibus_wire import Surrounding, shows


@given(st.text())
def test_text_survives_the_wire_form(content: str) -> None:
    assert ibus_wire.text_content(ibus_wire.text(content, is_underlined=True)) == content


def test_underline_covers_every_code_point() -> None:
    attributes = ibus_wire.text("你好😀", is_underlined=True).value[3].value[2]
    assert [a.value[2:] for a in attributes] == [[1, 1, 0, 3]]


def test_engine_name_is_found_through_nested_variants() -> None:
    nested = Variant("v", ibus_wire.engine_description())
    assert ibus_wire.engine_name(nested) == ibus_wire.ENGINE_NAME


@pytest.mark.parametrize("value", [None, "x", [], ["IBusText"], Variant("u", 3)])
def test_foreign_values_hold_no_text(value: object) -> None:
    assert ibus_wire.text_content(value) == ""
    assert ibus_wire.engine_name(value) == ""


@given(before=st.text(), committed=st.text(min_size=1), after=st.text())
def test_field_that_holds_the_text_before_the_cursor_proves_it(
    before: str, committed: str, after: str
) -> None:
    now = Surrounding(before + committed + after, len(before + committed))
    assert shows(committed, now, Surrounding(before + after, len(before)))


def test_cursor_in_utf16_units_is_understood() -> None:
    assert shows("😀好", Surrounding("😀😀好x", 5), None)


def test_unchanged_report_proves_nothing() -> None:
    same = Surrounding("好", 1)
    assert not shows("好", same, same)


def test_last_paragraph_proves_text_with_line_breaks() -> None:
    assert shows("一\n二", Surrounding("二", 1), Surrounding("", 0))
    assert not shows("一\n二", Surrounding("一二", 2), Surrounding("", 0))
    assert not shows("一\n", Surrounding("", 0), Surrounding("x", 1))


@pytest.mark.parametrize("found", ["", "你", "好好", "你好 "])
def test_other_text_proves_nothing(found: str) -> None:
    assert not shows("你好", Surrounding(found, len(found)), None)
