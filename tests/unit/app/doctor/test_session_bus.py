from __future__ import annotations

import asyncio

import pytest
from dbus_fast import Message

from app.doctor import session_bus
from tests.helpers.desktop.fixtures import session_bus as bus_fixture

bus = bus_fixture


@pytest.mark.desktop
def test_names_on_the_bus_are_known(bus: str) -> None:
    del bus
    found = asyncio.run(session_bus.names(with_startable=True))
    assert "org.freedesktop.DBus" in found


@pytest.mark.desktop
def test_call_that_fails_has_no_answer(bus: str) -> None:
    del bus
    message = Message("org.cosyscribe.Nobody", "/", "org.cosyscribe.Nobody", "Ask")
    assert asyncio.run(session_bus.call(message)) is None


@pytest.mark.parametrize("address", ["unix:path=/nowhere", "nonsense", ""])
def test_bus_that_is_not_there_is_no_error(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/nowhere")
    assert asyncio.run(session_bus.names()) == ()
