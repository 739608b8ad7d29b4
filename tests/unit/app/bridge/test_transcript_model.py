from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pytestqt.modeltest import ModelTester

from app.bridge.transcript_model import TranscriptModel
from engine.types import EditKind
from tests.helpers.fake_session import update


@pytest.fixture
def model() -> TranscriptModel:
    return TranscriptModel(" ".join)


def shown(model: TranscriptModel) -> list[tuple[Any, Any, Any]]:
    return [
        tuple(
            model.data(model.index(row), role)
            for role in (model.SeparatorRole, model.TextRole, model.FinalRole)
        )
        for row in range(model.rowCount())
    ]


def test_partial_becomes_final_in_place(model: TranscriptModel) -> None:
    model.begin_session()
    model.apply(update("hello"))
    model.apply(update("hello world", revision=1))
    model.apply(update("Hello world.", revision=2, final=True))
    assert shown(model) == [("", "Hello world.", True)]


def test_final_segment_ignores_late_partial(model: TranscriptModel) -> None:
    model.begin_session()
    model.apply(update("done", revision=1, final=True))
    model.apply(update("late", revision=2))
    assert model.text() == "done"


def test_lower_revision_is_ignored(model: TranscriptModel) -> None:
    model.begin_session()
    model.apply(update("newer", revision=3))
    model.apply(update("older", revision=2))
    assert shown(model) == [("", "newer", False)]


def test_empty_final_withdraws_the_segment(model: TranscriptModel) -> None:
    model.begin_session()
    model.apply(update("uh"))
    model.apply(update("next", segment=1))
    model.apply(update("", revision=1, final=True))
    model.apply(update("next one", segment=1, revision=1, final=True))
    assert shown(model) == [("", "next one", True)]


def test_segment_that_comes_back_stands_in_its_old_place(model: TranscriptModel) -> None:
    model.begin_session()
    model.apply(update("first", segment=0))
    model.apply(update("second", segment=1))
    model.apply(update("", segment=0, revision=1))
    model.apply(update("First.", segment=0, revision=2, final=True))
    assert [row[1] for row in shown(model)] == ["First.", "second"]


def test_empty_update_of_unknown_segment_shows_nothing(model: TranscriptModel) -> None:
    model.begin_session()
    model.apply(update("", final=True))
    assert model.rowCount() == 0


def test_segments_of_a_session_are_joined_and_sessions_are_paragraphs(
    model: TranscriptModel,
) -> None:
    for _ in range(2):
        model.begin_session()
        model.apply(update("one", segment=0, final=True))
        model.apply(update("two", segment=1, final=True))
    assert model.text() == "one two\none two"
    assert [row[0] for row in shown(model)] == ["", " ", "\n", " "]


def test_text_leaves_partials_out(model: TranscriptModel) -> None:
    model.begin_session()
    model.apply(update("said", segment=0, final=True))
    model.apply(update("being sa", segment=1))
    assert model.text() == "said"
    assert [[final.text for final in p] for p in model.paragraphs()] == [["said"]]


def test_outer_spaces_of_a_segment_are_not_shown(model: TranscriptModel) -> None:
    model.begin_session()
    model.apply(update(" one ", segment=0, final=True))
    model.apply(update(" two", segment=1, final=True))
    assert [row[:2] for row in shown(model)] == [("", "one"), (" ", "two")]


def test_dropping_partials_keeps_finals(model: TranscriptModel) -> None:
    model.begin_session()
    model.apply(update("kept", segment=0, final=True))
    model.apply(update("dropped", segment=1))
    model.drop_partials()
    assert shown(model) == [("", "kept", True)]


def test_settled_partials_are_final(model: TranscriptModel) -> None:
    model.begin_session()
    model.apply(update("half a sen"))
    model.settle_partials()
    assert shown(model) == [("", "half a sen", True)]


def test_cleared_text_can_be_restored_before_what_followed(model: TranscriptModel) -> None:
    model.begin_session()
    model.apply(update("old", final=True))
    removed = model.clear()
    assert model.rowCount() == 0
    model.begin_session()
    model.apply(update("new", revision=0))
    model.restore(removed)
    model.apply(update("newer", revision=1, final=True))
    assert shown(model) == [("", "old", True), ("\n", "newer", True)]


def test_segment_that_goes_on_after_clear_appears_again(model: TranscriptModel) -> None:
    model.begin_session()
    model.apply(update("first", final=False))
    model.clear()
    model.apply(update("first words", revision=1))
    assert shown(model) == [("", "first words", False)]


def test_is_a_sound_qt_model(model: TranscriptModel, qtmodeltester: ModelTester) -> None:
    model.begin_session()
    model.apply(update("one", segment=0, final=True))
    model.apply(update("two", segment=1))
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]  # pytest-qt's
    assert model.data(model.index(5)) is None
    assert model.data(model.index(0), 9999) is None


def test_spoken_command_takes_back_the_last_sentence(model: TranscriptModel) -> None:
    model.begin_session()
    model.apply(update("It rains. It snows.", final=True))
    command = update("", segment=1, final=True)
    model.apply(replace(command, edits=(EditKind.DELETE_SENTENCE,)))
    assert model.text() == "It rains."


def test_spoken_undo_takes_back_the_segment_before(model: TranscriptModel) -> None:
    model.begin_session()
    model.apply(update("first", final=True))
    model.begin_session()
    model.apply(update("undo"))
    model.apply(replace(update("", revision=1, final=True), edits=(EditKind.UNDO,)))
    assert shown(model) == []


def test_command_with_nothing_to_take_back_does_nothing(model: TranscriptModel) -> None:
    model.begin_session()
    model.apply(replace(update("", final=True), edits=(EditKind.UNDO,)))
    assert shown(model) == []
