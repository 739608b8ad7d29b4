from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QKeyEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bridge.transcript_model import TranscriptModel
from app.ui.theme import DARK, LIGHT, Theme
from app.ui.transcript_view import TranscriptView
from engine.text.transcript import join
from tests.helpers.fake_session import update


@pytest.fixture
def model() -> TranscriptModel:
    model = TranscriptModel(join)
    model.begin_session()
    return model


@pytest.fixture
def view(qtbot: QtBot, model: TranscriptModel, theme: Theme) -> TranscriptView:
    view = TranscriptView(model, theme)
    qtbot.addWidget(view)
    view.resize(400, 300)
    return view


def color_of(view: TranscriptView, text: str) -> QColor:
    cursor = view.document().find(text)
    assert not cursor.isNull()
    return cursor.charFormat().foreground().color()


def test_partial_is_grey_and_becomes_the_text_color(
    view: TranscriptView, model: TranscriptModel
) -> None:
    model.apply(update("hello wor"))
    assert color_of(view, "hello wor") == QColor(LIGHT.muted)
    model.apply(update("Hello world.", revision=1, final=True))
    assert view.toPlainText() == "Hello world."
    assert color_of(view, "Hello world.") == QColor(LIGHT.text)


def test_text_of_a_first_pass_is_marked_and_no_other(
    view: TranscriptView, model: TranscriptModel
) -> None:
    model.apply(update("one", segment=0, final=True))
    model.apply(replace(update("two", segment=1, final=True), is_first_pass=True))
    model.apply(update("three", segment=2, final=True))
    formats = [view.document().find(word).charFormat() for word in ("one", "two", "three")]
    plain = QTextCharFormat.UnderlineStyle.NoUnderline
    dashes = QTextCharFormat.UnderlineStyle.DashUnderline
    assert [ink.underlineStyle() for ink in formats] == [plain, dashes, plain]
    assert [bool(ink.toolTip()) for ink in formats] == [False, True, False]


def test_copied_text_is_plain(view: TranscriptView, model: TranscriptModel) -> None:
    model.apply(update("one", final=True))
    model.begin_session()
    model.apply(replace(update("two", final=True), is_first_pass=True))
    view.selectAll()
    view.copy_text()
    copied = QApplication.clipboard().mimeData()
    assert (copied.text(), copied.hasHtml()) == ("one\ntwo", False)


def test_text_is_the_models_text(view: TranscriptView, model: TranscriptModel) -> None:
    model.apply(update("one", segment=0, final=True))
    model.apply(update("two", segment=1, final=True))
    model.begin_session()
    model.apply(update("三", segment=0, final=True))
    model.apply(update("four", segment=1, final=True))
    assert view.toPlainText() == model.text() == "one two\n三four"


def test_text_that_was_there_before_the_view_is_shown(
    qtbot: QtBot, model: TranscriptModel, theme: Theme
) -> None:
    model.apply(update("earlier", final=True))
    view = TranscriptView(model, theme)
    qtbot.addWidget(view)
    assert view.toPlainText() == "earlier"


@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["apply", "apply", "apply", "session", "drop", "clear"]),
            st.integers(0, 4),
            st.sampled_from(["", "a", "b c", "你好", "。"]),
            st.booleans(),
        ),
        max_size=25,
    )
)
def test_view_shows_the_same_however_the_model_got_there(
    qapp: QApplication, theme: Theme, steps: list[tuple[str, int, str, bool]]
) -> None:
    model = TranscriptModel(join)
    grown = TranscriptView(model, theme)
    for revision, (step, segment, text, final) in enumerate(steps):
        if step == "session":
            model.begin_session()
        elif step == "drop":
            model.drop_partials()
        elif step == "clear":
            model.restore(model.clear())
        else:
            model.apply(update(text, segment=segment, revision=revision, final=final))
    fresh = TranscriptView(model, theme)
    assert grown.toHtml() == fresh.toHtml()
    grown.deleteLater()
    fresh.deleteLater()


def test_selection_in_earlier_text_survives_new_words(
    view: TranscriptView, model: TranscriptModel
) -> None:
    model.apply(update("first part", segment=0, final=True))
    cursor = view.textCursor()
    cursor.setPosition(0)
    cursor.setPosition(5, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    for revision, text in enumerate(("sec", "second", "second part")):
        model.apply(update(text, segment=1, revision=revision))
    assert view.textCursor().selectedText() == "first"


def test_copy_takes_the_selection_or_everything_final(
    view: TranscriptView, model: TranscriptModel
) -> None:
    model.apply(update("said", segment=0, final=True))
    model.apply(update("being said", segment=1))
    view.copy_text()
    assert QApplication.clipboard().text() == "said"
    cursor = view.textCursor()
    cursor.setPosition(1)
    cursor.setPosition(3, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    view.copy_text()
    assert QApplication.clipboard().text() == "ai"


def test_scheme_change_recolors_the_text(
    view: TranscriptView, model: TranscriptModel, theme: Theme
) -> None:
    model.apply(update("said", final=True))
    theme.prefer(Qt.ColorScheme.Dark)
    assert color_of(view, "said") == QColor(DARK.text)


def fill(model: TranscriptModel, count: int) -> None:
    for segment in range(count):
        model.apply(update(f"Sentence number {segment}. " * 3, segment=segment, final=True))


def test_view_follows_the_newest_words(
    view: TranscriptView, model: TranscriptModel, qtbot: QtBot
) -> None:
    view.show()
    fill(model, 60)
    bar = view.verticalScrollBar()
    assert bar.maximum() > 0
    assert bar.value() == bar.maximum()


def test_reader_who_scrolled_back_is_left_there(
    view: TranscriptView, model: TranscriptModel, qtbot: QtBot
) -> None:
    view.show()
    fill(model, 60)
    view.verticalScrollBar().setValue(0)
    model.apply(update("more words", segment=60))
    assert view.verticalScrollBar().value() == 0


def test_space_is_left_to_the_window(view: TranscriptView) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier, " ")
    view.keyPressEvent(event)
    assert not event.isAccepted()
