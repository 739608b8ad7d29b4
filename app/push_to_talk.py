"""Dictation by key, or by another program, into the program that has the focus."""

from __future__ import annotations

import enum
import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from app.bridge.controller import RECORDING, RESTING, Controller, DictationState
from app.desktop.gesture import HotkeyGesture, Mode, Wish
from app.desktop.logind import Presence
from app.desktop.service import Request
from app.desktop_services import KeyEvent
from app.output.sink import Delivery
from app.utterance import Utterance
from engine.settings import Settings
from engine.types import SegmentUpdate

_log = logging.getLogger("ui")


class Phase(enum.Enum):
    """Where a dictation into another program stands, as the overlay shows it."""

    WAITING = "waiting"
    """The model is being loaded, or the microphone opened: nothing is heard yet."""
    LISTENING = "listening"
    FINISHING = "finishing"
    ENDED = "ended"
    """Nothing is under way, and nothing is left to tell."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What to show of a dictation into another program.

    Attributes:
        phase: where it stands.
        text: what is heard and not delivered yet.
        must_show: shown whatever the settings say: another program opened the microphone.
    """

    phase: Phase
    text: str = ""
    must_show: bool = False


class TextDelivery(Protocol):
    """The part of ``DesktopServices`` that this drives."""

    def begin(self) -> None:
        """Takes aim at what has the focus."""

    def preview(self, text: str) -> None:
        """Shows text that may still change, where it can be shown in place."""

    def commit(self, text: str) -> None:
        """Hands text over; ``PushToTalk.take_delivery`` hears what became of it."""

    def end(self) -> None:
        """Ends the utterance."""

    def set_escape(self, is_on: bool) -> None:
        """Takes Esc while dictating."""

    def set_state(self, state: str) -> None:
        """Tells other programs what this one does."""

    def tell_partial(self, text: str) -> None:
        """Tells other programs what is heard."""

    def tell_final(self, text: str) -> None:
        """Tells other programs what was said."""


@dataclass(slots=True)
class _Take:
    """One dictation begun by the key or by another program.

    Attributes:
        is_delivered: its text goes to the program that had the focus.
        is_held: its text is delivered in one piece, at the end.
        must_show: see ``Progress``.
    """

    utterance: Utterance
    is_delivered: bool
    is_held: bool
    must_show: bool


