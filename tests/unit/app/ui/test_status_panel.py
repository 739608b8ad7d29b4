from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.bridge.controller import DictationState
from app.ui.status_panel import StatusPanel, elapsed
from app.ui.theme import Theme


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme) -> StatusPanel:
    panel = StatusPanel(theme)
    qtbot.addWidget(panel)
    return panel


@pytest.mark.parametrize(
    ("milliseconds", "expected"),
    [(0, "0:00"), (999, "0:00"), (61_000, "1:01"), (3_599_999, "59:59"), (3_661_000, "1:01:01")],
)
def test_elapsed_time_is_written_as_clocks_do(milliseconds: int, expected: str) -> None:
    assert elapsed(milliseconds) == expected


@pytest.mark.parametrize("state", DictationState)
def test_every_state_has_words(panel: StatusPanel, state: DictationState) -> None:
    panel.set_state(state)
    assert panel.title
    assert panel.detail
    assert panel.title in panel.accessibleName()


def test_time_counts_while_listening(panel: StatusPanel, qtbot: QtBot) -> None:
    panel.set_state(DictationState.LISTENING)
    assert panel.title == "0:00"
    qtbot.waitUntil(lambda: panel.title == "0:01", timeout=5000)


def test_lost_microphone_is_said_until_the_state_changes(panel: StatusPanel) -> None:
    panel.set_state(DictationState.LISTENING)
    panel.set_waiting_for_device(True)
    assert panel.detail == "Waiting for the microphone"
    panel.set_waiting_for_device(False)
    assert panel.detail == "Listening"


def test_loading_ahead_is_said_while_idle(panel: StatusPanel) -> None:
    panel.set_preparing(True)
    assert panel.detail == "Loading the speech model"
    panel.set_preparing(False)
    assert panel.title == "Ready"
