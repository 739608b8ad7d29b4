from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Qt, QThread
from pytestqt.qtbot import QtBot

from app.bridge.session_bridge import SessionBridge
from engine.types import Level, SessionEvent, SessionEventKind
from tests.helpers.fake_session import update


class Receiver(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.received: list[object] = []
        self.threads: set[QThread] = set()

    def take(self, value: object) -> None:
        self.received.append(value)
        self.threads.add(QThread.currentThread())


def test_values_cross_threads_in_order_and_unchanged(qtbot: QtBot) -> None:
    bridge, receiver = SessionBridge(), Receiver()
    queued = Qt.ConnectionType.QueuedConnection
    bridge.updated.connect(receiver.take, queued)
    bridge.level_changed.connect(receiver.take, queued)
    bridge.event_occurred.connect(receiver.take, queued)
    values = (update("a"), Level(-20.0, -10.0, False), SessionEvent(SessionEventKind.ENDED))

    def run() -> None:
        bridge.on_update(values[0])
        bridge.on_level(values[1])
        bridge.on_event(values[2])

    with qtbot.waitSignal(bridge.event_occurred):
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        assert receiver.received == []
    qtbot.waitUntil(lambda: len(receiver.received) == 3)
    assert all(got is sent for got, sent in zip(receiver.received, values, strict=True))
    assert receiver.threads == {receiver.thread()}
