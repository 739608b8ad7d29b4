from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from app.bridge.controller import Controller, DictationChoice, DictationState
from app.bridge.transcript_model import TranscriptModel
from engine.errors import (
    BackendError,
    DeviceUnavailableError,
    DeviceUnavailableReason,
    ModelMissingError,
)
from engine.paths import models_dir
from engine.types import SourceEvent, SourceEventKind
from tests.helpers.fake_session import FakeEngine

CHOICE = DictationChoice("default", "whisper-base", "auto")


class Rig:
    """A controller on a fake engine, and what it told."""

    def __init__(self, qtbot: QtBot, pool: ThreadPoolExecutor, engine: FakeEngine) -> None:
        self.qtbot = qtbot
        self.engine = engine
        self.transcript = TranscriptModel(" ".join)
        self.controller = Controller(engine.load, pool, self.transcript, CHOICE)
        self.states: list[DictationState] = []
        self.failures: list[Exception] = []
        self.controller.state_changed.connect(self.states.append)
        self.controller.failed.connect(self.failures.append)

    def state(self) -> DictationState:
        return self.controller.state

    def wait_for(self, state: DictationState) -> None:
        self.qtbot.waitUntil(lambda: self.controller.state is state)

    def listen(self) -> None:
        count = len(self.engine.sessions)
        self.controller.start()
        self.qtbot.waitUntil(lambda: len(self.engine.sessions) > count)
        self.engine.session.listen()
        self.wait_for(DictationState.LISTENING)


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


@pytest.fixture
def rig(qtbot: QtBot, pool: ThreadPoolExecutor) -> Rig:
    return Rig(qtbot, pool, FakeEngine())


@pytest.fixture
def held(qtbot: QtBot, pool: ThreadPoolExecutor) -> Iterator[Rig]:
    rig = Rig(qtbot, pool, FakeEngine(hold_loads=True))
    yield rig
    rig.engine.release_loads()


def test_speaking_once_goes_through_every_state(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.say("hello", final=True)
    rig.controller.stop()
    rig.engine.session.finish()
    rig.wait_for(DictationState.IDLE)
    assert rig.states == [
        DictationState.LOADING,
        DictationState.OPENING,
        DictationState.LISTENING,
        DictationState.FINISHING,
        DictationState.IDLE,
    ]
    assert rig.transcript.text() == "hello"
    assert rig.engine.session.calls == ["start", "stop"]


def test_others_hear_what_belongs_to_a_session(rig: Rig) -> None:
    heard: list[object] = []
    rig.controller.session_began.connect(lambda: heard.append("began"))
    rig.controller.updated.connect(lambda update: heard.append(update.text))
    rig.controller.session_ended.connect(heard.append)
    rig.listen()
    rig.engine.session.say("hello", final=True)
    rig.controller.stop()
    rig.controller.start()
    rig.engine.session.finish()
    rig.qtbot.waitUntil(lambda: len(rig.engine.sessions) == 2)
    rig.controller.cancel()
    rig.engine.session.say("never", final=True)
    rig.engine.session.finish()
    rig.wait_for(DictationState.IDLE)
    assert heard == ["began", "hello", False, "began", True]


def test_model_is_loaded_once_for_many_sessions(rig: Rig) -> None:
    rig.controller.prepare()
    rig.controller.prepare()
    for _ in range(3):
        rig.listen()
        rig.controller.stop()
        rig.engine.session.finish()
        rig.wait_for(DictationState.IDLE)
    assert rig.engine.loads == ["whisper-base"]


def test_gui_thread_stays_free_while_a_model_loads(held: Rig, qtbot: QtBot) -> None:
    # The load cannot end before the GUI thread lets it: were it waited for, this would hang.
    ticks: list[int] = []
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(1))
    timer.start(1)
    held.controller.start()
    qtbot.waitUntil(lambda: len(ticks) >= 20)
    assert held.state() is DictationState.LOADING
    assert held.controller.is_preparing
    held.engine.release_loads()
    held.wait_for(DictationState.OPENING)
    assert not held.controller.is_preparing


def test_stop_while_loading_withdraws_the_start(held: Rig, qtbot: QtBot) -> None:
    held.controller.toggle()
    held.controller.toggle()
    assert held.state() is DictationState.IDLE
    with qtbot.waitSignal(held.controller.preparing_changed):
        held.engine.release_loads()
    assert held.engine.sessions == []
    held.listen()
    assert held.engine.loads == ["whisper-base"]


def test_start_during_loading_ahead_listens_when_loaded(held: Rig) -> None:
    held.controller.prepare()
    assert held.state() is DictationState.IDLE
    held.controller.start()
    assert held.state() is DictationState.LOADING
    held.engine.release_loads()
    held.wait_for(DictationState.OPENING)
    assert held.engine.loads == ["whisper-base"]


