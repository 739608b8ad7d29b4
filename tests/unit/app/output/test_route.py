from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from app.output.route import Route
from app.output.sink import Delivery, DeliveryState, Reason, SinkId


class FakeSink:
    """A sink that answers what it is told to and notes what is asked of it."""

    def __init__(
        self,
        sink_id: SinkId,
        refusal: Reason | None = None,
        failure: Reason | None = None,
    ) -> None:
        self.sink_id = sink_id
        self.refusal = refusal
        self.failure = failure
        self.calls: list[str] = []

    async def begin(self) -> Reason | None:
        self.calls.append("begin")
        return self.refusal

    async def preview(self, text: str) -> None:
        self.calls.append(f"preview {text}")

    async def commit(self, text: str) -> Delivery:
        await asyncio.sleep(0)
        self.calls.append(f"commit {text}")
        if self.failure is not None:
            return Delivery.failed(self.sink_id, text, self.failure)
        return Delivery(DeliveryState.DELIVERED, self.sink_id, text)

    async def cancel(self) -> None:
        self.calls.append("cancel")


Scenario = Callable[[Route, FakeSink, FakeSink], Awaitable[None]]


def play(scenario: Scenario) -> None:
    async def main() -> None:
        first, second = FakeSink(SinkId.IBUS), FakeSink(SinkId.PASTE)
        await scenario(Route([first, second]), first, second)

    asyncio.run(main())


def test_first_sink_that_can_takes_the_text() -> None:
    async def scenario(route: Route, first: FakeSink, second: FakeSink) -> None:
        assert await route.begin() is None
        await route.preview("你")
        assert (await route.commit("你好")).sink is SinkId.IBUS
        await route.end()
        await route.end()
        assert first.calls == ["begin", "preview 你", "commit 你好", "cancel"]
        assert second.calls == []

    play(scenario)


def test_sink_that_sees_no_field_is_passed_over() -> None:
    async def scenario(route: Route, first: FakeSink, second: FakeSink) -> None:
        first.refusal = Reason.NO_TARGET
        assert await route.begin() is None
        assert (await route.commit("好")).sink is SinkId.PASTE
        assert first.calls == ["begin", "cancel"]

    play(scenario)


def test_sink_that_fails_before_sending_is_followed_by_the_next() -> None:
    async def scenario(route: Route, first: FakeSink, second: FakeSink) -> None:
        first.failure = Reason.UNAVAILABLE
        await route.begin()
        assert (await route.commit("好")).sink is SinkId.PASTE
        assert first.calls[-1] == "cancel"
        assert (await route.commit("再")).sink is SinkId.PASTE

    play(scenario)


@pytest.mark.parametrize("reason", [Reason.FOCUS_CHANGED, Reason.PASSWORD_FIELD, Reason.REFUSED])
def test_target_that_must_not_get_text_gets_it_from_no_sink(reason: Reason) -> None:
    async def scenario(route: Route, first: FakeSink, second: FakeSink) -> None:
        first.failure = reason
        await route.begin()
        assert (await route.commit("好")).reason is reason
        assert second.calls == []

    play(scenario)


def test_password_field_ends_the_search() -> None:
    async def scenario(route: Route, first: FakeSink, second: FakeSink) -> None:
        first.refusal = Reason.PASSWORD_FIELD
        assert await route.begin() is Reason.PASSWORD_FIELD
        assert (await route.commit("好")).reason is Reason.PASSWORD_FIELD
        assert second.calls == []

    play(scenario)


def test_text_nobody_took_comes_back_with_the_last_reason() -> None:
    async def scenario(route: Route, first: FakeSink, second: FakeSink) -> None:
        first.refusal = second.refusal = Reason.NO_TARGET
        assert await route.begin() is Reason.NO_TARGET
        delivery = await route.commit("好")
        assert (delivery.state, delivery.text) == (DeliveryState.FAILED, "好")
        assert delivery.reason is Reason.NO_TARGET

    play(scenario)


def test_locked_session_gets_nothing_and_works_again_after() -> None:
    async def scenario(route: Route, first: FakeSink, second: FakeSink) -> None:
        await route.begin()
        await route.block(True)
        await route.preview("你")
        assert (await route.commit("好")).reason is Reason.SESSION_LOCKED
        assert await route.begin() is Reason.SESSION_LOCKED
        assert first.calls == ["begin", "cancel"]
        await route.block(False)
        assert await route.begin() is None
        assert (await route.commit("好")).state is DeliveryState.DELIVERED

    play(scenario)


def test_aiming_again_gives_back_what_another_sink_borrowed() -> None:
    async def scenario(route: Route, first: FakeSink, second: FakeSink) -> None:
        await route.begin()
        first.refusal = Reason.NO_TARGET
        await route.begin()
        assert first.calls == ["begin", "begin", "cancel", "cancel"]
        assert (await route.commit("好")).sink is SinkId.PASTE

    play(scenario)


def test_calls_are_carried_out_in_order() -> None:
    async def scenario(route: Route, first: FakeSink, second: FakeSink) -> None:
        await asyncio.gather(
            route.begin(), route.commit("一"), route.preview("二"), route.commit("二"), route.end()
        )
        assert first.calls == ["begin", "commit 一", "preview 二", "commit 二", "cancel"]

    play(scenario)


def test_sink_that_takes_over_does_not_follow_the_focus() -> None:
    async def main() -> None:
        first, second = FakeSink(SinkId.IBUS, failure=Reason.UNAVAILABLE), FakeSink(SinkId.PASTE)
        windows = iter([*["letter"] * 5, "chat"])
        route = Route([first, second], lambda: next(windows))
        await route.begin()
        assert (await route.commit("stays")).state is DeliveryState.DELIVERED
        await route.begin()
        delivery = await route.commit("moved")
        assert (delivery.reason, delivery.text) == (Reason.FOCUS_CHANGED, "moved")
        assert "commit moved" not in second.calls

    asyncio.run(main())


@pytest.mark.parametrize("later", ["chat", None])
def test_text_is_not_sent_where_the_focus_moved_to(later: str | None) -> None:
    async def main() -> None:
        first, second = FakeSink(SinkId.IBUS), FakeSink(SinkId.PASTE)
        windows = iter(["letter", later])
        route = Route([first, second], lambda: next(windows))
        await route.begin()
        assert (await route.commit("moved")).reason is Reason.FOCUS_CHANGED
        assert "commit moved" not in [*first.calls, *second.calls]

    asyncio.run(main())


def test_sink_that_takes_over_and_sees_a_password_field_ends_it() -> None:
    async def main() -> None:
        first = FakeSink(SinkId.IBUS, failure=Reason.UNAVAILABLE)
        second = FakeSink(SinkId.ATSPI)
        third = FakeSink(SinkId.PASTE)
        route = Route([first, second, third])
        await route.begin()
        second.refusal = Reason.PASSWORD_FIELD
        assert (await route.commit("lost")).reason is Reason.PASSWORD_FIELD
        assert third.calls == []

    asyncio.run(main())
