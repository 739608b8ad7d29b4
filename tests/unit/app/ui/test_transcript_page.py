from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.bridge.transcript_model import TranscriptModel
from app.ui.theme import Theme
from app.ui.transcript_page import TranscriptPage
from tests.helpers.fake_session import update


def test_page_shows_the_text_or_what_to_do(qtbot: QtBot, theme: Theme) -> None:
    model = TranscriptModel(" ".join)
    page = TranscriptPage(model, theme, is_first_run=False)
    qtbot.addWidget(page)
    page.show()
    assert page.empty.isVisible()
    model.apply(update("hello"))
    assert page.view.isVisible()
    assert not page.empty.isVisible()
    model.clear()
    assert page.empty.isVisible()


def test_page_carries_the_focus_mark_of_its_text(qtbot: QtBot, theme: Theme) -> None:
    model = TranscriptModel(" ".join)
    model.apply(update("hello"))
    page = TranscriptPage(model, theme, is_first_run=False)
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    page.view.setFocus()
    qtbot.waitUntil(lambda: page.property("focused") is True)
    page.view.clearFocus()
    assert page.property("focused") is False
