from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Qt, QThread
from pytestqt.qtbot import QtBot

from app.bridge.desktop_bridge import DesktopBridge
from app.desktop.key_control import HotkeyStatus
from app.desktop.logind import Presence
from app.desktop.service import Request
from app.desktop_services import KeyEvent
from app.output.sink import Delivery, DeliveryState, SinkId


class Receiver(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.received: list[object] = []
        self.threads: set[QThread] = set()

    def take(self, value: object) -> None:
        self.received.append(value)
        self.threads.add(QThread.currentThread())


def test_values_cross_threads_in_order_and_unchanged(qtbot: QtBot) -> None:
    bridge, receiver = DesktopBridge(), Receiver()
    signals = (
        bridge.requested,
        bridge.key_changed,
        bridge.hotkey_changed,
        bridge.presence_changed,
        bridge.delivered,
    )
    for signal in signals:
        signal.connect(receiver.take, Qt.ConnectionType.QueuedConnection)
    request, key, status = Request.TOGGLE, KeyEvent("press", 1.0), HotkeyStatus("F9")
    presence, delivery = Presence(), Delivery(DeliveryState.DELIVERED, SinkId.IBUS, "好")

    def run() -> None:
        bridge.on_request(request)
        bridge.on_key(key)
        bridge.on_hotkey(status)
        bridge.on_presence(presence)
        bridge.on_delivery(delivery)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert receiver.received == []
    qtbot.waitUntil(lambda: len(receiver.received) == 5)
    assert receiver.received == [request, key, status, presence, delivery]
    assert receiver.threads == {receiver.thread()}
