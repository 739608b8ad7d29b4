from __future__ import annotations

import pytest

from app.doctor import desktop
from app.doctor.finding import Finding, State
from engine.settings import HotkeySettings, Settings
from tests.helpers.desktop.x_desktop import XDesktop

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


def test_chord_that_is_none_is_named() -> None:
    settings = Settings(hotkey=HotkeySettings(chord="Hyper+x"))
    (found,) = desktop.check_hotkeys(settings)
    assert found.state is State.FAILS
    assert "Hyper" in found.reason


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
