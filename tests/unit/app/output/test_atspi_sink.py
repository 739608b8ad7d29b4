from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest

from app.output.atspi_sink import AtspiSink
from app.output.sink import DeliveryState, Reason
from tests.helpers.desktop.fixtures import need
from tests.helpers.desktop.x_desktop import XDesktop, wait_for

Scenario = Callable[[AtspiSink], Awaitable[None]]


def play(scenario: Scenario) -> None:
    async def main() -> None:
        sink = AtspiSink()
        try:
            await scenario(sink)
        finally:
            await sink.close()
            await sink.close()
            await asyncio.sleep(0.01)  # dbus-fast closes its socket when the loop sees the end

    asyncio.run(main())


async def until_it_begins(sink: AtspiSink, reason: Reason | None) -> None:
    async def ask() -> None:
        while await sink.begin() is not reason:
            await asyncio.sleep(0.05)

    await asyncio.wait_for(ask(), 10)


def test_no_bus_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")

    async def scenario(sink: AtspiSink) -> None:
        assert await sink.begin() is Reason.UNAVAILABLE
        assert (await sink.commit("好")).reason is Reason.NO_TARGET

    play(scenario)


@pytest.fixture(scope="module")
def accessible(plain_desktop: XDesktop) -> Iterator[XDesktop]:
    """The desktop with its accessibility bus, and programs that take part."""
    need("/usr/libexec/at-spi-bus-launcher")
    plain_desktop.env.pop("NO_AT_BRIDGE", None)
    plain_desktop.env["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
    launcher = ["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"]
    process = plain_desktop.processes.start(launcher, plain_desktop.env)
    call = "gdbus call --session -d org.a11y.Bus -o /org/a11y/bus -m org.a11y.Bus.GetAddress"
    wait_for(lambda: plain_desktop.run(*call.split(), check=False).returncode == 0)
    yield plain_desktop
    plain_desktop.processes.stop(process)


@pytest.fixture
def desktop(accessible: XDesktop, monkeypatch: pytest.MonkeyPatch) -> XDesktop:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", accessible.env["DBUS_SESSION_BUS_ADDRESS"])
    return accessible


@pytest.mark.desktop
@pytest.mark.parametrize("toolkit", ["gtk", "qt"])
@pytest.mark.parametrize("kind", ["line", "text"])
def test_text_arrives_at_the_caret(desktop: XDesktop, toolkit: str, kind: str) -> None:
    window = desktop.start_target(toolkit, kind, f"{toolkit}{kind}")

    async def scenario(sink: AtspiSink) -> None:
        await until_it_begins(sink, None)
        before = ""
        for text in ("你好，world", "e\u0301 😀", "👩‍👩‍👧x", "好\u3000y"):
            assert (await sink.commit(text)).state is DeliveryState.DELIVERED
            before += text
            await asyncio.to_thread(window.wait_for_text, before)

    play(scenario)
    window.close()


@pytest.mark.desktop
def test_password_field_and_moved_focus_get_nothing(desktop: XDesktop) -> None:
    window = desktop.start_target("gtk", "line", "first")

    async def scenario(sink: AtspiSink) -> None:
        await until_it_begins(sink, None)
        secret = await asyncio.to_thread(desktop.start_target, "gtk", "password", "secret")
        await asyncio.sleep(0.3)  # the event of a focus that another process takes
        assert (await sink.commit("lost")).reason is Reason.FOCUS_CHANGED
        await until_it_begins(sink, Reason.PASSWORD_FIELD)
        assert (await sink.commit("lost")).reason is Reason.NO_TARGET
        assert secret.text() == ""
        await asyncio.to_thread(secret.close)

    play(scenario)
    window.close()
