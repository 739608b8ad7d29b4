"""dbus-fast reads signatures from annotations, so this file cannot postpone their evaluation."""

# ruff: noqa: F722, F821, N802, PLR0917
# mypy: disable-error-code="no-untyped-def, name-defined, valid-type, syntax, misc"

import asyncio

import pytest
from dbus_fast.aio import MessageBus
from dbus_fast.service import ServiceInterface, dbus_method, dbus_signal

from app.desktop.notification import Notifier

NAME = "org.freedesktop.Notifications"


class FakeDesktop(ServiceInterface):
    """The desktop's side: keeps what it is to show."""

    def __init__(self) -> None:
        super().__init__(NAME)
        self.shown: list[tuple[int, str, str]] = []

    @dbus_method()
    def Notify(
        self,
        app: "s",
        replaces: "u",
        icon: "s",
        summary: "s",
        body: "s",
        actions: "as",
        hints: "a{sv}",
        timeout: "i",
    ) -> "u":
        assert app == icon == hints["desktop-entry"].value
        assert actions == ["default", "Show"]
        assert timeout == -1
        self.shown.append((replaces, summary, body))
        return 7

    @dbus_signal()
    def ActionInvoked(self, notice, action) -> "us":
        return [notice, action]


def test_no_bus_is_no_error() -> None:
    assert not asyncio.run(Notifier(lambda: None).show("a", "b", "Show"))


@pytest.mark.desktop
@pytest.mark.usefixtures("session_bus")
class TestOnTheBus:
    def test_no_desktop_is_no_error(self) -> None:
        async def main() -> bool:
            notifier = Notifier(lambda: None)
            bus = await MessageBus().connect()
            await notifier.open(bus)
            try:
                return await notifier.show("a", "b", "Show")
            finally:
                bus.disconnect()

        assert not asyncio.run(main())

    def test_new_notice_replaces_the_old_and_pressing_it_is_heard(self) -> None:
        async def main() -> None:
            desktop = FakeDesktop()
            bus, ours = await MessageBus().connect(), await MessageBus().connect()
            bus.export("/org/freedesktop/Notifications", desktop)
            await bus.request_name(NAME)
            pressed: list[bool] = []
            notifier = Notifier(lambda: pressed.append(True))
            await notifier.open(ours)
            try:
                assert await notifier.show("one", "1", "Show")
                assert await notifier.show("two", "2", "Show")
                assert desktop.shown == [(0, "one", "1"), (7, "two", "2")]
                desktop.ActionInvoked(9, "default")
                desktop.ActionInvoked(7, "other")
                desktop.ActionInvoked(7, "default")
                for _ in range(500):
                    if pressed:
                        break
                    await asyncio.sleep(0.01)
                assert pressed == [True]
            finally:
                ours.disconnect()
                bus.disconnect()

        asyncio.run(main())