class PushToTalk(QObject):
    """Joins the key's gesture, the dictation and the delivery.

    While the key is held the text is delivered at its release, else with each final. What the
    window's own button begins is not delivered, and what is said while our window has the focus
    neither: it is on its page.

    Signals:
        progressed: a ``Progress``.
        failed: the exception that ended a dictation into another program.
        delivered: the ``Delivery`` of each text handed over.
        show_wanted: the window is to be shown.

    Threads: GUI.
    """

    progressed = Signal(object)
    failed = Signal(object)
    delivered = Signal(object)
    show_wanted = Signal()

    def __init__(
        self,
        controller: Controller,
        delivery: TextDelivery,
        settings: Settings,
        join: Callable[[Iterable[str]], str],
        has_own_focus: Callable[[], bool],
    ) -> None:
        """``join`` makes running text of segments; ``has_own_focus``: a window of ours has it."""
        super().__init__()
        self._controller = controller
        self._delivery = delivery
        self._join = join
        self._has_own_focus = has_own_focus
        self._gesture = HotkeyGesture()
        self._is_there = True
        self._waiting: _Take | None = None
        self._current: _Take | None = None
        self._shown: _Take | None = None
        self._takes_escape = False
        self._deadline = QTimer(singleShot=True)
        self._deadline.timeout.connect(self._on_deadline)
        self._connections = [
            controller.state_changed.connect(self._on_state_changed),
            controller.session_began.connect(self._on_session_began),
            controller.updated.connect(self._on_update),
            controller.session_ended.connect(self._on_session_ended),
            controller.failed.connect(self._on_failed),
        ]
        self.change(settings)

    def change(self, settings: Settings) -> None:
        """Takes new settings; a dictation under way goes on as it began."""
        self._settings = settings
        self._gesture.set_times(settings.hotkey.tap_ms / 1000, settings.hotkey.maximum_s)
        self._watch_deadline()

    def take_key(self, event: KeyEvent) -> None:
        """Does what the dictation key asks for."""
        if event.kind == "press":
            self._press(event.at_s, must_show=False)
        elif event.kind == "release":
            self._follow(self._gesture.release(event.at_s))
            if self._gesture.mode is Mode.TOGGLE:
                self._let_go()
        elif event.kind == "escape":
            self._follow(self._gesture.escape())
        self._watch_deadline()

    def take_request(self, request: Request) -> None:
        """Does what another program asks for."""
        if request is Request.SHOW:
            self.show_wanted.emit()
        elif request is Request.PRESS:
            self._press(time.monotonic(), must_show=True)
            self._watch_deadline()
        elif request is Request.RELEASE:
            self.take_key(KeyEvent("release", time.monotonic()))
        elif request is Request.CANCEL:
            self._controller.cancel()
        elif request is Request.STOP or (request is Request.TOGGLE and self._is_under_way()):
            self._controller.stop()
        elif self._is_there and not self._is_under_way():
            self._start(is_held=False, must_show=True)

    def take_presence(self, presence: Presence) -> None:
        """Closes the microphone while the user is away; what was said is kept."""
        self._is_there = presence.is_there
        if not presence.is_there and self._is_under_way():
            _log.info("the user is away: dictation ends")
            self._controller.stop()

    def take_delivery(self, delivery: Delivery) -> None:
        """Passes on what became of a text."""
        self.delivered.emit(delivery)

    def close(self) -> None:
        """Withdraws what is shown in other programs, and hears no more of the dictation."""
        self._deadline.stop()
        for connection in self._connections:
            QObject.disconnect(connection)
        self._connections.clear()
        if self._current is not None or self._waiting is not None:
            self._current = self._waiting = None
            self._delivery.end()

    def _is_under_way(self) -> bool:
        state = self._controller.state
        return state in RECORDING or state is DictationState.LOADING or self._waiting is not None

    def _press(self, now_s: float, *, must_show: bool) -> None:
        if self._is_there:  # the key is seen in spite of a locked screen
            self._follow(self._gesture.press(now_s), must_show=must_show)

    def _follow(self, wish: Wish | None, *, must_show: bool = False) -> None:
        if wish is Wish.START:
            self._start(is_held=True, must_show=must_show)
        elif wish is Wish.STOP:
            self._controller.stop()
        elif wish is Wish.CANCEL:
            self._controller.cancel()

    def _start(self, *, is_held: bool, must_show: bool) -> None:
        is_delivered = self._settings.output.deliver and not self._has_own_focus()
        take = _Take(Utterance(self._join), is_delivered, is_held, must_show)
        self._waiting = take
        if self._current is None and is_delivered:
            self._delivery.begin()  # at once: the focus may have moved when the microphone is open
        self._show(take, Phase.WAITING)
        self._controller.start()

    def _let_go(self) -> None:
        """A tap: from here on each final is delivered by itself."""
        for take in (self._current, self._waiting):
            if take is not None:
                take.is_held = False
        self._deliver(self._current)

    def _on_session_began(self) -> None:
        self._current, self._waiting = self._waiting, None

    def _on_update(self, update: SegmentUpdate) -> None:
        tell = self._delivery.tell_final if update.is_final else self._delivery.tell_partial
        tell(update.text)
        take = self._current
        if take is None:
            return
        take.utterance.apply(update)
        if not take.is_held:
            self._deliver(take)
        if take.is_delivered:
            self._delivery.preview(take.utterance.preview())
        self._show_state(self._controller.state)

    def _deliver(self, take: _Take | None) -> None:
        text = take.utterance.take() if take is not None and take.is_delivered else ""
        if text:
            self._delivery.commit(text)

    def _on_session_ended(self, is_cancelled: bool) -> None:
        take, self._current = self._current, None
        if take is not None and take.is_delivered:
            if not is_cancelled:
                self._deliver(take)
            self._delivery.end()
        if take is not None and self._waiting is not None and self._waiting.is_delivered:
            self._delivery.begin()  # only now: what came before had an aim of its own

    def _on_state_changed(self, state: DictationState) -> None:
        self._delivery.set_state(state.value)
        if state in RESTING or state is DictationState.FINISHING:
            self._gesture.ended()
        else:
            self._gesture.toggled_elsewhere()
        if state in RESTING:
            waiting, self._waiting = self._waiting, None
            if waiting is not None and waiting.is_delivered:  # it never began
                self._delivery.end()
        self._show_state(state)
        self._watch_deadline()

    def _on_failed(self, error: Exception) -> None:
        if self._shown is not None:
            self.failed.emit(error)
            self._shown = None

    def _show_state(self, state: DictationState) -> None:
        take = self._current or self._waiting
        wants_escape = take is not None and self._gesture.is_active
        if wants_escape is not self._takes_escape:
            self._takes_escape = wants_escape
            self._delivery.set_escape(wants_escape)
        if take is not None:
            self._show(take, _PHASES.get(state, Phase.WAITING))
        elif self._shown is not None and state is not DictationState.FAILED:
            self.progressed.emit(Progress(Phase.ENDED))
            self._shown = None

    def _show(self, take: _Take, phase: Phase) -> None:
        self._shown = take
        self.progressed.emit(Progress(phase, take.utterance.preview(), take.must_show))

    def _watch_deadline(self) -> None:
        deadline_s = self._gesture.deadline_s()
        if deadline_s is None:
            self._deadline.stop()
        else:
            self._deadline.start(max(0, round((deadline_s - time.monotonic()) * 1000)))

    def _on_deadline(self) -> None:
        self._follow(self._gesture.expire(time.monotonic()))
        self._watch_deadline()  # a coarse timer may fire a little early


_PHASES = {
    DictationState.LISTENING: Phase.LISTENING,
    DictationState.FINISHING: Phase.FINISHING,
}
