"""Delivery by accessibility: text is inserted at the caret of the focused field and read back."""

from __future__ import annotations

import asyncio
import logging

from app.output.atspi_bus import (
    EDITABLE,
    ROLE_PASSWORD,
    STATE_EDITABLE,
    TEXT,
    AccessibleObject,
    AtspiConnection,
    AtspiError,
)
from app.output.sink import Delivery, DeliveryState, Reason, SinkId

_log = logging.getLogger("output")

EVIDENCE_TIMEOUT_S = 0.3


class AtspiSink:
    """Inserts into the field that has the focus; what it then holds is the evidence.

    For Wayland desktops whose input method is fcitx5. Programs take part only where the desktop's
    accessibility is on; GTK's always do.
    """

    sink_id = SinkId.ATSPI

    def __init__(self) -> None:
        self._bus = AtspiConnection(self._on_insert)
        self._aim: AccessibleObject | None = None
        self._inserted = asyncio.Event()

    async def begin(self) -> Reason | None:
        """Looks at what has the focus."""
        self._aim = None
        try:
            await self._bus.open()
            focus = self._bus.focus
            if focus is None:
                return Reason.NO_TARGET
            reason = await self._reason_against(focus)
        except AtspiError as error:
            _log.info("AT-SPI: %s", error)
            return Reason.NO_TARGET if self._bus.is_open else Reason.UNAVAILABLE
        if reason is None:
            self._aim = focus
        return reason

    async def preview(self, text: str) -> None:
        """Nothing: text that may change is never inserted."""

    async def commit(self, text: str) -> Delivery:
        """Inserts at the caret, in place of what is selected, and reads it back."""
        target = self._aim
        if target is None:
            return Delivery.failed(self.sink_id, text, Reason.NO_TARGET)
        if not self._bus.is_open:
            return Delivery.failed(self.sink_id, text, Reason.UNAVAILABLE)
        if self._bus.focus != target:
            return Delivery.failed(self.sink_id, text, Reason.FOCUS_CHANGED)
        try:
            reason = await self._reason_against(target)
            if reason is not None:
                return Delivery.failed(self.sink_id, text, reason)
            position = await self._clear_selection(target)
        except AtspiError as error:
            _log.info("AT-SPI: %s", error)
            return Delivery.failed(self.sink_id, text, Reason.NO_TARGET)
        return await self._insert(target, text, position)

    async def cancel(self) -> None:
        """Forgets the field."""
        self._aim = None

    async def close(self) -> None:
        """Leaves the accessibility bus. Idempotent."""
        self._aim = None
        self._bus.close()

    async def _reason_against(self, target: AccessibleObject) -> Reason | None:
        if await self._bus.role(target) == ROLE_PASSWORD:
            return Reason.PASSWORD_FIELD
        is_editable = STATE_EDITABLE in await self._bus.states(target)
        if not is_editable or EDITABLE not in await self._bus.interfaces(target):
            return Reason.NO_TARGET
        return None

    async def _clear_selection(self, target: AccessibleObject) -> int:
        """Deletes what is selected, as typing would; the caret's position."""
        (selections,) = await self._bus.call(target, TEXT, "GetNSelections")
        if selections:
            start, end = await self._bus.call(target, TEXT, "GetSelection", "i", [0])
            if start != end:
                await self._bus.call(target, EDITABLE, "DeleteText", "ii", [start, end])
                return int(min(start, end))
        return int(await self._bus.get(target, TEXT, "CaretOffset"))

    async def _insert(self, target: AccessibleObject, text: str, position: int) -> Delivery:
        sent = text.replace("\0", "")
        is_qt = "qt" in await self._bus.toolkit(target)
        # Lengths are UTF-16 units with Qt and bytes with the others, offsets UTF-16 units with Qt
        # and characters with the others: a wrong one cuts an emoji in two.
        length = _utf16_units(sent) if is_qt else len(sent.encode("utf-8", "surrogatepass"))
        end = position + (_utf16_units(sent) if is_qt else len(sent))
        self._inserted.clear()
        try:
            wanted = _spliced(await self._text(target), sent, position, is_qt=is_qt)
            (is_taken,) = await self._bus.call(
                target, EDITABLE, "InsertText", "isi", [position, sent, length]
            )
        except AtspiError as error:
            # The call may have been carried out all the same: never say that it was not.
            _log.info("AT-SPI: %s", error)
            return Delivery(DeliveryState.UNCONFIRMED, self.sink_id, text)
        if not is_taken:
            return Delivery.failed(self.sink_id, text, Reason.REFUSED)
        try:
            is_there = sent == text and await self._holds(target, wanted)
            await self._bus.call(target, TEXT, "SetCaretOffset", "i", [end])
        except AtspiError as error:
            _log.info("AT-SPI: %s", error)
            is_there = False
        state = DeliveryState.DELIVERED if is_there else DeliveryState.UNCONFIRMED
        return Delivery(state, self.sink_id, text)

    async def _text(self, target: AccessibleObject) -> str:
        """All that the field holds."""
        (found,) = await self._bus.call(target, TEXT, "GetText", "ii", [0, -1])
        return str(found)

    async def _holds(self, target: AccessibleObject, wanted: str) -> bool:
        """Whether the field comes to hold exactly this."""
        deadline_s = asyncio.get_running_loop().time() + EVIDENCE_TIMEOUT_S
        while True:
            if await self._text(target) == wanted:
                return True
            self._inserted.clear()
            rest_s = deadline_s - asyncio.get_running_loop().time()
            try:
                await asyncio.wait_for(self._inserted.wait(), rest_s)
            except asyncio.TimeoutError:
                return False

    def _on_insert(self, source: AccessibleObject, text: str) -> None:
        del text  # read back whole: events may cut it
        if source == self._aim:
            self._inserted.set()


def _utf16_units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _spliced(text: str, inserted: str, position: int, *, is_qt: bool) -> str:
    """What a field holds once a text was inserted; ``position`` as its toolkit counts."""
    if not is_qt:
        return text[:position] + inserted + text[position:]
    units = text.encode("utf-16-le", "surrogatepass")
    at = 2 * position
    spliced = units[:at] + inserted.encode("utf-16-le", "surrogatepass") + units[at:]
    return spliced.decode("utf-16-le", "surrogatepass")
