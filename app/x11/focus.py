"""Which window has the keyboard, whose it is, and what kind of program that is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from Xlib import X, error
from Xlib.ext import res
from Xlib.xobject.drawable import Window

from app.x11.connection import NO_WINDOW, X11Connection

_IBUS_LIBRARIES = re.compile(rb"im-ibus|libibus-|ibusplatforminputcontext")


@dataclass(frozen=True, slots=True)
class FocusedWindow:
    """Where keys go.

    Attributes:
        active: the top-level window by the window manager's word, 0 where it says nothing.
        focus: the window that gets the keys; some programs use an invisible one.
        wm_class: instance and class of the program, lower case.
        pid: process of the program; 0 where unknown.
    """

    active: int
    focus: int
    wm_class: tuple[str, ...] = ()
    pid: int = 0

    def is_same_window(self, other: FocusedWindow) -> bool:
        """Whether keys for one reach the other's window; focus may move inside a window."""
        if self.active and other.active:
            return self.active == other.active
        return self.focus == other.focus


def focused_window(connection: X11Connection) -> FocusedWindow | None:
    """The window that has the keyboard, or None where there is none."""
    reply = connection.display.get_input_focus()
    focus = reply.focus
    if isinstance(focus, int):
        if focus in NO_WINDOW:
            return None
        focus = connection.display.create_resource_object("window", focus)
    active = _active_window(connection)
    if focus.id == connection.root.id and not active:
        return None
    named = connection.display.create_resource_object("window", active) if active else focus
    return FocusedWindow(
        active=active,
        focus=int(focus.id),
        wm_class=_wm_class(named, focus),
        pid=_process_of(connection, named),
    )


def is_same_client(connection: X11Connection, one: int, other: int) -> bool:
    """Whether two windows belong to one program: the server gives each client an id range."""
    mask = ~int(connection.display.display.info.resource_id_mask)
    return (one & mask) == (other & mask)


def speaks_ibus(pid: int) -> bool:
    """Whether a program talks to IBus itself, so that IBus knows when it has no field focused.

    Read off its loaded libraries; False where they cannot be read.
    """
    if pid <= 0:
        return False
    try:
        return _IBUS_LIBRARIES.search(Path(f"/proc/{pid}/maps").read_bytes()) is not None
    except OSError:
        return False


def _active_window(connection: X11Connection) -> int:
    atom = connection.atom("_NET_ACTIVE_WINDOW")
    value = connection.root.get_full_property(atom, X.AnyPropertyType)
    return int(value.value[0]) if value is not None and len(value.value) else 0


def _wm_class(*windows: Window) -> tuple[str, ...]:
    for window in windows:
        try:
            names = window.get_wm_class()
        except error.XError:  # it closed meanwhile
            continue
        if names:
            return tuple(name.lower() for name in names)
    return ()


def _process_of(connection: X11Connection, window: Window) -> int:
    """The program's process by the server's word (true in sandboxes too), else by its own."""
    if connection.display.has_extension(res.extname):
        spec = [{"client": window.id, "mask": res.LocalClientPIDMask}]
        reply = connection.display.res_query_client_ids(spec)
        for found in reply.ids:
            if found.value:
                return int(found.value[0])
    try:
        value = window.get_full_property(connection.atom("_NET_WM_PID"), X.AnyPropertyType)
    except error.XError:
        return 0
    return int(value.value[0]) if value is not None and len(value.value) else 0
