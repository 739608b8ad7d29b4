from __future__ import annotations

import os
import signal

import pytest
from pytestqt.qtbot import QtBot

from app.unix_signals import QuitSignals


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_asks_to_quit_while_the_loop_waits(qtbot: QtBot, number: int) -> None:
    before = signal.getsignal(number)
    signals = QuitSignals()
    with qtbot.waitSignal(signals.quit_requested):
        os.kill(os.getpid(), number)
    signals.close()
    assert signal.getsignal(number) == before
