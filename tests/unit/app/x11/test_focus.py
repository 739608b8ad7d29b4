from __future__ import annotations

import os

import pytest

from app.x11.connection import X11Connection
from app.x11.focus import FocusedWindow, focused_window, is_same_client, speaks_ibus
from tests.helpers.desktop.x_desktop import XDesktop


def test_active_window_decides_where_the_window_manager_names_it() -> None:
    assert FocusedWindow(5, 6).is_same_window(FocusedWindow(5, 7))
    assert not FocusedWindow(5, 6).is_same_window(FocusedWindow(8, 6))
    assert FocusedWindow(0, 6).is_same_window(FocusedWindow(0, 6))
    assert not FocusedWindow(0, 6).is_same_window(FocusedWindow(0, 7))


def test_process_without_ibus_libraries_does_not_speak_it() -> None:
    assert not speaks_ibus(os.getpid())
    assert not speaks_ibus(0)
    assert not speaks_ibus(2**22 + 1)


@pytest.mark.desktop
def test_focused_window_is_described(plain_desktop: XDesktop) -> None:
    connection = X11Connection(plain_desktop.env["DISPLAY"])
    first = plain_desktop.start_target("gtk", "line", "first")
    seen = focused_window(connection)
    assert seen is not None
    assert seen.pid == first.process.pid
    assert "target_gtk.py" in seen.wm_class
    assert is_same_client(connection, seen.active, seen.focus)
    assert not is_same_client(connection, seen.active, connection.root.id)
    second = plain_desktop.start_target("gtk", "line", "second")
    other = focused_window(connection)
    assert other is not None
    assert not other.is_same_window(seen)
    first.close()
    second.close()
    connection.close()