def test_missing_model_is_told_and_the_next_start_tries_again(rig: Rig) -> None:
    rig.engine.load_error = ModelMissingError("whisper-base", models_dir() / "model.bin")
    rig.controller.start()
    rig.wait_for(DictationState.FAILED)
    assert rig.failures == [rig.engine.load_error]
    rig.engine.load_error = None
    rig.listen()


def test_error_of_no_known_kind_while_loading_is_told(rig: Rig) -> None:
    rig.engine.load_error = ZeroDivisionError()
    rig.controller.start()
    rig.wait_for(DictationState.FAILED)
    assert rig.failures == [rig.engine.load_error]


def test_microphone_that_cannot_be_opened_is_told_and_the_next_start_works(rig: Rig) -> None:
    error = DeviceUnavailableError("hw:1", DeviceUnavailableReason.BUSY)
    rig.controller.start()
    rig.wait_for(DictationState.OPENING)
    rig.engine.session.fail(error)
    rig.wait_for(DictationState.FAILED)
    assert rig.failures == [error]
    rig.listen()
    assert rig.failures == [error]


def test_session_that_cannot_be_made_is_told(rig: Rig) -> None:
    rig.engine.open_error = DeviceUnavailableError("x", DeviceUnavailableReason.NOT_FOUND)
    rig.controller.start()
    rig.wait_for(DictationState.FAILED)
    assert rig.failures == [rig.engine.open_error]


