from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from app.desktop.bus_call import BusCallError, SessionBus
from app.desktop.bus_thread import BusThread
from app.desktop.remote import NAME, PATH
from app.desktop.service import DictationService, Request


@pytest.mark.parametrize("address", ["", "unix:path=/nowhere", "tcp:host=localhost,port=1"])
def test_no_bus_is_one_error(address: str) -> None:
    with pytest.raises(BusCallError) as caught:
        SessionBus({"DBUS_SESSION_BUS_ADDRESS": address})
    assert not caught.value.is_not_running


@pytest.fixture
def service(session_bus: str) -> Iterator[tuple[BusThread, DictationService, list[Request]]]:
    requests: list[Request] = []
    thread = BusThread()
    thread.start()
    yield thread, DictationService(requests.append), requests
    thread.stop()


@pytest.mark.desktop
def test_call_reaches_the_program_and_its_answer_comes_back(
    session_bus: str, service: tuple[BusThread, DictationService, list[Request]]
) -> None:
    thread, program, requests = service
    assert thread.submit(program.open()).result(5)
    with SessionBus() as bus:
        assert bus.call(NAME, PATH, NAME, "Toggle") == ()
        assert bus.call(NAME, PATH, NAME, "Status") == ("idle",)
        with pytest.raises(BusCallError) as caught:
            bus.call(NAME, PATH, NAME, "NoSuchMethod")
    assert "UnknownMethod" in caught.value.name
    assert requests == [Request.TOGGLE]
    thread.call_soon(program.close)


@pytest.mark.desktop
def test_program_that_does_not_run_is_told_from_one_that_fails(session_bus: str) -> None:
    with SessionBus() as bus, pytest.raises(BusCallError) as caught:
        bus.call(NAME, PATH, NAME, "Status")
    assert caught.value.is_not_running


@pytest.mark.desktop
def test_start_of_the_program_is_waited_for(
    session_bus: str, service: tuple[BusThread, DictationService, list[Request]]
) -> None:
    thread, program, _requests = service
    with SessionBus() as bus:
        bus.watch_name(NAME)
        waiting = threading.Thread(target=bus.wait_for_name, args=(NAME,))
        waiting.start()
        assert thread.submit(program.open()).result(5)
        waiting.join(5)
        assert not waiting.is_alive()
        bus.wait_for_name(NAME)  # it has its owner already
    thread.call_soon(program.close)


@pytest.mark.desktop
def test_program_that_never_starts_is_given_up(session_bus: str) -> None:
    with SessionBus(timeout_s=0.05) as bus:
        bus.watch_name(NAME)
        with pytest.raises(BusCallError, match="did not start"):
            bus.wait_for_name(NAME)


def test_peer_that_is_no_bus_is_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("s") / "b"

    async def serve() -> None:
        async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"REJECTED\r\n")
            writer.close()
            await writer.wait_closed()

        async with await asyncio.start_unix_server(answer, path):
            await asyncio.to_thread(connect)

    def connect() -> None:
        with pytest.raises(BusCallError):
            SessionBus({"DBUS_SESSION_BUS_ADDRESS": f"unix:path={path}"}, timeout_s=2)

    asyncio.run(serve())
