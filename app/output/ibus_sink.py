"""Delivery through the input method: live preedit, one commit, evidence from the field's text."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from app.output import ibus_bus, ibus_wire
from app.output.ibus_bus import IBusConnection, IBusError
from app.output.ibus_engine import NO_FIELD_PATH, EngineListener, InputContext
from app.output.sink import Delivery, DeliveryState, Reason, SinkId

_log = logging.getLogger("output")

EVIDENCE_TIMEOUT_S = 0.3
_FOCUS_TIMEOUT_S = 0.25
_COMMIT_GAP_S = 0.005
"""Two commits in one turn of the compositor's loop: GNOME Wayland loses the first."""

_PASSWORD_PURPOSES = frozenset({ibus_wire.PURPOSE_PASSWORD, ibus_wire.PURPOSE_PIN})


class IBusSink:
    """Makes our engine the global one for an utterance, and the user's own again after it.

    The user's engine is noted in ``state_file`` first, so that a crash cannot take it away:
    ``recover`` puts it back at the next start.
    """

    sink_id = SinkId.IBUS

    def __init__(
        self,
        state_file: Path,
        make_connection: Callable[[EngineListener], IBusConnection] = IBusConnection,
        needs_space: Callable[[str, str], bool] = lambda _before, _text: False,
    ) -> None:
        self._state_file = state_file
        self._needs_space = needs_space  # between what a field holds and what it gets
        self.escape_handler: Callable[[], bool] = lambda: False  # True: Esc was ours to take
        self._bus = make_connection(self)
        self._changed = asyncio.Event()
        self._aim: InputContext | None = None
        self._has_begun = False
        self._preview = ""
        self._last_commit_s = 0.0

    @property
    def connection(self) -> IBusConnection:
        """The connection to the daemon, for doctor and tests."""
        return self._bus

    async def begin(self) -> Reason | None:
        """Takes the engine over and looks at what has the focus."""
        self._aim = None
        try:
            await self._bus.open()
            path = await self._bus.current_context()
            if path == NO_FIELD_PATH:
                return Reason.NO_TARGET
            await self._take_over()
            await self._wait_until(lambda: self._bus.state.focus is not None, _FOCUS_TIMEOUT_S)
            self._bus.state.name_focus(path or "")
        except IBusError as error:
            _log.info("IBus: %s", error)
            return Reason.UNAVAILABLE
        self._aim = self._bus.state.focus
        return self._reason_now()

    async def preview(self, text: str) -> None:
        """Shows the text underlined in the field itself."""
        text = self._spaced(_clean(text))
        if text == self._preview or self._reason_now() is not None:
            return
        self._preview = text
        try:
            await self._bus.emit("UpdatePreeditText", *ibus_bus.preedit(text))
        except IBusError as error:
            _log.info("IBus preedit: %s", error)

    async def commit(self, text: str) -> Delivery:
        """Commits once, then waits for the field to report its new text.

        Behind a word that stands before the cursor the text may get a space first.
        """
        is_whole = _clean(text) == text
        await self._keep_gap()
        before = self._bus.state.surrounding
        sent = self._spaced(_clean(text))
        try:
            await self._bus.emit("UpdatePreeditText", *ibus_bus.preedit(""))
            self._preview = ""
            self._check_path(await self._bus.current_context())
            reason = self._reason_now()
            if reason is not None:
                return Delivery.failed(self.sink_id, text, reason)
            await self._bus.emit("CommitText", *ibus_bus.commit(sent))
        except IBusError as error:
            _log.info("IBus commit: %s", error)
            return Delivery.failed(self.sink_id, text, Reason.UNAVAILABLE)
        self._last_commit_s = asyncio.get_running_loop().time()
        is_shown = is_whole and await self._wait_until(
            lambda: self._has_evidence(sent, before), EVIDENCE_TIMEOUT_S
        )
        state = DeliveryState.DELIVERED if is_shown else DeliveryState.UNCONFIRMED
        return Delivery(state, self.sink_id, text)

    async def cancel(self) -> None:
        """Clears the preedit and gives the user's own engine back."""
        self._aim = None
        if not self._has_begun:
            return
        self._has_begun = False
        try:
            if self._preview and self._bus.state.focus is not None:
                await self._bus.emit("UpdatePreeditText", *ibus_bus.preedit(""))
            self._preview = ""
            await self._give_back()
        except IBusError as error:
            _log.info("IBus engine not given back: %s", error)

    async def recover(self) -> None:
        """Puts back the engine that an earlier run of ours took and never returned."""
        if not self._state_file.exists():
            return
        try:
            await self._bus.open()
            await self._give_back()
        except IBusError as error:
            _log.info("IBus engine of the last run not given back: %s", error)

    async def close(self) -> None:
        """Leaves IBus for good. Idempotent."""
        await self.cancel()
        self._bus.close()

    # EngineListener: called by the engine object.

    def on_change(self) -> None:
        """The focus, the field's text, or the engine in use changed."""
        self._changed.set()

    def on_escape(self) -> bool:
        """Esc reached our engine; True where it was ours to take."""
        return self._has_begun and self.escape_handler()

    async def _take_over(self) -> None:
        self._has_begun = True
        current = await self._bus.global_engine()
        if current == ibus_wire.ENGINE_NAME and self._bus.state.is_enabled:
            return
        if current != ibus_wire.ENGINE_NAME:
            self._state_file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._state_file.write_text(current or "", encoding="utf-8")
        await self._bus.set_global_engine(ibus_wire.ENGINE_NAME)
        await self._wait_until(lambda: self._bus.state.is_enabled, _FOCUS_TIMEOUT_S)
        # Without it Qt's plugin never reports the field's text.
        await self._bus.emit("RequireSurroundingText", "", [])

    async def _give_back(self) -> None:
        try:
            previous = self._state_file.read_text(encoding="utf-8")
        except OSError:
            previous = ""
        current = await self._bus.global_engine()
        if current in (ibus_wire.ENGINE_NAME, None):
            if previous:
                await self._bus.set_global_engine(previous)
            else:
                self._bus.close()  # there was none before: with the connection ours is gone too
        self._state_file.unlink(missing_ok=True)

    def _reason_now(self) -> Reason | None:
        """Why text must not be sent at this moment, or None."""
        if self._aim is None:
            return Reason.NO_TARGET
        if not self._bus.is_open or not self._bus.state.is_enabled:
            return Reason.UNAVAILABLE
        focus = self._bus.state.focus
        if focus is None or not focus.is_same_field(self._aim):
            return Reason.FOCUS_CHANGED
        if not focus.is_field:
            return Reason.NO_TARGET
        if self._bus.state.purpose in _PASSWORD_PURPOSES:
            return Reason.PASSWORD_FIELD
        return None

    def _spaced(self, text: str) -> str:
        """The text as it follows what the field reports before the cursor, if it does."""
        surrounding = self._bus.state.surrounding
        readings = surrounding.before_cursor() if surrounding is not None else ()
        is_sure = len(readings) == 1  # else it is not known where the cursor is
        return f" {text}" if is_sure and self._needs_space(readings[0], text) else text

    def _check_path(self, path: str | None) -> None:
        """Believes the daemon where it knows of a focus change that it did not tell us about."""
        focus = self._bus.state.focus
        if path is not None and focus is not None and focus.path != path:
            self._bus.state.focus_in(path, "")

    def _has_evidence(self, sent: str, before: ibus_wire.Surrounding | None) -> bool:
        now = self._bus.state.surrounding
        return now is not None and ibus_wire.shows(sent, now, before)

    async def _keep_gap(self) -> None:
        gap_s = self._last_commit_s + _COMMIT_GAP_S - asyncio.get_running_loop().time()
        if gap_s > 0:
            await asyncio.sleep(gap_s)

    async def _wait_until(self, is_true: Callable[[], bool], timeout_s: float) -> bool:
        """Waits for a condition that only changes when IBus calls us."""
        deadline_s = asyncio.get_running_loop().time() + timeout_s
        while not is_true():
            self._changed.clear()
            rest_s = deadline_s - asyncio.get_running_loop().time()
            try:
                await asyncio.wait_for(self._changed.wait(), rest_s)
            except asyncio.TimeoutError:
                return is_true()
        return True


def _clean(text: str) -> str:
    """Text that D-Bus can carry: it has no NUL."""
    return text.replace("\0", "")