def test_failure_while_speaking_keeps_every_word(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.say("said", segment=0, final=True)
    rig.engine.session.say("being said", segment=1)
    rig.engine.session.fail(BackendError("whisper-base", "out of memory"))
    rig.wait_for(DictationState.FAILED)
    assert rig.transcript.text() == "said being said"


def test_cancel_drops_what_is_not_final(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.say("kept", segment=0, final=True)
    rig.engine.session.say("dropped", segment=1)
    rig.qtbot.waitUntil(lambda: rig.transcript.rowCount() == 2)
    rig.controller.cancel()
    rig.engine.session.say("dropped too", segment=1, revision=1, final=True)
    rig.engine.session.finish()
    rig.wait_for(DictationState.IDLE)
    assert rig.transcript.text() == "kept"
    assert rig.engine.session.calls == ["start", "cancel"]


def test_cancel_while_finishing_drops_the_rest(rig: Rig) -> None:
    rig.listen()
    rig.controller.stop()
    rig.controller.cancel()
    rig.controller.cancel()
    rig.engine.session.finish()
    rig.wait_for(DictationState.IDLE)
    assert rig.engine.session.calls == ["start", "stop", "cancel"]


def test_start_while_finishing_listens_again_afterwards(rig: Rig) -> None:
    rig.listen()
    rig.controller.toggle()
    rig.controller.toggle()
    rig.engine.session.finish()
    rig.wait_for(DictationState.OPENING)
    assert len(rig.engine.sessions) == 2


def test_start_while_finishing_can_be_withdrawn(rig: Rig) -> None:
    rig.listen()
    for _ in range(3):
        rig.controller.toggle()
    rig.engine.session.finish()
    rig.wait_for(DictationState.IDLE)
    assert len(rig.engine.sessions) == 1


def test_source_that_ends_by_itself_ends_in_idle(rig: Rig) -> None:
    rig.listen()
    rig.engine.session.finish()
    rig.wait_for(DictationState.IDLE)
    assert rig.states[-2:] == [DictationState.FINISHING, DictationState.IDLE]


def test_unplugged_microphone_is_told_while_the_session_goes_on(rig: Rig) -> None:
    rig.listen()
    with rig.qtbot.waitSignal(rig.controller.source_changed) as told:
        rig.engine.session.source(SourceEventKind.DEVICE_LOST, "usb")
    assert told.args == [SourceEvent(SourceEventKind.DEVICE_LOST, "usb")]
    assert rig.state() is DictationState.LISTENING


@pytest.mark.parametrize("choose", ["device", "language"])
def test_choice_while_listening_starts_again_with_it(rig: Rig, choose: str) -> None:
    rig.listen()
    if choose == "device":
        rig.controller.choose_device("usb")
    else:
        rig.controller.choose_language("zh")
    assert rig.engine.session.calls == ["start", "stop"]
    rig.engine.session.finish()
    rig.wait_for(DictationState.OPENING)
    assert getattr(rig.engine.session.choice, choose) in ("usb", "zh")
    assert rig.engine.loads == ["whisper-base"]


def test_other_device_supersedes_the_old_ones_failure(rig: Rig) -> None:
    rig.listen()
    rig.controller.choose_device("usb")
    rig.engine.session.fail(DeviceUnavailableError("default", DeviceUnavailableReason.LOST))
    rig.wait_for(DictationState.OPENING)
    assert rig.failures == []


def test_same_choice_while_listening_changes_nothing(rig: Rig) -> None:
    rig.listen()
    rig.controller.choose(CHOICE)
    assert rig.engine.session.calls == ["start"]


def test_other_engine_is_loaded_ahead_and_used(rig: Rig) -> None:
    rig.listen()
    rig.controller.choose(DictationChoice("default", "x-asr", "auto"))
    rig.controller.stop()
    rig.engine.session.finish()
    rig.qtbot.waitUntil(lambda: rig.engine.loads == ["whisper-base", "x-asr"])
    rig.listen()
    assert rig.engine.session.choice.engine == "x-asr"
    rig.qtbot.waitUntil(lambda: rig.engine.closed == ["whisper-base"])


def test_engine_is_switched_while_the_dictation_goes_on(rig: Rig) -> None:
    rig.listen()
    with rig.qtbot.waitSignal(rig.controller.preparing_changed):
        rig.controller.choose(DictationChoice("default", "x-asr", "auto"))
    rig.qtbot.waitUntil(lambda: not rig.controller.is_preparing)
    assert rig.state() is DictationState.LISTENING
    assert rig.engine.session.calls == ["start"]
    rig.controller.stop()
    rig.engine.session.finish()
    rig.listen()
    assert rig.engine.session.choice.engine == "x-asr"
    assert rig.engine.loads == ["whisper-base", "x-asr"]


def test_engine_that_cannot_be_switched_to_leaves_the_one_that_works(rig: Rig) -> None:
    rig.listen()
    rig.engine.load_error = ModelMissingError("x-asr", models_dir() / "encoder.onnx")
    with rig.qtbot.waitSignal(rig.controller.switch_failed) as told:
        rig.controller.choose(DictationChoice("default", "x-asr", "auto"))
    assert told.args == [rig.engine.load_error]
    assert rig.state() is DictationState.LISTENING
    assert rig.controller.choice.engine == "whisper-base"


def test_another_punctuation_model_is_taken_up_by_what_is_loaded(held: Rig) -> None:
    held.controller.refresh()
    held.controller.prepare()
    held.controller.refresh()  # the load under way may have read the settings before
    assert held.engine.refreshed == []
    held.engine.release_loads()
    held.qtbot.waitUntil(lambda: held.engine.refreshed == ["whisper-base"])
    held.controller.refresh()
    held.qtbot.waitUntil(lambda: held.engine.refreshed == ["whisper-base"] * 2)
    held.controller.close(1.0)
    held.controller.refresh()
    assert held.engine.refreshed == ["whisper-base"] * 2


def test_another_punctuation_model_while_the_engine_is_switched(held: Rig) -> None:
    held.engine.release_loads()
    held.listen()
    held.controller.choose(DictationChoice("default", "x-asr", "auto"))
    held.controller.refresh()
    held.qtbot.waitUntil(lambda: held.engine.refreshed[-1:] == ["x-asr"])
    assert held.state() is DictationState.LISTENING


def test_marks_that_are_lost_are_told(rig: Rig) -> None:
    error = BackendError("punct", "no")
    with rig.qtbot.waitSignal(rig.controller.marks_failed) as told:
        rig.controller.tell_no_marks(error)
    assert told.args == [error]


def test_model_in_use_is_closed_only_after_its_session(rig: Rig) -> None:
    rig.listen()
    rig.controller.choose(DictationChoice("default", "x-asr", "auto"))
    assert rig.engine.closed == []
    rig.engine.session.finish()
    rig.qtbot.waitUntil(lambda: rig.engine.closed == ["whisper-base"])


def test_model_that_came_too_late_is_closed(held: Rig) -> None:
    held.controller.prepare()
    held.controller.choose(DictationChoice("default", "x-asr", "auto"))
    held.engine.release_loads()
    held.qtbot.waitUntil(lambda: held.engine.closed == ["whisper-base"])
    held.qtbot.waitUntil(lambda: not held.controller.is_preparing)


def test_engine_chosen_while_another_loads_wins(held: Rig) -> None:
    held.controller.start()
    held.controller.choose(DictationChoice("default", "x-asr", "auto"))
    held.engine.release_loads()
    held.wait_for(DictationState.OPENING)
    assert held.engine.session.choice.engine == "x-asr"


def test_close_cancels_and_joins(rig: Rig) -> None:
    rig.listen()
    assert rig.controller.close(1.0)
    assert rig.engine.session.calls == ["start", "cancel", "join"]
    assert rig.engine.closed == ["whisper-base"]


def test_session_is_let_go_at_close(rig: Rig) -> None:
    rig.listen()
    session = weakref.ref(rig.engine.sessions.pop())
    assert rig.controller.close(1.0)
    gc.collect()
    assert session() is None


def test_model_that_comes_after_close_is_closed_too(held: Rig) -> None:
    held.controller.prepare()
    assert held.controller.close(1.0)
    held.engine.release_loads()
    held.qtbot.waitUntil(lambda: held.engine.closed == ["whisper-base"])


def test_close_without_a_session_returns_at_once(rig: Rig) -> None:
    assert rig.controller.close(1.0)
