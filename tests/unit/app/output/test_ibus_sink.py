from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest

from app.output import ibus_sink, ibus_wire
from app.output.ibus_bus import IBusConnection, IBusError
from app.output.ibus_engine import NO_FIELD_PATH, EngineListener, EngineState
from app.output.ibus_sink import IBusSink
from app.output.ibus_wire import Surrounding
from app.output.sink import DeliveryState, Reason
from engine.text.transcript import needs_space


class FakeDaemon:
    """An IBus daemon with one field; ``echoes`` is whether the field reports its text."""

    def __init__(self, listener: EngineListener) -> None:
        self.state = EngineState(listener)
        self.engine: str | None = "libpinyin"
        self.path = "/c/3"
        self.client = "gtk3-im:gedit"
        self.is_open = False
        self.is_there = True
        self.echoes = True
        self.field = ""
        self.preedit = ""
        self.commits: list[str] = []

    async def open(self) -> None:
        if not self.is_there:
            raise IBusError("gone")
        self.is_open = True

    def close(self) -> None:
        self.is_open = False
        if self.engine == ibus_wire.ENGINE_NAME:
            self.engine = None

    async def current_context(self) -> str | None:
        return self.path

    async def global_engine(self) -> str | None:
        self._need()
        return self.engine

    async def set_global_engine(self, name: str) -> None:
        self._need()
        self.engine = name
        self.state.set_enabled("/e/1", name == ibus_wire.ENGINE_NAME)
        if self.state.is_enabled:
            self.state.focus_in(self.path, self.client)

    async def emit(self, member: str, signature: str, body: list[Any]) -> None:
        self._need()
        if member == "UpdatePreeditText":
            self.preedit = ibus_wire.text_content(body[0])
        elif member == "CommitText":
            self.commits.append(ibus_wire.text_content(body[0]))
            self.field += self.commits[-1]
            if self.echoes:
                self.state.set_surrounding(Surrounding(self.field, len(self.field)))

    def move_focus(self, path: str) -> None:
        self.path = path
        self.state.focus_out()
        self.state.focus_in(path, self.client)

    def forget_engine(self) -> None:
        self.engine = None

    def _need(self) -> None:
        if not self.is_there:
            self.is_open = False
            raise IBusError("gone")


Scenario = Callable[[IBusSink, FakeDaemon], Awaitable[None]]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Scenario], None]:
    monkeypatch.setattr(ibus_sink, "EVIDENCE_TIMEOUT_S", 0.02)

    def run(scenario: Scenario) -> None:
        async def main() -> None:
            made: list[FakeDaemon] = []

            def connect(listener: EngineListener) -> IBusConnection:
                made.append(FakeDaemon(listener))
                return cast("IBusConnection", made[0])

            sink = IBusSink(tmp_path / "run" / "ibus-engine", connect, needs_space)
            await scenario(sink, made[0])

        asyncio.run(main())

    return run


def test_utterance_borrows_the_engine_and_returns_it(play: Callable[[Scenario], None]) -> None:
    async def scenario(sink: IBusSink, daemon: FakeDaemon) -> None:
        assert await sink.begin() is None
        assert daemon.engine == ibus_wire.ENGINE_NAME
        await sink.preview("你")
        assert daemon.preedit == "你"
        delivery = await sink.commit("你好\n😀")
        assert delivery.state is DeliveryState.DELIVERED
        assert daemon.commits == ["你好\n😀"]
        assert daemon.preedit == ""
        await sink.cancel()
        await sink.cancel()
        assert daemon.engine == "libpinyin"

    play(scenario)


def test_text_behind_a_word_gets_a_space(play: Callable[[Scenario], None]) -> None:
    async def scenario(sink: IBusSink, daemon: FakeDaemon) -> None:
        await sink.begin()
        assert (await sink.commit("Ten meters.")).state is DeliveryState.DELIVERED
        await sink.preview("Go")
        assert daemon.preedit == " Go"
        delivery = await sink.commit("Go on.")
        assert (delivery.state, delivery.text) == (DeliveryState.DELIVERED, "Go on.")
        await sink.commit("你好。")
        assert daemon.field == "Ten meters. Go on.你好。"
        daemon.echoes = False
        daemon.state.set_surrounding(Surrounding("😀 one", 5))  # characters, or UTF-16 units?
        await sink.commit("two")
        assert daemon.commits[-1] == "two"

    play(scenario)


def test_silent_field_is_unconfirmed(play: Callable[[Scenario], None]) -> None:
    async def scenario(sink: IBusSink, daemon: FakeDaemon) -> None:
        daemon.echoes = False
        await sink.begin()
        assert (await sink.commit("好")).state is DeliveryState.UNCONFIRMED

    play(scenario)


