from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from pytestqt.qtbot import QtBot

from app.bridge.controller import Controller, DictationChoice, DictationState
from app.bridge.transcript_model import TranscriptModel
from app.desktop.logind import Presence
from app.desktop.service import Request
from app.desktop_services import KeyEvent
from app.output.sink import Delivery, DeliveryState, SinkId
from app.push_to_talk import Phase, Progress, PushToTalk
from engine.errors import BackendError
from engine.settings import HotkeySettings, OutputSettings, Settings
from engine.text.transcript import join
from tests.helpers.fake_session import FakeEngine

HELD_S = 1.0
TAP_S = 0.1


class FakeDelivery:
    """Writes down what was asked of it; the state and text signals apart."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.told: list[str] = []

    def begin(self) -> None:
        self.calls.append("begin")

    def preview(self, text: str) -> None:
        self.calls.append(f"preview {text}".rstrip())

    def commit(self, text: str) -> None:
        self.calls.append(f"commit {text}")

    def end(self) -> None:
        self.calls.append("end")

    def set_escape(self, is_on: bool) -> None:
        self.calls.append(f"escape {'on' if is_on else 'off'}")

    def set_state(self, state: str) -> None:
        self.told.append(state)

    def tell_partial(self, text: str) -> None:
        self.told.append(f"partial {text}")

    def tell_final(self, text: str) -> None:
        self.told.append(f"final {text}")


class Rig:
    """Push to talk on a fake engine and a fake desktop."""

    def __init__(self, qtbot: QtBot, pool: ThreadPoolExecutor, settings: Settings) -> None:
        self.qtbot = qtbot
        self.engine = FakeEngine()
        self.transcript = TranscriptModel(join)
        choice = DictationChoice("default", "whisper-base", "auto")
        self.controller = Controller(self.engine.load, pool, self.transcript, choice)
        self.delivery = FakeDelivery()
        self.has_own_focus = False
        self.talk = PushToTalk(
            self.controller, self.delivery, settings, join, lambda: self.has_own_focus
        )
        self.progress: list[Progress] = []
        self.failures: list[Exception] = []
        self.talk.progressed.connect(self.progress.append)
        self.talk.failed.connect(self.failures.append)
        self.now_s = time.monotonic()

    def press(self) -> None:
        self.talk.take_key(KeyEvent("press", self.now_s))

    def release(self, after_s: float = HELD_S) -> None:
        self.now_s += after_s
        self.talk.take_key(KeyEvent("release", self.now_s))

    def escape(self) -> None:
        self.talk.take_key(KeyEvent("escape", self.now_s))

    def listen(self, sessions: int = 1) -> None:
        self.qtbot.waitUntil(lambda: len(self.engine.sessions) == sessions)
        self.engine.session.listen()
        self.wait_for(DictationState.LISTENING)

    def say(self, text: str, segment: int = 0, *, final: bool = True) -> None:
        self.engine.session.say(text, segment=segment, final=final)
        told = f"{'final' if final else 'partial'} {text}"
        self.qtbot.waitUntil(lambda: told in self.delivery.told)

    def finish(self) -> None:
        self.engine.session.finish()
        self.wait_for(DictationState.IDLE)

    def wait_for(self, state: DictationState) -> None:
        self.qtbot.waitUntil(lambda: self.controller.state is state)


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


@pytest.fixture
def rig(qtbot: QtBot, pool: ThreadPoolExecutor) -> Rig:
    return Rig(qtbot, pool, Settings())


def test_held_key_delivers_all_at_its_release(rig: Rig) -> None:
    rig.press()
    rig.listen()
    rig.say("Hello", final=False)
    rig.say("Hello.")
    rig.say("Good", 1, final=False)
    rig.release()
    rig.say("Good bye.", 1)
    rig.finish()
    assert rig.delivery.calls == [
        "begin",
        "escape on",
        "preview Hello",
        "preview Hello.",
        "preview Hello. Good",
        "escape off",
        "preview Hello. Good bye.",
        "commit Hello. Good bye.",
        "end",
    ]
    assert rig.transcript.text() == "Hello. Good bye."


def test_tap_delivers_each_final(rig: Rig) -> None:
    rig.press()
    rig.release(TAP_S)
    rig.listen()
    rig.say("Hello.")
    rig.say("Bye.", 1)
    rig.press()
    rig.finish()
    texts = [call for call in rig.delivery.calls if call.startswith(("commit", "end"))]
    assert texts == ["commit Hello.", "commit  Bye.", "end"]


def test_final_before_a_tap_ended_is_delivered_when_it_ends(rig: Rig) -> None:
    rig.press()
    rig.listen()
    rig.say("Hello.")
    assert "commit Hello." not in rig.delivery.calls
    rig.release(TAP_S)
    assert "commit Hello." in rig.delivery.calls


def test_escape_delivers_nothing(rig: Rig) -> None:
    rig.press()
    rig.listen()
    rig.say("Hello.")
    rig.escape()
    rig.finish()
    assert rig.delivery.calls[-2:] == ["escape off", "end"]
    assert not any(call.startswith("commit") for call in rig.delivery.calls)


def test_what_the_window_begins_stays_in_the_window(rig: Rig) -> None:
    rig.controller.start()
    rig.listen()
    rig.say("Hello.")
    rig.press()  # ends it, as a second press of the button does
    rig.release(TAP_S)
    rig.finish()
    assert rig.delivery.calls == []
    assert rig.progress == []


def test_own_window_gets_the_text_once(rig: Rig) -> None:
    rig.has_own_focus = True
    rig.press()
    rig.listen()
    rig.say("Hello.")
    rig.release()
    rig.finish()
    assert rig.delivery.calls == ["escape on", "escape off"]
    assert rig.transcript.text() == "Hello."


def test_delivery_can_be_switched_off(qtbot: QtBot, pool: ThreadPoolExecutor) -> None:
    rig = Rig(qtbot, pool, Settings(output=OutputSettings(deliver=False)))
    rig.press()
    rig.listen()
    rig.say("Hello.")
    rig.release()
    rig.finish()
    assert "begin" not in rig.delivery.calls
    assert rig.progress[-1].phase is Phase.ENDED


def test_press_before_the_text_before_is_final_keeps_both(rig: Rig) -> None:
    rig.press()
    rig.listen()
    rig.release()
    rig.press()
    rig.engine.session.say("One.", final=True)
    rig.engine.session.finish()
    rig.listen(sessions=2)
    rig.release()
    rig.say("Two.")
    rig.finish()
    texts = [call for call in rig.delivery.calls if not call.startswith(("escape", "preview"))]
    assert texts == ["begin", "commit One.", "end", "begin", "commit Two.", "end"]


def test_release_before_the_model_is_loaded_takes_no_aim_for_good(
    qtbot: QtBot, pool: ThreadPoolExecutor
) -> None:
    rig = Rig(qtbot, pool, Settings())
    rig.engine = FakeEngine(hold_loads=True)
    rig.controller._load_model = rig.engine.load
    rig.press()
    rig.release()
    assert rig.delivery.calls == ["begin", "escape on", "end", "escape off"]
    assert rig.progress[-1].phase is Phase.ENDED
    rig.engine.release_loads()


def test_microphone_that_fails_is_told_and_the_key_works_again(rig: Rig) -> None:
    rig.engine.open_error = BackendError("whisper-base", "broken")
    rig.press()
    rig.wait_for(DictationState.FAILED)
    rig.release()
    assert rig.failures == [rig.engine.open_error]
    assert rig.delivery.calls[-2:] == ["end", "escape off"]
    rig.engine.open_error = None
    rig.press()
    rig.listen()


def test_error_in_the_middle_delivers_what_was_final(rig: Rig) -> None:
    rig.press()
    rig.listen()
    rig.say("Hello.")
    rig.engine.session.fail(BackendError("whisper-base", "broken"))
    rig.wait_for(DictationState.FAILED)
    assert "commit Hello." in rig.delivery.calls
    assert len(rig.failures) == 1


def test_failure_of_the_windows_own_dictation_is_the_windows(rig: Rig) -> None:
    rig.engine.open_error = BackendError("whisper-base", "broken")
    rig.controller.start()
    rig.wait_for(DictationState.FAILED)
    assert rig.failures == []


def test_missed_release_ends_with_the_text_kept(qtbot: QtBot, pool: ThreadPoolExecutor) -> None:
    rig = Rig(qtbot, pool, Settings(hotkey=HotkeySettings(maximum_s=0.2)))
    rig.press()
    rig.listen()
    rig.say("Hello.")
    rig.wait_for(DictationState.FINISHING)
    rig.finish()
    assert "commit Hello." in rig.delivery.calls
    rig.press()  # repeats of the key that is still down
    assert len(rig.engine.sessions) == 1


def test_other_programs_start_and_stop(rig: Rig) -> None:
    rig.talk.take_request(Request.START)
    rig.talk.take_request(Request.START)
    rig.listen()
    rig.say("Hello.")
    rig.talk.take_request(Request.TOGGLE)
    rig.finish()
    rig.talk.take_request(Request.TOGGLE)
    rig.listen(sessions=2)
    rig.talk.take_request(Request.STOP)
    rig.finish()
    assert "commit Hello." in rig.delivery.calls
    assert all(shown.must_show for shown in rig.progress if shown.phase is not Phase.ENDED)
    assert rig.delivery.told[:4] == ["loading", "opening", "listening", "final Hello."]


def test_other_programs_can_be_the_key(rig: Rig) -> None:
    rig.talk.take_request(Request.PRESS)
    rig.listen()
    rig.say("Hello.")
    rig.qtbot.wait(round(HotkeySettings().tap_ms))
    rig.talk.take_request(Request.RELEASE)
    rig.finish()
    assert "commit Hello." in rig.delivery.calls
    assert all(shown.must_show for shown in rig.progress if shown.phase is not Phase.ENDED)


def test_other_programs_can_cancel_and_show(rig: Rig) -> None:
    with rig.qtbot.waitSignal(rig.talk.show_wanted):
        rig.talk.take_request(Request.SHOW)
    rig.talk.take_request(Request.TOGGLE)
    rig.listen()
    rig.talk.take_request(Request.CANCEL)
    assert rig.engine.session.calls == ["start", "cancel"]


def test_locked_screen_closes_the_microphone(rig: Rig) -> None:
    rig.press()
    rig.listen()
    rig.say("Hello.")
    rig.talk.take_presence(Presence(is_locked=True))
    assert rig.engine.session.calls == ["start", "stop"]
    rig.finish()
    rig.press()
    rig.talk.take_request(Request.TOGGLE)
    assert len(rig.engine.sessions) == 1
    rig.release()
    rig.talk.take_presence(Presence())
    rig.press()
    rig.listen(sessions=2)


def test_progress_follows_the_dictation(rig: Rig) -> None:
    rig.press()
    rig.listen()
    rig.say("Hello", final=False)
    rig.release()
    rig.finish()
    phases = [shown.phase for shown in rig.progress]
    assert [phase for at, phase in enumerate(phases) if phase not in phases[at - 1 : at]] == [
        Phase.WAITING,
        Phase.LISTENING,
        Phase.FINISHING,
        Phase.ENDED,
    ]
    assert "Hello" in [shown.text for shown in rig.progress]


def test_delivery_is_passed_on(rig: Rig) -> None:
    delivery = Delivery(DeliveryState.DELIVERED, SinkId.IBUS, "Hello.")
    with rig.qtbot.waitSignal(rig.talk.delivered) as heard:
        rig.talk.take_delivery(delivery)
    assert heard.args == [delivery]


def test_closing_withdraws_the_preview(rig: Rig) -> None:
    rig.press()
    rig.talk.close()
    assert rig.delivery.calls[-1] == "end"
    rig.talk.close()
    rig.controller.cancel()
    assert rig.delivery.calls.count("end") == 1
    assert rig.delivery.told == ["loading"]
