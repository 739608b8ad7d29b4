from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtDBus import QDBusMessage, QDBusVariant
from pytestqt.qtbot import QtBot

from app.desktop.appearance import PortalAppearance

NAMESPACE = "org.freedesktop.appearance"


def wrapped(value: Any, times: int = 1) -> Any:
    for _ in range(times):
        variant = QDBusVariant()
        variant.setVariant(value)
        value = variant
    return value


def changed(namespace: str, key: str, value: Any) -> QDBusMessage:
    message = QDBusMessage.createSignal("/x", "org.freedesktop.portal.Settings", "SettingChanged")
    message.setArguments([namespace, key, wrapped(value)])
    return message


@pytest.mark.parametrize(
    ("value", "scheme"),
    [
        (1, Qt.ColorScheme.Dark),
        (2, Qt.ColorScheme.Light),
        (0, Qt.ColorScheme.Unknown),
        (7, Qt.ColorScheme.Unknown),
    ],
)
def test_change_is_told(qtbot: QtBot, value: int, scheme: Qt.ColorScheme) -> None:
    appearance = PortalAppearance()
    with qtbot.waitSignal(appearance.scheme_changed) as told:
        appearance.on_setting_changed(changed(NAMESPACE, "color-scheme", value))
    assert told.args == [scheme]


@pytest.mark.parametrize(
    ("namespace", "key"), [("org.gnome", "color-scheme"), (NAMESPACE, "accent-color")]
)
def test_other_settings_are_not_ours(qtbot: QtBot, namespace: str, key: str) -> None:
    appearance = PortalAppearance()
    with qtbot.assertNotEmitted(appearance.scheme_changed):
        appearance.on_setting_changed(changed(namespace, key, 1))


def test_session_without_a_bus_is_left_alone(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
    appearance = PortalAppearance()
    with qtbot.assertNotEmitted(appearance.scheme_changed, wait=50):
        appearance.watch()
