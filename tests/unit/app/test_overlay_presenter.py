from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.output.sink import Delivery, DeliveryState, SinkId
from app.overlay_presenter import OverlayPresenter
from app.push_to_talk import Phase, Progress
from app.ui.overlay import OverlayContent
from engine.types import Level

LEVEL = Level(-20.0, -10.0, False)


class FakeView:
    """Writes down what is shown."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def show_content(self, content: OverlayContent) -> None:
        self.shown.append(f"{content.mood.value} {content.text}".rstrip())

    def set_level(self, dbfs: float) -> None:
        self.shown.append(f"level {dbfs:.0f}")

    def hide(self) -> None:
        self.shown.append("hide")


@pytest.fixture
def view() -> FakeView:
    return FakeView()


@pytest.fixture
def presenter(qtbot: QtBot, view: FakeView) -> OverlayPresenter:
    del qtbot
    return OverlayPresenter(view, lambda: True)


def delivered(state: DeliveryState) -> Delivery:
    return Delivery(state, SinkId.IBUS, "Hello.")


def test_dictation_is_shown_to_its_end(
    presenter: OverlayPresenter, view: FakeView, qtbot: QtBot
) -> None:
    presenter.take_level(LEVEL)  # the window's own dictation
    presenter.take_progress(Progress(Phase.WAITING))
    presenter.take_progress(Progress(Phase.LISTENING, "Hel"))
    presenter.take_level(LEVEL)
    presenter.take_progress(Progress(Phase.FINISHING, "Hello"))
    presenter.take_progress(Progress(Phase.ENDED))
    presenter.take_delivery(delivered(DeliveryState.DELIVERED))
    qtbot.waitUntil(lambda: view.shown[-1] == "hide")
    assert view.shown == [
        "waiting",
        "listening Hel",
        "level -20",
        "finishing Hello",
        "done Hello.",
        "hide",
    ]


def test_what_is_not_proven_says_so(presenter: OverlayPresenter, view: FakeView) -> None:
    presenter.take_progress(Progress(Phase.LISTENING))
    presenter.take_progress(Progress(Phase.ENDED))
    presenter.take_delivery(delivered(DeliveryState.UNCONFIRMED))
    assert view.shown[-1] == "unsure"


def test_delivery_does_not_hide_what_is_spoken_next(
    presenter: OverlayPresenter, view: FakeView
) -> None:
    presenter.take_progress(Progress(Phase.LISTENING, "next"))
    presenter.take_delivery(delivered(DeliveryState.DELIVERED))
    assert view.shown == ["listening next"]


def test_dictation_without_a_delivery_hides_soon(
    presenter: OverlayPresenter, view: FakeView, qtbot: QtBot
) -> None:
    presenter.take_progress(Progress(Phase.LISTENING))
    presenter.take_progress(Progress(Phase.ENDED))
    qtbot.waitUntil(lambda: view.shown[-1] == "hide")


def test_switched_off_it_shows_trouble_and_what_others_began(view: FakeView, qtbot: QtBot) -> None:
    del qtbot
    presenter = OverlayPresenter(view, lambda: False)
    presenter.take_progress(Progress(Phase.LISTENING))
    presenter.take_level(LEVEL)
    presenter.take_delivery(delivered(DeliveryState.UNCONFIRMED))
    assert view.shown == []
    presenter.take_progress(Progress(Phase.LISTENING, must_show=True))
    presenter.take_trouble("It did not work.")
    presenter.close()
    presenter.close()
    assert view.shown == ["listening", "trouble It did not work.", "hide"]
