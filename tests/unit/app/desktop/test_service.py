from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus

from app.desktop.remote import NAME, PATH
from app.desktop.service import AlreadyRunningError, DictationService, Request


def test_no_session_bus_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")

    async def scenario() -> None:
        service = DictationService(lambda _request: None)
        assert not await service.open()
        service.set_state("listening")
        service.tell_final("好")
        service.close()

    asyncio.run(scenario())


async def _call(
    bus: MessageBus, member: str, interface: str = NAME, signature: str = "", *body: object
) -> list[object]:
    reply = await bus.call(
        Message(NAME, PATH, interface, member, signature=signature, body=list(body))
    )
    assert reply is not None
    assert reply.message_type is MessageType.METHOD_RETURN, reply.body
    return list(reply.body)


@pytest.mark.desktop
@pytest.mark.usefixtures("session_bus")
class TestOnTheBus:
    def play(self, scenario: Callable[[DictationService, MessageBus], Awaitable[None]]) -> None:
        async def main() -> None:
            self.requests: list[Request] = []
            service = DictationService(self.requests.append)
            assert await service.open()
            client = await MessageBus().connect()
            try:
                await scenario(service, client)
            finally:
                client.disconnect()
                service.close()
                service.close()

        asyncio.run(main())

    def test_methods_are_requests(self) -> None:
        async def scenario(_service: DictationService, client: MessageBus) -> None:
            for request in Request:
                assert await _call(client, request.value) == []
            application = "org.freedesktop.Application"
            await _call(client, "Activate", application, "a{sv}", {})
            await _call(client, "ActivateAction", application, "sava{sv}", "toggle", [], {})
            assert self.requests == [*Request, Request.SHOW, Request.TOGGLE]

        self.play(scenario)

    def test_status_and_signals_tell_what_happens(self) -> None:
        async def scenario(service: DictationService, client: MessageBus) -> None:
            seen: asyncio.Queue[tuple[str, str]] = asyncio.Queue()

            def on_message(message: Message) -> None:
                if message.interface == NAME and message.message_type is MessageType.SIGNAL:
                    seen.put_nowait((message.member or "", message.body[0]))

            client.add_message_handler(on_message)
            rule = f"type='signal',interface='{NAME}'"
            bus = "org.freedesktop.DBus"
            await client.call(Message(bus, "/", bus, "AddMatch", signature="s", body=[rule]))
            service.set_state("listening")
            service.set_state("listening")
            service.tell_partial("你")
            service.tell_final("你好")
            events = [await asyncio.wait_for(seen.get(), 5) for _ in range(3)]
            assert events == [("StateChanged", "listening"), ("Partial", "你"), ("Final", "你好")]
            assert await _call(client, "Status") == ["listening"]

        self.play(scenario)

    def test_second_instance_is_told(self) -> None:
        async def scenario(_service: DictationService, _client: MessageBus) -> None:
            with pytest.raises(AlreadyRunningError):
                await DictationService(lambda _request: None).open()

        self.play(scenario)
