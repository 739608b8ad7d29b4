"""Owns X11 selections: our text for a paste, and what was there before it afterwards."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from Xlib import X
from Xlib.protocol import event as xevent
from Xlib.protocol import request
from Xlib.protocol.rq import Event
from Xlib.xobject.drawable import Window

from app.output.x11_snapshot import Snapshot, TargetData
from app.x11.connection import X11Connection

_SECRET_HINT = "x-kde-passwordManagerHint"  # noqa: S105  # keeps it out of clipboard histories
_MANAGER_TIMEOUT_S = 1.0


@dataclass(slots=True)
class _Transfer:
    """Contents on their way in parts (INCR)."""

    selection: int
    window: Window
    property: int
    target: int
    content: TargetData
    position: int = 0


def text_content(connection: X11Connection, text: str) -> dict[int, TargetData]:
    """The forms in which programs ask for text."""
    utf8 = connection.atom("UTF8_STRING")
    encoded = text.encode("utf-8", "surrogatepass")
    forms = {name: TargetData(utf8, 8, encoded) for name in ("UTF8_STRING", "TEXT")}
    for name in ("text/plain;charset=utf-8", "text/plain"):
        forms[name] = TargetData(connection.atom(name), 8, encoded)
    # STRING is Latin-1 by ICCCM 2.6.2; of other text who asks for it would get something else.
    with contextlib.suppress(UnicodeEncodeError):
        forms["STRING"] = TargetData(connection.atom("STRING"), 8, text.encode("latin-1"))
    forms[_SECRET_HINT] = TargetData(connection.atom(_SECRET_HINT), 8, b"secret")
    return {connection.atom(name): data for name, data in forms.items()}


class SelectionOwner:
    """Serves what it is told to, for as many selections as wanted.

    ``on_served`` hears of each transfer of contents that was completed: the selection, the
    requestor's window, the target.

    Threads: the loop's.
    """

    def __init__(
        self,
        connection: X11Connection,
        window: Window,
        on_served: Callable[[int, int, int], None] = lambda _s, _w, _t: None,
    ) -> None:
        self._connection = connection
        self._window = window
        self._contents: dict[int, dict[int, TargetData]] = {}
        self._owned_at: dict[int, int] = {}
        self._transfers: list[_Transfer] = []
        self._on_served = on_served
        self._part_bytes = min(connection.display.display.info.max_request_length * 4, 1 << 18) - 64
        self._notified: asyncio.Event = asyncio.Event()
        connection.add_handler(self._on_event)

    def owns(self, selection: int) -> bool:
        """Whether nobody else took it since."""
        return selection in self._contents

    def is_busy(self) -> bool:
        """Whether someone is still reading."""
        return bool(self._transfers)

    def offer(self, selection: int, contents: dict[int, TargetData], time: int) -> bool:
        """Takes a selection; whether the server agreed."""
        self._window.set_selection_owner(selection, time)
        if self._connection.selection_owner(selection) != self._window.id:
            return False
        self._contents[selection] = contents
        self._owned_at[selection] = time
        return True

    def put_back(self, selection: int, snapshot: Snapshot, time: int) -> None:
        """Offers what was there before us, unless someone else took the selection since."""
        if not self.owns(selection):
            return
        if snapshot.targets:
            self.offer(selection, snapshot.targets, time)
            return
        self._contents.pop(selection)
        request.SetSelectionOwner(
            display=self._connection.display.display,
            onerror=None,
            window=X.NONE,
            selection=selection,
            time=time,
        )
        self._connection.display.flush()

    async def hand_over(self) -> None:
        """Gives the clipboard's contents to a clipboard manager, as ICCCM asks of who exits."""
        clipboard = self._connection.atom("CLIPBOARD")
        manager = self._connection.atom("CLIPBOARD_MANAGER")
        if not self.owns(clipboard) or not self._connection.selection_owner(manager):
            return
        self._notified.clear()
        target = self._connection.atom("SAVE_TARGETS")
        self._window.convert_selection(manager, target, target, X.CurrentTime)
        self._connection.display.flush()
        try:
            await asyncio.wait_for(self._notified.wait(), _MANAGER_TIMEOUT_S)
        except asyncio.TimeoutError:
            return  # it is no worse than having no manager

    def close(self) -> None:
        """Stops serving. The selections stay ours until the window goes."""
        self._connection.remove_handler(self._on_event)

    def _on_event(self, event: Event) -> None:
        if event.type == X.SelectionRequest and event.owner.id == self._window.id:
            self._on_request(event)
        elif event.type == X.SelectionClear and event.window.id == self._window.id:
            self._contents.pop(event.atom, None)
        elif event.type == X.PropertyNotify and event.state == X.PropertyDelete:
            self._on_property_deleted(event)
        elif event.type == X.SelectionNotify and event.requestor.id == self._window.id:
            self._notified.set()
        elif event.type == X.DestroyNotify:
            self._transfers = [t for t in self._transfers if t.window.id != event.window.id]

    def _on_request(self, event: Event) -> None:
        contents = self._contents.get(event.selection, {})
        name = event.property or event.target  # ICCCM 2.2: obsolete clients send no property
        if event.target == self._connection.atom("MULTIPLE") and event.property:
            is_done = self._serve_multiple(event, contents)
        else:
            is_done = self._serve(event.selection, event.requestor, event.target, name, contents)
        answer = xevent.SelectionNotify(
            time=event.time,
            requestor=event.requestor,
            selection=event.selection,
            target=event.target,
            property=name if is_done else X.NONE,
        )
        event.requestor.send_event(answer)
        self._connection.display.flush()

    def _serve_multiple(self, event: Event, contents: dict[int, TargetData]) -> bool:
        pairs = event.requestor.get_full_property(event.property, X.AnyPropertyType)
        if pairs is None:
            return False
        wanted = list(pairs.value)
        for index in range(0, len(wanted) - 1, 2):
            target, name = wanted[index], wanted[index + 1]
            if not self._serve(event.selection, event.requestor, target, name, contents):
                wanted[index + 1] = X.NONE
        kind = self._connection.atom("ATOM_PAIR")
        event.requestor.change_property(event.property, kind, 32, wanted)
        return True

    def _serve(
        self,
        selection: int,
        requestor: Window,
        target: int,
        name: int,
        contents: dict[int, TargetData],
    ) -> bool:
        if not contents:
            return False
        described = self._describe(selection, target, contents)
        if described is not None:
            self._write(requestor, name, described)
            return True
        found = contents.get(target)
        if found is None:
            return False
        if len(found.data) * found.item_bits // 8 > self._part_bytes:
            self._begin_transfer(_Transfer(selection, requestor, name, target, found))
        else:
            self._write(requestor, name, found)
            self._on_served(selection, int(requestor.id), target)
        return True

    def _describe(
        self, selection: int, target: int, contents: dict[int, TargetData]
    ) -> TargetData | None:
        """The answers about the contents, which every owner gives."""
        if target == self._connection.atom("TARGETS"):
            always = [self._connection.atom(n) for n in ("TARGETS", "TIMESTAMP", "MULTIPLE")]
            return TargetData(self._connection.atom("ATOM"), 32, (*always, *contents))
        if target == self._connection.atom("TIMESTAMP"):
            integer = self._connection.atom("INTEGER")
            return TargetData(integer, 32, (self._owned_at.get(selection, 0),))
        return None

    def _write(self, window: Window, name: int, content: TargetData) -> None:
        data = content.data if content.item_bits == 8 else list(content.data)
        window.change_property(name, content.type_atom, content.item_bits, data)

    def _begin_transfer(self, transfer: _Transfer) -> None:
        mask = X.PropertyChangeMask | X.StructureNotifyMask
        transfer.window.change_attributes(event_mask=mask)
        size = [len(transfer.content.data)]
        transfer.window.change_property(transfer.property, self._connection.atom("INCR"), 32, size)
        self._transfers.append(transfer)

    def _on_property_deleted(self, event: Event) -> None:
        for transfer in self._transfers:
            if transfer.window.id == event.window.id and transfer.property == event.atom:
                self._send_part(transfer)
                return

    def _send_part(self, transfer: _Transfer) -> None:
        content = transfer.content
        items = self._part_bytes * 8 // content.item_bits
        part = content.data[transfer.position : transfer.position + items]
        transfer.position += len(part)
        rest = TargetData(content.type_atom, content.item_bits, part)
        self._write(transfer.window, transfer.property, rest)
        if not part:  # the empty part said that it was all
            self._transfers.remove(transfer)
            if not any(t.window.id == transfer.window.id for t in self._transfers):
                transfer.window.change_attributes(event_mask=X.NONE)
            self._on_served(transfer.selection, int(transfer.window.id), transfer.target)
        self._connection.display.flush()
