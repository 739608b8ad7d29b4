"""Reads everything the owner of an X11 selection offers, so that it can be offered again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from Xlib import X
from Xlib.protocol.rq import Event
from Xlib.xobject.drawable import Window

from app.x11.connection import X11Connection

_NOT_CONTENT = frozenset(
    {
        "TARGETS",
        "MULTIPLE",
        "TIMESTAMP",
        "SAVE_TARGETS",
        "DELETE",
        "INSERT_SELECTION",
        "INSERT_PROPERTY",
    }
)
_SECRET_HINT = "x-kde-passwordManagerHint"  # noqa: S105  # the name of a target
_STEP_TIMEOUT_S = 1.0
MAX_BYTES = 256 << 20
_WHOLE_PROPERTY = MAX_BYTES // 4
"""In the protocol's units of 4 bytes; a property that is longer would not be deleted."""


class SnapshotError(Exception):
    """The selection cannot be put back later: its owner does not hand all of it over."""


@dataclass(frozen=True, slots=True)
class TargetData:
    """One form of a selection's contents.

    Attributes:
        type_atom: what the owner calls it.
        item_bits: 8, 16 or 32, the size of the items for byte swapping.
        data: as python-xlib takes and gives it: bytes for 8, else a sequence of numbers.
    """

    type_atom: int
    item_bits: int
    data: bytes | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The contents of a selection in every form; no form: there was no owner.

    Attributes:
        owner: the window that owned it, 0 for none.
        targets: by atom, in the owner's order of preference.
    """

    owner: int = 0
    targets: dict[int, TargetData] = field(default_factory=dict)


class SelectionReader:
    """Reads selections into snapshots, one at a time.

    Threads: the loop's.
    """

    def __init__(self, connection: X11Connection, window: Window) -> None:
        self._connection = connection
        self._window = window
        self._property = connection.atom("COSYSCRIBE_READ")
        self._incr = connection.atom("INCR")

    async def read(self, selection: int) -> Snapshot:
        """Everything the owner offers.

        Raises:
            SnapshotError: it answers too late, offers too much, or asks that it not be kept.
        """
        owner = self._connection.selection_owner(selection)
        if not owner:
            return Snapshot()
        offered = await self._convert(selection, self._connection.atom("TARGETS"))
        if offered is None:
            raise SnapshotError("the owner does not say what it offers")
        snapshot = Snapshot(owner)
        size = 0
        for target in offered.data:
            name = self._connection.atom_name(int(target))
            if name == _SECRET_HINT:
                raise SnapshotError("the contents are a secret")
            if name in _NOT_CONTENT or not name or target in snapshot.targets:
                continue
            found = await self._convert(selection, int(target))
            if found is None:
                continue  # offered, yet refused: there is nothing to keep
            size += len(found.data) * found.item_bits // 8
            if size > MAX_BYTES:
                raise SnapshotError("the contents are too large to keep")
            snapshot.targets[int(target)] = found
        return snapshot

    async def _convert(self, selection: int, target: int) -> TargetData | None:
        """One target; None where the owner refuses it."""
        self._window.delete_property(self._property)
        with _Events(self._connection, self._is_ours) as events:
            self._window.convert_selection(selection, target, self._property, X.CurrentTime)
            self._connection.display.flush()
            while True:
                event = await events.next()
                if event.type == X.SelectionNotify and event.target == target:
                    break
            if event.property == X.NONE:
                return None
            found = self._take_property()
            if found is not None and found.type_atom == self._incr:
                return await self._take_increments(events)
            return found

    def _take_property(self) -> TargetData | None:
        # Read and deleted in one request, which asks for the next part: between two requests the
        # owner may write that part, and it would be deleted unread.
        value = self._window.get_property(
            self._property, X.AnyPropertyType, 0, _WHOLE_PROPERTY, delete=True
        )
        self._connection.dispatch()
        if value is None:
            return None
        if value.format == 8:
            raw = value.value.encode() if isinstance(value.value, str) else bytes(value.value)
            return TargetData(value.property_type, 8, raw)
        return TargetData(value.property_type, value.format, tuple(int(n) for n in value.value))

    async def _take_increments(self, events: _Events) -> TargetData | None:
        """ICCCM 2.7.2: parts follow one another until an empty one."""
        parts: list[TargetData] = []
        size = 0
        while True:
            event = await events.next()
            if event.type != X.PropertyNotify or event.state != X.PropertyNewValue:
                continue
            part = self._take_property()
            if part is None:
                continue
            if not part.data:
                break
            parts.append(part)
            size += len(part.data)
            if size > MAX_BYTES:
                raise SnapshotError("the contents are too large to keep")
        if not parts:
            return None
        first = parts[0]
        if first.item_bits == 8:
            joined: bytes | tuple[int, ...] = b"".join(bytes(part.data) for part in parts)
        else:
            joined = tuple(number for part in parts for number in part.data)
        return TargetData(first.type_atom, first.item_bits, joined)

    def _is_ours(self, event: Event) -> bool:
        if event.type == X.SelectionNotify:
            return bool(event.requestor.id == self._window.id)
        is_part = event.type == X.PropertyNotify and event.window.id == self._window.id
        return is_part and bool(event.atom == self._property)


class _Events:
    """Events that a test lets through, awaited one by one."""

    def __init__(self, connection: X11Connection, accepts: Callable[[Event], bool]) -> None:
        self._connection = connection
        self._accepts = accepts
        self._queue: asyncio.Queue[Event] = asyncio.Queue()

    def __enter__(self) -> _Events:
        self._connection.add_handler(self._on_event)
        return self

    def __exit__(self, *error: object) -> None:
        self._connection.remove_handler(self._on_event)

    async def next(self) -> Event:
        """The next one.

        Raises:
            SnapshotError: none came in time.
        """
        try:
            return await asyncio.wait_for(self._queue.get(), _STEP_TIMEOUT_S)
        except asyncio.TimeoutError as error:
            raise SnapshotError("the owner does not answer") from error

    def _on_event(self, event: Event) -> None:
        if self._accepts(event):
            self._queue.put_nowait(event)
