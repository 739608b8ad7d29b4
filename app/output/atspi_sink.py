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

    For Wayland desktops whose input method is fcitx5. Qt's programs take part only while the
    desktop's accessibility is on: the first ``begin`` switches it on, ``close`` off again.
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
            focus = await self._bus.find_focus()
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
        try:
            if await self._bus.find_focus() != target:
                return Delivery.failed(self.sink_id, text, Reason.FOCUS_CHANGED)
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
        await self._bus.restore()
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
        unconfirmed = Delivery(DeliveryState.UNCONFIRMED, self.sink_id, text)
        try:
            is_utf16 = await self._bus.counts_utf16(target)
            count = int(await self._bus.get(target, TEXT, "CharacterCount"))
        except AtspiError as error:
            _log.info("AT-SPI: %s", error)
            return Delivery.failed(self.sink_id, text, Reason.NO_TARGET)
        units = _utf16_length(sent) if is_utf16 else len(sent)
        # InsertText's length is in bytes by the specification; Qt takes it in its own units.
        length = units if is_utf16 else len(sent.encode("utf-8", "surrogatepass"))
        try:
            (is_taken,) = await self._bus.call(
                target, EDITABLE, "InsertText", "isi", [position, sent, length]
            )
            if not is_taken:
                return Delivery.failed(self.sink_id, text, Reason.REFUSED)
            is_there = await self._holds(target, sent, position, units, count)
            await self._bus.call(target, TEXT, "SetCaretOffset", "i", [position + units])
        except AtspiError as error:
            # The call may have been carried out all the same: never say that it was not.
            _log.info("AT-SPI: %s", error)
            return unconfirmed
        if not is_there or sent != text:
            return unconfirmed
        return Delivery(DeliveryState.DELIVERED, self.sink_id, text)

    async def _holds(
        self, target: AccessibleObject, sent: str, position: int, units: int, count: int
    ) -> bool:
        """Whether the field grew by the text, and holds it where it was put."""
        deadline_s = asyncio.get_running_loop().time() + EVIDENCE_TIMEOUT_S
        while True:
            self._inserted.clear()
            body = [position, position + units]
            (found,) = await self._bus.call(target, TEXT, "GetText", "ii", body)
            if found == sent:
                return int(await self._bus.get(target, TEXT, "CharacterCount")) == count + units
            rest_s = deadline_s - asyncio.get_running_loop().time()
            try:
                await asyncio.wait_for(self._inserted.wait(), rest_s)
            except asyncio.TimeoutError:
                return False

    def _on_insert(self, source: AccessibleObject, text: str) -> None:
        del text  # read back whole: events may cut it
        if source == self._aim:
            self._inserted.set()


def _utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
