from __future__ import annotations

import asyncio
import subprocess

import pytest
from Xlib import X

from app.output.x11_owner import SelectionOwner, text_content
from app.output.x11_snapshot import Snapshot, TargetData
from app.x11.connection import X11Connection
from tests.helpers.desktop.fixtures import need
from tests.helpers.desktop.x_desktop import XDesktop

pytestmark = pytest.mark.desktop


def paste(desktop: XDesktop, kind: str) -> bytes:
    need("xclip")
    return subprocess.run(
        ["xclip", "-selection", "clipboard", "-t", kind, "-o"],
        env=desktop.env,
        check=False,
        capture_output=True,
        timeout=10,
    ).stdout


def test_text_is_latin1_only_where_latin1_holds_it(plain_desktop: XDesktop) -> None:
    connection = X11Connection(plain_desktop.env["DISPLAY"])
    string = connection.atom("STRING")
    assert text_content(connection, "café")[string].data == "café".encode("latin-1")
    assert string not in text_content(connection, "咖啡")
    connection.close()


def test_contents_of_any_size_are_served_until_someone_else_takes_over(
    plain_desktop: XDesktop,
) -> None:
    async def scenario() -> None:
        connection = X11Connection(plain_desktop.env["DISPLAY"])
        connection.attach()
        window = connection.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        served: list[str] = []
        owner = SelectionOwner(
            connection, window, lambda _s, _w, target: served.append(connection.atom_name(target))
        )
        clipboard = connection.atom("CLIPBOARD")
        png = connection.atom("image/png")
        big = bytes(range(256)) * 5000
        content = {png: TargetData(png, 8, big), connection.atom("x-n"): TargetData(png, 32, (7,))}
        assert owner.offer(clipboard, content, X.CurrentTime)
        assert await asyncio.to_thread(paste, plain_desktop, "image/png") == big
        assert not owner.is_busy()
        assert await asyncio.to_thread(paste, plain_desktop, "nothing") == b""
        assert served == ["image/png"]
        owner.put_back(clipboard, Snapshot(), X.CurrentTime)
        assert not owner.owns(clipboard)
        assert await asyncio.to_thread(paste, plain_desktop, "TARGETS") == b""
        owner.offer(clipboard, content, X.CurrentTime)
        other = X11Connection(plain_desktop.env["DISPLAY"])
        taker = other.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        taker.set_selection_owner(clipboard, X.CurrentTime)
        other.display.sync()
        assert connection.server_answers()
        assert not owner.owns(clipboard)
        owner.put_back(clipboard, Snapshot(1, content), X.CurrentTime)
        assert other.selection_owner(clipboard) == taker.id
        await owner.hand_over()
        owner.close()
        connection.close()
        other.close()

    asyncio.run(scenario())