def test_text_that_had_to_be_cleaned_is_never_called_delivered(
    play: Callable[[Scenario], None],
) -> None:
    async def scenario(sink: IBusSink, daemon: FakeDaemon) -> None:
        await sink.begin()
        assert (await sink.commit("a\0b")).state is DeliveryState.UNCONFIRMED
        assert daemon.commits == ["ab"]

    play(scenario)


def test_moved_focus_gets_nothing(play: Callable[[Scenario], None]) -> None:
    async def scenario(sink: IBusSink, daemon: FakeDaemon) -> None:
        await sink.begin()
        daemon.move_focus("/c/9")
        assert (await sink.commit("好")).reason is Reason.FOCUS_CHANGED
        assert daemon.commits == []

    play(scenario)


def test_focus_change_only_the_daemon_knows_of_gets_nothing(
    play: Callable[[Scenario], None],
) -> None:
    async def scenario(sink: IBusSink, daemon: FakeDaemon) -> None:
        await sink.begin()
        daemon.path = "/c/9"
        assert (await sink.commit("好")).reason is Reason.FOCUS_CHANGED
        assert daemon.commits == []

    play(scenario)


def test_aiming_again_follows_the_focus(play: Callable[[Scenario], None]) -> None:
    async def scenario(sink: IBusSink, daemon: FakeDaemon) -> None:
        await sink.begin()
        daemon.move_focus("/c/9")
        assert await sink.begin() is None
        assert (await sink.commit("好")).state is DeliveryState.DELIVERED

    play(scenario)


def test_nothing_focused_leaves_the_users_engine_alone(play: Callable[[Scenario], None]) -> None:
    async def scenario(sink: IBusSink, daemon: FakeDaemon) -> None:
        daemon.path = NO_FIELD_PATH
        assert await sink.begin() is Reason.NO_TARGET
        assert daemon.engine == "libpinyin"
        assert (await sink.commit("好")).reason is Reason.NO_TARGET

    play(scenario)


@pytest.mark.parametrize("purpose", [ibus_wire.PURPOSE_PASSWORD, ibus_wire.PURPOSE_PIN])
def test_password_field_gets_neither_preview_nor_text(
    play: Callable[[Scenario], None], purpose: int
) -> None:
    async def scenario(sink: IBusSink, daemon: FakeDaemon) -> None:
        await sink.begin()
        daemon.state.set_purpose(purpose)
        await sink.preview("你")
        assert daemon.preedit == ""
        assert (await sink.commit("好")).reason is Reason.PASSWORD_FIELD
        assert daemon.commits == []

    play(scenario)


def test_engine_switched_by_the_user_stays_and_another_sink_may_try(
    play: Callable[[Scenario], None],
) -> None:
    async def scenario(sink: IBusSink, daemon: FakeDaemon) -> None:
        await sink.begin()
        await daemon.set_global_engine("hangul")
        delivery = await sink.commit("好")
        assert delivery.reason is Reason.UNAVAILABLE
        assert delivery.another_may_work
        await sink.cancel()
        assert daemon.engine == "hangul"

    play(scenario)


def test_daemon_that_died_is_reported_and_forgotten(play: Callable[[Scenario], None]) -> None:
    async def scenario(sink: IBusSink, daemon: FakeDaemon) -> None:
        await sink.begin()
        daemon.is_there = False
        assert (await sink.commit("好")).reason is Reason.UNAVAILABLE
        await sink.cancel()
        assert await sink.begin() is Reason.UNAVAILABLE

    play(scenario)


def test_no_engine_before_means_none_after(play: Callable[[Scenario], None]) -> None:
    async def scenario(sink: IBusSink, daemon: FakeDaemon) -> None:
        daemon.engine = None
        await sink.begin()
        await sink.cancel()
        assert daemon.engine is None

    play(scenario)


def test_engine_lost_in_a_crash_is_put_back_at_the_next_start(
    play: Callable[[Scenario], None], tmp_path: Path
) -> None:
    async def scenario(sink: IBusSink, daemon: FakeDaemon) -> None:
        state_file = tmp_path / "run" / "ibus-engine"
        state_file.parent.mkdir()
        state_file.write_text("libpinyin")
        daemon.forget_engine()  # ours went with the crashed process
        await sink.recover()
        assert daemon.engine == "libpinyin"
        assert not state_file.exists()
        await sink.recover()

    play(scenario)


def test_escape_is_taken_only_while_dictating(play: Callable[[Scenario], None]) -> None:
    async def scenario(sink: IBusSink, daemon: FakeDaemon) -> None:
        taken: list[bool] = []
        sink.escape_handler = lambda: True
        taken.append(sink.on_escape())
        await sink.begin()
        taken.append(sink.on_escape())
        await sink.cancel()
        taken.append(sink.on_escape())
        assert taken == [False, True, False]

    play(scenario)
