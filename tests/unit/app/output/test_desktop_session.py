from __future__ import annotations

import pytest

from app.output.desktop_session import DesktopKind, DisplayServer, detect, sink_order
from app.output.sink import SinkId

X11 = {"DISPLAY": ":0", "XDG_SESSION_TYPE": "x11", "XDG_CURRENT_DESKTOP": "ubuntu:GNOME"}
WAYLAND = {
    "DISPLAY": ":0",
    "WAYLAND_DISPLAY": "wayland-0",
    "XDG_SESSION_TYPE": "wayland",
    "XDG_CURRENT_DESKTOP": "ubuntu:GNOME",
}
FCITX = ("org.freedesktop.DBus", "org.fcitx.Fcitx5")


@pytest.mark.parametrize(
    ("environ", "names", "expected"),
    [
        (X11, (), (SinkId.IBUS, SinkId.PASTE, SinkId.COPY)),
        (X11, FCITX, (SinkId.PASTE, SinkId.COPY)),
        (WAYLAND, (), (SinkId.IBUS, SinkId.ATSPI, SinkId.COPY)),
        (WAYLAND, FCITX, (SinkId.ATSPI, SinkId.COPY)),
        (WAYLAND | {"XDG_CURRENT_DESKTOP": "KDE"}, (), (SinkId.IBUS, SinkId.ATSPI, SinkId.COPY)),
        (WAYLAND | {"XDG_CURRENT_DESKTOP": "sway"}, (), (SinkId.WTYPE, SinkId.COPY)),
        (WAYLAND | {"XDG_CURRENT_DESKTOP": "COSMIC"}, FCITX, (SinkId.WTYPE, SinkId.COPY)),
        (WAYLAND | {"SWAYSOCK": "/run/sway"}, (), (SinkId.WTYPE, SinkId.COPY)),
        ({}, (), (SinkId.COPY,)),
    ],
)
def test_sinks_are_ordered_by_session(
    environ: dict[str, str], names: tuple[str, ...], expected: tuple[SinkId, ...]
) -> None:
    assert sink_order(detect(environ, names)) == expected


def test_x11_session_ignores_a_stray_wayland_display() -> None:
    assert detect(X11 | {"WAYLAND_DISPLAY": "wayland-0"}).server is DisplayServer.X11


def test_xwayland_is_seen_by_its_display() -> None:
    assert detect(WAYLAND).has_xwayland
    without = {key: value for key, value in WAYLAND.items() if key != "DISPLAY"}
    assert not detect(without).has_xwayland
    assert not detect(X11).has_xwayland


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("ubuntu:GNOME", DesktopKind.GNOME),
        ("KDE", DesktopKind.KDE),
        ("Hyprland", DesktopKind.WLROOTS),
        ("XFCE", DesktopKind.OTHER),
        ("", DesktopKind.OTHER),
    ],
)
def test_desktop_is_read_from_its_name(name: str, kind: DesktopKind) -> None:
    assert detect({"DISPLAY": ":0", "XDG_CURRENT_DESKTOP": name}).kind is kind
