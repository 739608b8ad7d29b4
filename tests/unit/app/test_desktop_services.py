from __future__ import annotations

import os
import queue
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import desktop_services
from app.desktop import remote
from app.desktop.bus_thread import BusThread
from app.desktop.hotkey import HotkeyId, HotkeyProblem
from app.desktop.key_control import HotkeyStatus
from app.desktop.logind import Presence
from app.desktop.service import AlreadyRunningError, Request
from app.desktop_services import DesktopServices, KeyEvent
from app.output.sink import Delivery, DeliveryState, Reason
from engine.settings import HotkeySettings, Settings
from tests.helpers.desktop.fake_portal import FakePortal

pytestmark = [pytest.mark.desktop, pytest.mark.usefixtures("session_bus")]

WAIT_S = 10.0


class Heard:
    """Keeps what comes from the desktop."""

    def __init__(self) -> None:
        self.requests: queue.Queue[Request] = queue.Queue()
        self.deliveries: queue.Queue[Delivery] = queue.Queue()
        self.keys: queue.Queue[KeyEvent] = queue.Queue()
        self.hotkeys: queue.Queue[HotkeyStatus] = queue.Queue()

    def on_request(self, request: Request) -> None:
        self.requests.put(request)

    def on_key(self, event: KeyEvent) -> None:
        self.keys.put(event)

    def on_hotkey(self, status: HotkeyStatus) -> None:
        self.hotkeys.put(status)

    def on_presence(self, presence: Presence) -> None:
        raise AssertionError(presence)

    def on_delivery(self, delivery: Delivery) -> None:
        self.deliveries.put(delivery)


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def services(
    heard: Heard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[DesktopServices]:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "IBUS_ADDRESS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    made = DesktopServices(Settings(), heard)
    made.start()
    yield made
    made.stop()
    made.stop()


def test_requests_of_other_programs_are_heard(services: DesktopServices, heard: Heard) -> None:
    services.set_state("listening")
    assert remote.ask("Status", os.environ) == ("listening",)
    remote.ask("Toggle", os.environ)
    assert heard.requests.get(timeout=WAIT_S) is Request.TOGGLE


def test_second_instance_ends_without_a_thread(services: DesktopServices, heard: Heard) -> None:
    del services
    second = DesktopServices(Settings(), heard)
    with pytest.raises(AlreadyRunningError):
        second.start()
    second.stop()


def test_text_comes_back_where_there_is_no_display(services: DesktopServices, heard: Heard) -> None:
    heard.hotkeys.get(timeout=WAIT_S)  # all is open
    services.begin()
    services.preview("好")
    services.commit("好的")
    services.end()
    delivery = heard.deliveries.get(timeout=WAIT_S)
    assert (delivery.state, delivery.text) == (DeliveryState.FAILED, "好的")
    assert delivery.reason is Reason.UNAVAILABLE


def test_key_that_cannot_be_had_is_told(services: DesktopServices, heard: Heard) -> None:
    assert heard.hotkeys.get(timeout=WAIT_S).problem is HotkeyProblem.UNAVAILABLE
    services.change(Settings(hotkey=HotkeySettings(chord="Ctrl+")))
    status = heard.hotkeys.get(timeout=WAIT_S)
    assert (status.chord, status.problem) == ("Ctrl+", HotkeyProblem.NO_SUCH_KEY)


def test_key_is_asked_for_again_when_the_portal_ended(
    services: DesktopServices, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard.hotkeys.get(timeout=WAIT_S)
    services.stop()
    monkeypatch.setenv("WAYLAND_DISPLAY", "none")
    thread, portals = BusThread(), [FakePortal(), FakePortal()]
    thread.start()
    in_session = DesktopServices(Settings(), heard)
    try:
        for portal in portals:  # the second one waits for the name
            thread.submit(portal.open()).result(WAIT_S)
        in_session.start()
        assert heard.hotkeys.get(timeout=WAIT_S).hotkey_id is HotkeyId.PORTAL
        thread.call_soon(portals[0].close)
        assert heard.hotkeys.get(timeout=WAIT_S).hotkey_id is HotkeyId.PORTAL
        thread.call_soon(portals[1].press)
        assert heard.keys.get(timeout=WAIT_S).kind == "press"
        thread.call_soon(portals[1].close)
    finally:
        in_session.stop()
        thread.stop()


def test_key_is_asked_for_until_the_portal_is_back(
    services: DesktopServices, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard.hotkeys.get(timeout=WAIT_S)
    services.stop()
    monkeypatch.setenv("WAYLAND_DISPLAY", "none")
    monkeypatch.setattr(desktop_services, "_ARM_AGAIN_S", (0.1,) * 100)
    thread, first, second = BusThread(), FakePortal(), FakePortal()
    thread.start()
    in_session = DesktopServices(Settings(), heard)
    try:
        thread.submit(first.open()).result(WAIT_S)
        in_session.start()
        assert heard.hotkeys.get(timeout=WAIT_S).hotkey_id is HotkeyId.PORTAL
        thread.call_soon(first.close)
        assert heard.hotkeys.get(timeout=WAIT_S).problem is HotkeyProblem.UNAVAILABLE
        thread.submit(second.open()).result(WAIT_S)
        while heard.hotkeys.get(timeout=WAIT_S).hotkey_id is not HotkeyId.PORTAL:
            pass
        thread.call_soon(second.close)
    finally:
        in_session.stop()
        thread.stop()


def test_stop_gives_the_name_up(services: DesktopServices) -> None:
    services.stop()
    assert not remote.show_running(os.environ)
