from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BackendError, DeviceUnavailableError, DeviceUnavailableReason
from engine.session import Session
from engine.types import (
    AudioChunk,
    Level,
    SegmentUpdate,
    SessionEvent,
    SessionEventKind,
    SourceEvent,
    SourceEventKind,
    UpdateKind,
)
from tests.helpers.fake_source import FakeSource

K = SessionEventKind


class Recognizer:
    """One partial for the first chunk, one final at the end."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.frames = 0
        self.on_accept: Callable[[], None] = lambda: None
        self.start_error: Exception | None = None

    def start(self) -> None:
        self.calls.append("start")
        if self.start_error:
            raise self.start_error

    def accept(self, chunk: AudioChunk, *, is_live: bool) -> tuple[SegmentUpdate, ...]:
        self.calls.append("live" if is_live else "waits")
        self.frames += len(chunk.samples)
        self.on_accept()
        if chunk.start_frame:
            return ()
        return (SegmentUpdate(0, 0, UpdateKind.PARTIAL, "hel", 0, len(chunk.samples)),)

    def end(self) -> tuple[SegmentUpdate, ...]:
        self.calls.append("end")
        return (SegmentUpdate(0, 1, UpdateKind.FINAL, "hello", 0, self.frames),)


class Listener:
    """Remembers every call, in order, and the thread it came on."""

    def __init__(self) -> None:
        self.calls: list[SegmentUpdate | Level | SessionEvent] = []
        self.threads: set[str] = set()
        self.heard = threading.Event()

    def on_update(self, update: SegmentUpdate) -> None:
        self._keep(update)

    def on_level(self, level: Level) -> None:
        self._keep(level)

    def on_event(self, event: SessionEvent) -> None:
        self._keep(event)

    def _keep(self, call: SegmentUpdate | Level | SessionEvent) -> None:
        self.calls.append(call)
        self.threads.add(threading.current_thread().name)
        self.heard.set()

    @property
    def kinds(self) -> list[SessionEventKind]:
        return [call.kind for call in self.calls if isinstance(call, SessionEvent)]

    @property
    def updates(self) -> list[SegmentUpdate]:
        return [call for call in self.calls if isinstance(call, SegmentUpdate)]

    @property
    def levels(self) -> list[Level]:
        return [call for call in self.calls if isinstance(call, Level)]


class Rig:
    def __init__(self) -> None:
        self.source = FakeSource()
        self.recognizer = Recognizer()
        self.listener = Listener()
        self.session = Session(self.source, self.recognizer, self.listener)

    def run(self) -> None:
        self.session.start()
        self.session.stop()
        assert self.session.join(30)


@pytest.fixture
def rig() -> Rig:
    return Rig()


def test_a_session_hears_shows_finishes_and_ends(rig: Rig) -> None:
    rig.source.put(np.full(16_000, 0.1, np.float32))
    rig.run()
    assert rig.listener.kinds == [K.LISTENING, K.FINISHING, K.ENDED]
    assert [u.text for u in rig.listener.updates] == ["hel", "hello"]
    assert rig.recognizer.frames == 16_000
    assert rig.listener.calls[-1] == SessionEvent(K.ENDED)


def test_finals_and_first_partials_are_timed(rig: Rig) -> None:
    rig.source.put(np.zeros(3_200, np.float32))
    rig.run()
    statistics = rig.session.statistics()
    final = rig.listener.updates[-1]
    assert final.latency_ms is not None
    assert statistics.final_ms == (final.latency_ms,)
    assert len(statistics.first_partial_ms) == 1
    assert statistics.segments == 1
    assert statistics.audio_s == pytest.approx(0.2)
    assert statistics.compute_s > 0
    assert statistics.pss_mib > 0
    assert statistics.source.frames == 3_200


def test_everything_is_told_on_the_engine_thread(rig: Rig) -> None:
    names = []
    rig.recognizer.on_accept = lambda: names.append(
        Path("/proc/thread-self/comm").read_text().strip()
    )
    rig.source.put(np.zeros(1_600, np.float32))
    rig.run()
    assert rig.listener.threads == {"engine"}
    assert set(names) == {"engine"}


def test_levels_come_twenty_times_a_second_of_audio(rig: Rig) -> None:
    rig.source.put(np.full(16_000, 0.5, np.float32))
    rig.source.put(np.ones(1_600, np.float32))
    rig.run()
    assert len(rig.listener.levels) == 22
    steady, clipping = rig.listener.levels[19], rig.listener.levels[-1]
    assert steady.rms_dbfs == pytest.approx(-6.02, abs=0.01)
    assert steady.peak_dbfs == pytest.approx(-6.02, abs=0.01)
    assert not steady.is_clipping
    assert clipping.is_clipping


def test_digital_silence_is_120_below(rig: Rig) -> None:
    rig.source.put(np.zeros(1_600, np.float32))
    rig.run()
    assert rig.listener.levels[-1] == Level(-120.0, -120.0, is_clipping=False)


def test_cancel_drops_what_is_not_final(rig: Rig) -> None:
    rig.source.put(np.zeros(1_600, np.float32))
    rig.session.start()
    rig.session.cancel()
    assert rig.session.join(30)
    assert "end" not in rig.recognizer.calls
    assert rig.listener.kinds[-1] is K.ENDED


def test_what_happens_to_the_source_is_told_and_the_session_goes_on(rig: Rig) -> None:
    event = SourceEvent(SourceEventKind.GAP, "mic", lost_frames=160)
    rig.source.put(np.zeros(320, np.float32))
    rig.source.happen(event)
    rig.source.put(np.zeros(320, np.float32))
    rig.run()
    assert SessionEvent(K.SOURCE, source=event) in rig.listener.calls
    assert rig.recognizer.frames == 640


def test_a_source_that_cannot_be_opened_fails_the_session(rig: Rig) -> None:
    error = DeviceUnavailableError("mic", DeviceUnavailableReason.BUSY)
    rig.source.open_error = error
    rig.run()
    assert rig.listener.calls == [SessionEvent(K.FAILED, error=error), SessionEvent(K.ENDED)]


def test_a_model_that_cannot_be_loaded_fails_the_session(rig: Rig) -> None:
    rig.recognizer.start_error = BackendError("fake", "no")
    rig.run()
    assert rig.listener.kinds == [K.FAILED, K.ENDED]


def test_an_error_while_listening_is_told(rig: Rig) -> None:
    rig.source.happen(DeviceUnavailableError("mic", DeviceUnavailableReason.LOST))
    rig.run()
    assert rig.listener.kinds == [K.FAILED, K.ENDED]


def test_a_mistake_of_ours_is_told_too(rig: Rig) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    rig.recognizer.on_accept = fail
    rig.source.put(np.zeros(320, np.float32))
    rig.run()
    assert rig.listener.kinds[-2:] == [K.FAILED, K.ENDED]


def test_stop_is_idempotent_and_may_come_before_the_start(rig: Rig) -> None:
    rig.session.stop()
    rig.session.stop()
    assert rig.session.join(0)
    rig.session.start()
    rig.session.stop()
    assert rig.session.join(30)
    assert rig.listener.kinds == [K.FINISHING, K.ENDED]


def test_start_returns_while_the_source_is_still_opening(rig: Rig) -> None:
    rig.source.may_open.clear()
    rig.session.start()
    assert not rig.source.is_open
    rig.source.may_open.set()
    rig.session.stop()
    assert rig.session.join(30)


def test_a_microphone_is_live_and_a_file_at_full_speed_is_not(rig: Rig) -> None:
    rig.source.put(np.zeros(10 * 16_000, np.float32))
    rig.run()
    assert rig.recognizer.calls[1] == "live"  # nobody can tell yet
    assert rig.recognizer.calls[-2] == "waits"
