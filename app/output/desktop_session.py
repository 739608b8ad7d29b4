"""Which desktop this is, and which ways of delivering text suit it."""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from app.output.sink import SinkId


class DisplayServer(enum.Enum):
    """What draws the windows."""

    X11 = "x11"
    WAYLAND = "wayland"
    NONE = "none"


class DesktopKind(enum.Enum):
    """Desktops that differ in how text gets into them."""

    GNOME = "gnome"
    KDE = "kde"
    WLROOTS = "wlroots"
    """Compositors with the virtual keyboard protocol: sway, Hyprland, labwc... and COSMIC."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class DesktopSession:
    """What was found out about the desktop.

    Attributes:
        server: the display server that programs use by default.
        kind: the desktop.
        has_fcitx5: fcitx5 runs; it then owns the input method, IBus protocol included.
        has_xwayland: X11 programs can run in a Wayland session.
    """

    server: DisplayServer
    kind: DesktopKind
    has_fcitx5: bool = False
    has_xwayland: bool = False


FCITX_BUS_NAMES = frozenset({"org.fcitx.Fcitx5", "org.fcitx.Fcitx"})
_WLROOTS = frozenset(
    {"sway", "hyprland", "river", "labwc", "wayfire", "niri", "wlroots", "dwl", "cosmic"}
)
_GNOME = frozenset({"gnome", "ubuntu", "unity", "budgie", "pantheon", "gnome-classic"})


def detect(environ: Mapping[str, str], bus_names: Collection[str] = ()) -> DesktopSession:
    """Reads the desktop off the environment and the names on the session bus."""
    server = _server(environ)
    return DesktopSession(
        server=server,
        kind=_kind(environ),
        has_fcitx5=not FCITX_BUS_NAMES.isdisjoint(bus_names),
        has_xwayland=server is DisplayServer.WAYLAND and bool(environ.get("DISPLAY")),
    )


def sink_order(session: DesktopSession) -> tuple[SinkId, ...]:
    """The sinks to try, best first; the last one always works, with the user's help."""
    if session.server is DisplayServer.NONE:
        return (SinkId.COPY,)
    input_method = () if session.has_fcitx5 else (SinkId.IBUS,)
    if session.server is DisplayServer.X11:
        return (*input_method, SinkId.PASTE, SinkId.COPY)
    if session.kind is DesktopKind.WLROOTS:
        return (SinkId.WTYPE, SinkId.COPY)
    return (*input_method, SinkId.ATSPI, SinkId.COPY)


def _server(environ: Mapping[str, str]) -> DisplayServer:
    kind = environ.get("XDG_SESSION_TYPE", "")
    if environ.get("WAYLAND_DISPLAY") and kind != "x11":
        return DisplayServer.WAYLAND
    if environ.get("DISPLAY"):
        return DisplayServer.X11
    return DisplayServer.NONE


def _kind(environ: Mapping[str, str]) -> DesktopKind:
    names = {
        part.strip().lower()
        for key in ("XDG_CURRENT_DESKTOP", "XDG_SESSION_DESKTOP")
        for part in environ.get(key, "").split(":")
    }
    if environ.get("SWAYSOCK") or environ.get("HYPRLAND_INSTANCE_SIGNATURE") or names & _WLROOTS:
        return DesktopKind.WLROOTS
    if "kde" in names or "plasma" in names:
        return DesktopKind.KDE
    if names & _GNOME:
        return DesktopKind.GNOME
    return DesktopKind.OTHER
