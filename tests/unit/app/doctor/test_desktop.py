from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from app.desktop import gnome_shortcut
from app.desktop.gnome_shortcut import Shortcut, ShortcutError
from app.doctor import desktop
from app.doctor.finding import Finding, State
from app.output.desktop_session import DesktopKind, DesktopSession, DisplayServer
from engine.settings import HotkeySettings, Settings
from tests.helpers.desktop.x_desktop import XDesktop

OURS = shlex.join([sys.executable, "-m", "app", "toggle"])

ENVIRONMENT = ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "QT_IM_MODULE")


def by_id(findings: object) -> dict[str, Finding]:
    return {finding.finding_id: finding for finding in findings}  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def no_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WAYLAND_DISPLAY", *ENVIRONMENT):
        monkeypatch.delenv(name, raising=False)


def enter(desktop_: XDesktop, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in desktop_.env.items():
        if name in (*ENVIRONMENT, "HOME", "XDG_SESSION_TYPE"):
            monkeypatch.setenv(name, value)
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.delenv("XDG_CONFIG_HOME")  # where IBus says how it is reached


def test_without_a_display_nothing_is_known_and_nothing_hangs() -> None:
    found = by_id([*desktop.check_delivery(Settings()), *desktop.check_hotkeys(Settings())])
    assert {"fcitx5", "ibus", "clipboard", "wtype", "x11-key", "portal", "evdev"} <= set(found)
    assert all(
        finding.state is not State.WORKS for name, finding in found.items() if name != "evdev"
    )
    assert all(finding.reason for finding in found.values())


KEYS = ["x11-key", "portal", "evdev", "shortcut"]
WAYS = ["fcitx5", "ibus", "clipboard", "at-spi", "wtype"]


def test_chord_that_is_none_is_named_for_each_way_that_needs_it() -> None:
    settings = Settings(hotkey=HotkeySettings(chord="Hyper+x"))
    found = by_id(desktop.check_hotkeys(settings))
    assert list(found) == KEYS
    for name in ("x11-key", "portal", "evdev"):
        assert found[name].state is State.FAILS
        assert "Hyper" in found[name].reason
        assert found[name].action


@pytest.mark.desktop
def test_window_without_the_focus_leaves_each_way_unknown(
    plain_desktop: XDesktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(plain_desktop, monkeypatch)
    monkeypatch.setattr(desktop, "_WINDOW_TIMEOUT_S", 0.0)
    found = by_id(desktop.check_delivery(Settings()))
    assert list(found) == WAYS
    assert all(finding.state is State.UNKNOWN for finding in found.values())
    assert all(found[name].action for name in WAYS[1:])


@pytest.mark.desktop
def test_every_way_that_works_on_x11_is_seen_to_work(
    ibus_desktop: XDesktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(ibus_desktop, monkeypatch)
    found = by_id([*desktop.check_delivery(Settings()), *desktop.check_hotkeys(Settings())])
    assert found["ibus"].state is State.WORKS
    assert found["clipboard"].state is State.WORKS
    assert found["at-spi"].state is State.WORKS
    assert found["x11-key"].state is State.WORKS
    assert found["portal"].state is State.UNKNOWN


@pytest.mark.desktop
def test_desktop_without_an_input_method_says_so(
    plain_desktop: XDesktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(plain_desktop, monkeypatch)
    found = by_id(desktop.check_delivery(Settings()))
    assert found["ibus"].state is State.FAILS
    assert found["ibus"].action
    assert found["clipboard"].state is State.WORKS


@pytest.mark.parametrize(
    ("found", "state", "words"),
    [
        (None, State.UNKNOWN, "no shortcut"),
        (
            Shortcut("<Super>d", OURS, ""),
            State.WORKS,
            "<Super>d",
        ),
        (Shortcut("<Super>d", "/no/cosyscribe toggle", ""), State.FAILS, "no such program"),
        (
            Shortcut("<Super>d", OURS, "Mail"),
            State.FAILS,
            "“Mail”",
        ),
        (Shortcut("", "cosyscribe toggle", ""), State.FAILS, "no keys"),
        (Shortcut("<Super>d", "'/bin/cosyscribe toggle", ""), State.FAILS, "quotes"),
    ],
)
def test_shortcut_of_gnomes_is_judged_by_what_is_set(
    monkeypatch: pytest.MonkeyPatch, found: Shortcut | None, state: State, words: str
) -> None:
    monkeypatch.setattr(gnome_shortcut, "is_available", lambda _environ: True)
    monkeypatch.setattr(gnome_shortcut, "find_shortcut", lambda: found)
    said = desktop._shortcut(DesktopSession(DisplayServer.WAYLAND, DesktopKind.GNOME))
    assert said.state is state
    assert words in said.reason
    assert bool(said.action) is (state is not State.WORKS)


def test_shortcut_in_a_folder_with_spaces_works(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "my own 程序" / "cosyscribe"
    program.parent.mkdir()
    program.symlink_to(sys.executable)
    found = Shortcut("<Super>d", shlex.join([str(program), "toggle"]), "")
    monkeypatch.setattr(gnome_shortcut, "is_available", lambda _environ: True)
    monkeypatch.setattr(gnome_shortcut, "find_shortcut", lambda: found)
    said = desktop._shortcut(DesktopSession(DisplayServer.WAYLAND, DesktopKind.GNOME))
    assert said.state is State.WORKS


def test_settings_of_gnomes_that_cannot_be_read_leave_it_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> None:
        raise ShortcutError("no schema")

    monkeypatch.setattr(gnome_shortcut, "is_available", lambda _environ: True)
    monkeypatch.setattr(gnome_shortcut, "find_shortcut", fail)
    said = desktop._shortcut(DesktopSession(DisplayServer.WAYLAND, DesktopKind.GNOME))
    assert (said.state, said.reason) == (State.UNKNOWN, "no schema")
