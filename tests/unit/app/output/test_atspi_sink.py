from __future__ import annotations

import asyncio
import signal
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


@pytest.mark.parametrize("address", ["unix:path=/nowhere", "nonsense"])
def test_no_bus_is_unavailable(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)

    async def scenario(sink: AtspiSink) -> None:
        assert await sink.begin() is Reason.UNAVAILABLE
        assert (await sink.commit("好")).reason is Reason.NO_TARGET

    play(scenario)


@pytest.fixture(scope="module")
def accessible(plain_desktop: XDesktop) -> Iterator[XDesktop]:
    """The desktop with its accessibility bus, and programs that take part."""
    need("/usr/libexec/at-spi-bus-launcher")
    plain_desktop.env.pop("NO_AT_BRIDGE", None)
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


@pytest.mark.desktop
def test_accessibility_is_on_only_while_in_use(desktop: XDesktop) -> None:
    call = "gdbus call --session -d org.a11y.Bus -o /org/a11y/bus -m"
    get = f"{call} org.freedesktop.DBus.Properties.Get org.a11y.Status IsEnabled"

    async def scenario(sink: AtspiSink) -> None:
        assert "false" in desktop.run(*get.split()).stdout
        await sink.begin()
        assert "true" in desktop.run(*get.split()).stdout

    play(scenario)
    assert "false" in desktop.run(*get.split()).stdout


@pytest.mark.desktop
def test_program_that_hangs_gets_nothing_and_holds_nothing_up(desktop: XDesktop) -> None:
    window = desktop.start_target("gtk", "line", "hanging")

    async def scenario(sink: AtspiSink) -> None:
        await until_it_begins(sink, None)
        window.process.send_signal(signal.SIGSTOP)
        try:
            delivery = await asyncio.wait_for(sink.commit("lost"), 5)
        finally:
            window.process.send_signal(signal.SIGCONT)
        assert delivery.state is DeliveryState.FAILED
        assert await sink.begin() is None
        assert (await sink.commit("好")).state is DeliveryState.DELIVERED
        await asyncio.to_thread(window.wait_for_text, "好")

    play(scenario)
    window.close()


@pytest.mark.desktop
@pytest.mark.parametrize("toolkit", ["gtk", "qt"])
def test_selection_is_replaced_as_by_typing(desktop: XDesktop, toolkit: str) -> None:
    window = desktop.start_target(toolkit, "line", f"{toolkit}selected")

    async def scenario(sink: AtspiSink) -> None:
        await until_it_begins(sink, None)
        await sink.commit("😀 old")
        await asyncio.to_thread(desktop.run, "xdotool", "key", "shift+Left", "shift+Left")
        await asyncio.sleep(0.2)  # for another process's field to know of its selection
        assert (await sink.commit("好é")).state is DeliveryState.DELIVERED
        await asyncio.to_thread(window.wait_for_text, "😀 o好é")

    play(scenario)
    window.close()


@pytest.mark.desktop
def test_field_that_keeps_other_text_is_unconfirmed(desktop: XDesktop) -> None:
    window = desktop.start_target("gtk", "short", "short")

    async def scenario(sink: AtspiSink) -> None:
        await until_it_begins(sink, None)
        assert (await sink.commit("longer than it takes")).state is DeliveryState.UNCONFIRMED

    play(scenario)
    assert window.text() == "longe"
    window.close()
