"""What the overlay shows, and for how long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, QTimer

from app.output.sink import Delivery, DeliveryState
from app.push_to_talk import Phase, Progress
from app.ui.overlay import OverlayContent, OverlayMood
from engine.types import Level

_AWAIT_DELIVERY_MS = 400
"""A delivery says within about 300 ms what is known of it."""
_DONE_MS = 700
_UNSURE_MS = 2_000
_TROUBLE_MS = 6_000

_MOODS = {
    Phase.WAITING: OverlayMood.WAITING,
    Phase.LISTENING: OverlayMood.LISTENING,
    Phase.FINISHING: OverlayMood.FINISHING,
}


class OverlayView(Protocol):
    """What shows the overlay, in this process or another."""

    def show_content(self, content: OverlayContent) -> None:
        """Shows it."""

    def set_level(self, dbfs: float) -> None:
        """Shows the input level."""

    def hide(self) -> None:
        """Hides it."""


class OverlayPresenter(QObject):
    """Turns the steps of a dictation into what the overlay shows.

    Trouble is shown even where the overlay is switched off: a text that did not arrive must not
    go unseen.

    Threads: GUI.
    """

    def __init__(self, view: OverlayView, is_wanted: Callable[[], bool]) -> None:
        """``is_wanted``: what the settings say now."""
        super().__init__()
        self._view = view
        self._is_wanted = is_wanted
        self._is_shown = False
        self._is_under_way = False
        self._hiding = QTimer(singleShot=True)
        self._hiding.timeout.connect(self._hide)

    def take_progress(self, progress: Progress) -> None:
        """Follows a dictation."""
        self._is_under_way = progress.phase is not Phase.ENDED
        if not self._is_under_way:
            if self._is_shown and not self._hiding.isActive():
                self._hiding.start(_AWAIT_DELIVERY_MS)
        elif progress.must_show or self._is_wanted():
            self._show(OverlayContent(_MOODS[progress.phase], progress.text))

    def take_level(self, level: Level) -> None:
        """Follows the microphone."""
        if self._is_under_way and self._is_shown:
            self._view.set_level(level.rms_dbfs)

    def take_delivery(self, delivery: Delivery) -> None:
        """Tells what became of a text, unless the next is being spoken; FAILED has words."""
        if self._is_under_way or not self._is_shown:
            return
        if delivery.state is DeliveryState.DELIVERED:
            self._show(OverlayContent(OverlayMood.DONE, delivery.text), _DONE_MS)
        elif delivery.state is DeliveryState.UNCONFIRMED:
            self._show(OverlayContent(OverlayMood.UNSURE), _UNSURE_MS)

    def take_trouble(self, words: str) -> None:
        """Tells what went wrong, at the end of a dictation."""
        self._is_under_way = False
        self._show(OverlayContent(OverlayMood.TROUBLE, words), _TROUBLE_MS)

    def close(self) -> None:
        """Hides it for good."""
        self._hiding.stop()
        self._hide()

    def _show(self, content: OverlayContent, for_ms: int = 0) -> None:
        self._is_shown = True
        if for_ms:
            self._hiding.start(for_ms)
        else:
            self._hiding.stop()
        self._view.show_content(content)

    def _hide(self) -> None:
        if self._is_shown:
            self._is_shown = False
            self._view.hide()
