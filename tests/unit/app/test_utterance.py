from __future__ import annotations

import dataclasses

from hypothesis import given
from hypothesis import strategies as st

from app.utterance import Utterance
from engine.text.transcript import join
from engine.types import EditKind
from tests.helpers.fake_session import update


def test_hold_gives_all_at_the_end() -> None:
    utterance = Utterance(join)
    utterance.apply(update("Hello", segment=0))
    assert utterance.preview() == "Hello"
    utterance.apply(update("Hello.", segment=0, final=True))
    utterance.apply(update("How are", segment=1))
    assert utterance.preview() == "Hello. How are"
    utterance.apply(update("How are you?", segment=1, final=True))
    assert utterance.take() == "Hello. How are you?"
    assert utterance.take() == ""
    assert utterance.preview() == ""


def test_toggle_gives_pieces_with_their_separators() -> None:
    utterance = Utterance(join)
    pieces = []
    for segment, text in enumerate(["Hello.", "你好。", "再见。", "Good", "bye."]):
        utterance.apply(update(text, segment=segment, final=True))
        pieces.append(utterance.take())
    assert pieces == ["Hello.", "你好。", "再见。", "Good", " bye."]


def test_partial_is_previewed_after_what_was_delivered() -> None:
    utterance = Utterance(join)
    utterance.apply(update("Hello.", segment=0, final=True))
    utterance.take()
    utterance.apply(update("Good", segment=1))
    assert utterance.preview() == " Good"
    utterance.apply(update("", segment=1, final=True))
    assert utterance.preview() == ""
    assert utterance.take() == ""


def test_commands_take_back_what_was_not_delivered() -> None:
    utterance = Utterance(join)
    utterance.apply(update("One. Two.", segment=0, final=True))
    command = update("", segment=1, final=True)
    utterance.apply(dataclasses.replace(command, edits=(EditKind.DELETE_SENTENCE,)))
    assert utterance.preview() == "One."
    utterance.take()
    utterance.apply(dataclasses.replace(command, segment_id=2, edits=(EditKind.UNDO,)))
    assert utterance.take() == ""


@given(st.lists(st.tuples(st.text(), st.booleans())))
def test_pieces_join_to_the_whole(said: list[tuple[str, bool]]) -> None:
    utterance = Utterance(join)
    pieces = []
    for segment, (text, is_taken) in enumerate(said):
        utterance.apply(update(text, segment=segment, final=True))
        if is_taken:
            pieces.append(utterance.take())
    pieces.append(utterance.take())
    assert "".join(pieces) == join(text for text, _ in said)
