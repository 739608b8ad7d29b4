"""Takes one utterance's text to where the user types, falling back while nothing was sent."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from app.output.sink import Delivery, Reason, SinkId, TextSink

_log = logging.getLogger("output")


class Route:
    """Sinks in order of preference.

    Calls are carried out in the order they were made, one at a time. While ``block`` holds,
    nothing is taken aim at and nothing is sent.

    ``where`` tells which window has the focus, None where that cannot be known. Nothing is sent
    once it is another than at the start: a sink may still have been told of the window before
    when it took aim, and one that takes over from a sink that failed aims anew.

    Threads: the desktop bus thread.
    """

    def __init__(
        self, sinks: Sequence[TextSink], where: Callable[[], object] = lambda: None
    ) -> None:
        self._sinks = tuple(sinks)
        self._where = where
        self._place: object = None
        self._lock = asyncio.Lock()
        self._current: TextSink | None = None
        self._refusal: Reason | None = None
        self._is_blocked = False

    @property
    def sinks(self) -> tuple[TextSink, ...]:
        """All sinks, best first."""
        return self._sinks

    async def begin(self) -> Reason | None:
        """Takes aim at what has the focus now; a reason where no sink can deliver there."""
        async with self._lock:
            return await self._aim()

    async def preview(self, text: str) -> None:
        """Shows text that may still change, where the sink in use can."""
        async with self._lock:
            if self._current is not None and not self._is_blocked:
                await self._current.preview(text)

    async def commit(self, text: str) -> Delivery:
        """Delivers, or says why not. The caller keeps the text of a FAILED delivery."""
        async with self._lock:
            if self._is_blocked:
                return Delivery.failed(SinkId.COPY, text, Reason.SESSION_LOCKED)
            delivery = await self._commit(text)
            _log.info(
                "delivery: %s by %s%s",
                delivery.state.value,
                delivery.sink.value,
                f" ({delivery.reason.value})" if delivery.reason else "",
            )
            return delivery

    async def end(self) -> None:
        """Ends the utterance: previews are withdrawn, what was borrowed goes back."""
        async with self._lock:
            await self._end()

    async def block(self, is_blocked: bool) -> None:
        """Stops all delivery, or lets it through again: the screen is locked, machine asleep."""
        async with self._lock:
            self._is_blocked = is_blocked
            if is_blocked:
                await self._end()

    async def _aim(self) -> Reason | None:
        self._refusal = Reason.SESSION_LOCKED if self._is_blocked else Reason.UNAVAILABLE
        before, self._current = self._current, None
        if not self._is_blocked:
            self._place = self._where()
            for sink in self._sinks:
                self._refusal = await sink.begin()
                if self._refusal is None:
                    self._current = sink
                    break
                await sink.cancel()
                if self._refusal is Reason.PASSWORD_FIELD:
                    break
        if before is not None and before is not self._current:
            await before.cancel()
        return self._refusal

    async def _commit(self, text: str) -> Delivery:
        if self._current is None:
            return Delivery.failed(SinkId.COPY, text, self._refusal or Reason.NO_TARGET)
        if self._where() != self._place:
            return Delivery.failed(self._current.sink_id, text, Reason.FOCUS_CHANGED)
        delivery = await self._current.commit(text)
        position = self._sinks.index(self._current)
        for sink in self._sinks[position + 1 :]:
            if not delivery.another_may_work:
                break
            await self._current.cancel()
            self._current = sink
            if self._where() != self._place:
                return Delivery.failed(sink.sink_id, text, Reason.FOCUS_CHANGED)
            refusal = await sink.begin()
            if refusal is Reason.PASSWORD_FIELD:
                return Delivery.failed(sink.sink_id, text, refusal)
            if refusal is None:
                delivery = await sink.commit(text)
        return delivery

    async def _end(self) -> None:
        current, self._current = self._current, None
        self._refusal = None
        if current is not None:
            await current.cancel()
