from __future__ import annotations

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.ui.empty_state import EmptyState
from app.ui.theme import Theme


def words(state: EmptyState) -> str:
    return " ".join(label.text() for label in state.findChildren(QLabel))


def test_first_run_tells_more_and_only_once(qtbot: QtBot, theme: Theme) -> None:
    state = EmptyState(theme, is_first_run=True)
    qtbot.addWidget(state)
    assert "Welcome" in words(state)
    assert "leaves this computer" in words(state)
    state.end_first_run()
    assert not state.is_first_run
    assert "Welcome" not in words(state)
    assert "Space" in words(state)


def test_icon_makes_room_for_the_words(qtbot: QtBot, theme: Theme) -> None:
    state = EmptyState(theme, is_first_run=False)
    qtbot.addWidget(state)
    icon = next(label for label in state.findChildren(QLabel) if not label.pixmap().isNull())
    state.resize(400, 400)
    state.show()
    assert icon.isVisible()
    state.resize(400, 120)
    assert not icon.isVisible()
