from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from pytestqt.qtbot import QtBot

from app.bridge.device_list import DeviceList
from engine.types import CaptureDevice

DEFAULT = CaptureDevice("default", "Built-in", True)
USB = CaptureDevice("hw:1", "Blue Yeti", False)


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


def test_new_list_is_told_and_the_same_list_is_not(qtbot: QtBot, pool: ThreadPoolExecutor) -> None:
    there = [DEFAULT]
    devices = DeviceList(lambda: tuple(there), pool)
    with qtbot.waitSignal(devices.changed) as told:
        devices.refresh()
    assert told.args == [(DEFAULT,)]
    with qtbot.assertNotEmitted(devices.changed, wait=50):
        devices.refresh()
    there.append(USB)
    with qtbot.waitSignal(devices.changed):
        devices.refresh()
    assert devices.devices == (DEFAULT, USB)


def test_refresh_while_listing_lists_once_more_afterwards(
    qtbot: QtBot, pool: ThreadPoolExecutor
) -> None:
    may_list, calls = threading.Event(), []

    def list_devices() -> tuple[CaptureDevice, ...]:
        assert may_list.wait(30)
        calls.append(1)
        return (DEFAULT,) if len(calls) == 1 else (DEFAULT, USB)

    devices = DeviceList(list_devices, pool)
    for _ in range(3):
        devices.refresh()
    may_list.set()
    qtbot.waitUntil(lambda: devices.devices == (DEFAULT, USB))
    assert len(calls) == 2


def test_closed_list_asks_the_pool_for_nothing(qtbot: QtBot) -> None:
    pool = ThreadPoolExecutor(1)
    devices = DeviceList(lambda: (DEFAULT,), pool)
    devices.close()
    pool.shutdown()
    with qtbot.assertNotEmitted(devices.changed, wait=20):
        devices.refresh()


def test_label_is_what_the_user_knows_the_device_as(qtbot: QtBot, pool: ThreadPoolExecutor) -> None:
    there = [DEFAULT, USB]
    devices = DeviceList(lambda: tuple(there), pool)
    with qtbot.waitSignal(devices.changed):
        devices.refresh()
    assert devices.label("hw:1") == "Blue Yeti"
    assert devices.label("hw:7") == "hw:7"
    there.remove(USB)
    with qtbot.waitSignal(devices.changed):
        devices.refresh()
    assert devices.label("hw:1") == "Blue Yeti"
