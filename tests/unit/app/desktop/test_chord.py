from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desktop.chord import MODIFIERS, Chord, ChordError


@given(st.sets(st.sampled_from(MODIFIERS)), st.sampled_from(["space", "F9", "d", "Control_R"]))
def test_what_is_written_is_read_back(modifiers: set[str], key: str) -> None:
    chord = Chord(tuple(m for m in MODIFIERS if m in modifiers), key)
    assert Chord.parse(str(chord)) == chord


def test_people_write_it_in_many_ways() -> None:
    assert str(Chord.parse("alt + control+SPACE")) == "Ctrl+Alt+space"
    assert str(Chord.parse("Meta+D")) == "Super+d"


@pytest.mark.parametrize("text", ["", "Ctrl+", "Hyper+d"])
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(ChordError):
        Chord.parse(text)


def test_each_desktop_gets_its_own_form() -> None:
    chord = Chord.parse("Ctrl+Alt+Super+space")
    assert chord.for_gtk() == "<Control><Alt><Super>space"
    assert chord.for_portal() == "CTRL+ALT+LOGO+space"


@pytest.mark.parametrize(
    ("text", "types", "alone"),
    [
        ("d", True, False),
        ("Shift+d", True, False),
        ("space", True, False),
        ("F9", False, False),
        ("Ctrl+d", False, False),
        ("Control_R", False, True),
        ("Shift+Control_R", False, False),
    ],
)
def test_keys_that_type_are_told_from_those_that_do_not(
    text: str, types: bool, alone: bool
) -> None:
    chord = Chord.parse(text)
    assert (chord.types_text, chord.is_modifier_alone) == (types, alone)
