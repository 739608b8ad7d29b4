from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from app.bridge.device_list import DeviceList
from app.ui.choice_box import DeviceBox
from app.ui.settings_pages.audio import AudioPage
from app.ui.settings_pages.page import SettingsPage
from app.ui.theme import Theme
from engine.settings import Settings
from engine.types import CaptureDevice

Follow = Callable[[SettingsPage], list[Settings]]

DEVICES = (CaptureDevice("default", "Built-in", True), CaptureDevice("hw:1", "Blue Yeti", False))


@pytest.fixture
def devices(qtbot: QtBot) -> Iterator[DeviceList]:
    with ThreadPoolExecutor(1) as pool:
        devices = DeviceList(lambda: DEVICES, pool)
        with qtbot.waitSignal(devices.changed):
            devices.refresh()
        yield devices
        devices.close()


def test_microphone_chosen_is_told(devices: DeviceList, theme: Theme, follow: Follow) -> None:
    page = AudioPage(devices, theme)
    told = follow(page)
    box = page.findChildren(DeviceBox)[0]
    box.chosen.emit("hw:1")
    assert told[0].audio.device == "hw:1"


def test_microphones_appear_while_the_page_is_open(
    qtbot: QtBot, theme: Theme, follow: Follow
) -> None:
    with ThreadPoolExecutor(1) as pool:
        devices = DeviceList(lambda: DEVICES, pool)
        page = AudioPage(devices, theme)
        told = follow(page)
        with qtbot.waitSignal(devices.changed):
            devices.refresh()
        assert page.findChildren(DeviceBox)[0].findText("Blue Yeti") >= 0
        assert told == []
        devices.close()


def test_keep_ready_is_told(devices: DeviceList, theme: Theme, follow: Follow) -> None:
    page = AudioPage(devices, theme)
    told = follow(page)
    page.findChildren(QCheckBox)[0].click()
    assert told[0].audio.keep_ready
