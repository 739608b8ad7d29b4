from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest
from Xlib import X
from Xlib.xobject.drawable import Window

from app.output import x11_snapshot
from app.output.x11_owner import SelectionOwner
from app.output.x11_snapshot import SelectionReader, Snapshot, SnapshotError, TargetData
from app.x11.connection import X11Connection
from tests.helpers.desktop.x_desktop import XDesktop

pytestmark = pytest.mark.desktop


class Peer:
    """A connection with a window, as another program has."""

    def __init__(self, desktop: XDesktop) -> None:
        self.x11 = X11Connection(desktop.env["DISPLAY"])
        self.x11.attach()
        self.window = self.x11.root.create_window(
            0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask
        )
        self.clipboard = self.x11.atom("CLIPBOARD")


def test_every_form_is_read_whatever_its_size(plain_desktop: XDesktop) -> None:
    async def scenario() -> None:
        theirs, ours = Peer(plain_desktop), Peer(plain_desktop)
        owner = SelectionOwner(theirs.x11, theirs.window)
        names = ("image/png", "text/html", "UTF8_STRING", "x-numbers", "x-many", "x-empty")
        png, html, utf8, numbers, many, empty = map(theirs.x11.atom, names)
        contents = {
            png: TargetData(png, 8, bytes(range(256)) * 4096),
            html: TargetData(html, 8, "<b>好</b>".encode()),
            utf8: TargetData(utf8, 8, "好".encode()),
            numbers: TargetData(numbers, 32, (1, 2**32 - 1)),
            many: TargetData(many, 32, tuple(range(200_000))),
            empty: TargetData(empty, 8, b""),
        }
        owner.offer(theirs.clipboard, contents, X.CurrentTime)
        found = await SelectionReader(ours.x11, ours.window).read(ours.clipboard)
        assert found == Snapshot(theirs.window.id, contents)
        theirs.x11.close()
        ours.x11.close()

    asyncio.run(scenario())


def test_no_owner_is_an_empty_snapshot(plain_desktop: XDesktop) -> None:
    async def scenario() -> None:
        ours = Peer(plain_desktop)
        nobody = ours.x11.atom("COSYSCRIBE_NOBODY")
        assert await SelectionReader(ours.x11, ours.window).read(nobody) == Snapshot()
        ours.x11.close()

    asyncio.run(scenario())


class HastyWindow:
    """Its property is written just after it was found missing, as a quick owner does."""

    id = 1

    def __init__(self) -> None:
        self.part: SimpleNamespace | None = None

    def get_property(self, *_which: int, delete: bool = False) -> SimpleNamespace | None:
        found = self.part
        self.part = SimpleNamespace(value=b"part", format=8, property_type=31)
        if found is not None and delete:
            self.part = None
        return found

    def get_full_property(self, *which: int) -> SimpleNamespace | None:
        return self.get_property(*which)

    def delete_property(self, _atom: int) -> None:
        self.part = None


def test_part_written_after_a_look_in_vain_is_not_deleted_unread(
    plain_desktop: XDesktop,
) -> None:
    async def scenario() -> None:
        peer = Peer(plain_desktop)
        reader = SelectionReader(peer.x11, cast("Window", HastyWindow()))
        assert reader._take_property() is None
        found = reader._take_property()
        peer.x11.close()
        assert found is not None
        assert found.data == b"part"

    asyncio.run(scenario())


def test_silent_owner_and_secret_are_not_kept(
    plain_desktop: XDesktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(x11_snapshot, "_STEP_TIMEOUT_S", 0.05)

    async def scenario() -> None:
        theirs, ours = Peer(plain_desktop), Peer(plain_desktop)
        reader = SelectionReader(ours.x11, ours.window)
        theirs.window.set_selection_owner(theirs.clipboard, X.CurrentTime)
        theirs.x11.display.sync()
        with pytest.raises(SnapshotError, match="answer"):
            await reader.read(ours.clipboard)
        hint = theirs.x11.atom("x-kde-passwordManagerHint")
        owner = SelectionOwner(theirs.x11, theirs.window)
        owner.offer(theirs.clipboard, {hint: TargetData(hint, 8, b"secret")}, X.CurrentTime)
        with pytest.raises(SnapshotError, match="secret"):
            await reader.read(ours.clipboard)
        monkeypatch.setattr(x11_snapshot, "MAX_BYTES", 3)
        text = theirs.x11.atom("UTF8_STRING")
        owner.offer(theirs.clipboard, {text: TargetData(text, 8, b"long")}, X.CurrentTime)
        with pytest.raises(SnapshotError, match="large"):
            await reader.read(ours.clipboard)
        theirs.x11.close()
        ours.x11.close()

    asyncio.run(scenario())
