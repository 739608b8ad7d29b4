from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.desktop import remote
from app.desktop.bus_call import BusCallError
from app.desktop.bus_thread import BusThread
from app.desktop.service import DictationService, Request


def test_same_program_is_started_from_a_checkout_and_from_a_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "argv", ["/x/app/__main__.py"])
    assert remote.command("--background") == [sys.executable, "-m", "app", "--background"]
    script = tmp_path / "cosyscribe"
    script.touch(mode=0o755)
    monkeypatch.setattr(sys, "argv", [str(script)])
    assert remote.command("--background") == [str(script), "--background"]


def test_without_a_bus_nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    assert not remote.show_running()
    with pytest.raises(BusCallError):
        remote.ask_or_start("Toggle")


@pytest.fixture
def thread() -> Iterator[BusThread]:
    bus_thread = BusThread()
    bus_thread.start()
    yield bus_thread
    bus_thread.stop()


@pytest.mark.desktop
def test_program_that_does_not_run_is_started_and_asked(
    session_bus: str, thread: BusThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests: list[Request] = []
    arrived = threading.Event()

    def on_request(request: Request) -> None:
        requests.append(request)
        arrived.set()

    service = DictationService(on_request)
    monkeypatch.setattr(remote, "_start", lambda _environ: thread.submit(service.open()))
    assert remote.ask_or_start("Toggle") == ()
    assert arrived.wait(5)
    assert remote.ask_or_start("Status") == ("idle",)
    assert remote.show_running()
    assert requests == [Request.TOGGLE, Request.SHOW]
    thread.call_soon(service.close)
