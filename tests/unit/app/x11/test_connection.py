from __future__ import annotations

import asyncio

import pytest
from Xlib import X
from Xlib.protocol.rq import Event

from app.x11.connection import X11Connection, X11Error
from tests.helpers.desktop.x_desktop import XDesktop


def test_no_server_is_one_error() -> None:
    with pytest.raises(X11Error):
        X11Connection(":4711")


@pytest.mark.desktop
def test_events_reach_handlers_until_they_are_removed(plain_desktop: XDesktop) -> None:
    async def scenario() -> None:
        connection = X11Connection(plain_desktop.env["DISPLAY"])
        connection.attach()
        window = connection.root.create_window(
            0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask
        )
        seen: list[int] = []
        arrived = asyncio.Event()

        def on_event(event: Event) -> None:
            seen.append(event.type)
            arrived.set()

        connection.add_handler(on_event)
        window.change_property(connection.atom("A"), connection.atom("STRING"), 8, b"x")
        connection.display.flush()
        await asyncio.wait_for(arrived.wait(), 5)
        assert seen == [X.PropertyNotify]
        connection.remove_handler(on_event)
        window.change_property(connection.atom("A"), connection.atom("STRING"), 8, b"y")
        assert connection.server_answers()
        assert seen == [X.PropertyNotify]
        connection.close()
        connection.close()
        assert not connection.server_answers()

    asyncio.run(scenario())


@pytest.mark.desktop
def test_name_of_an_atom_that_does_not_exist_is_empty(plain_desktop: XDesktop) -> None:
    connection = X11Connection(plain_desktop.env["DISPLAY"])
    assert connection.atom_name(connection.atom("CLIPBOARD")) == "CLIPBOARD"
    assert connection.atom_name(0xFFFFFF) == ""
    connection.close()
