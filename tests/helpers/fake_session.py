"""A session driven by the test's hand, and the engine that opens it. No threads of their own."""

from __future__ import annotations

import threading

from app.bridge.controller import DictationChoice
from app.bridge.session_bridge import SessionBridge
from engine.types import (
    Level,
    SegmentUpdate,
    SessionEvent,
    SessionEventKind,
    SourceEvent,
    SourceEventKind,
    UpdateKind,
)


def update(text: str, *, segment: int = 0, revision: int = 0, final: bool = False) -> SegmentUpdate:
    kind = UpdateKind.FINAL if final else UpdateKind.PARTIAL
    start = segment * 16_000
    return SegmentUpdate(segment, revision, kind, text, start, start + 16_000, language="en")


class FakeSession:
    """Records what was asked of it; the test lets things happen."""

    def __init__(self, choice: DictationChoice, listener: SessionBridge) -> None:
        self.choice = choice
        self.calls: list[str] = []
        self._listener = listener

    def start(self) -> None:
        self.calls.append("start")

    def stop(self) -> None:
        self.calls.append("stop")

    def cancel(self) -> None:
        self.calls.append("cancel")

    def join(self, timeout_s: float) -> bool:
        self.calls.append("join")
        return True

    def listen(self) -> None:
        self._listener.on_event(SessionEvent(SessionEventKind.LISTENING))

    def say(self, text: str, *, segment: int = 0, revision: int = 0, final: bool = False) -> None:
        self._listener.on_update(update(text, segment=segment, revision=revision, final=final))

    def level(self, rms_dbfs: float, peak_dbfs: float, *, clipping: bool = False) -> None:
        self._listener.on_level(Level(rms_dbfs, peak_dbfs, clipping))

    def source(self, kind: SourceEventKind, device: str = "default") -> None:
        self._listener.on_event(
            SessionEvent(SessionEventKind.SOURCE, source=SourceEvent(kind, device))
        )

    def finish(self) -> None:
        self._listener.on_event(SessionEvent(SessionEventKind.FINISHING))
        self._listener.on_event(SessionEvent(SessionEventKind.ENDED))

    def fail(self, error: Exception) -> None:
        self._listener.on_event(SessionEvent(SessionEventKind.FAILED, error=error))
        self._listener.on_event(SessionEvent(SessionEventKind.ENDED))


class FakeEngine:
    """Loads at once, or when ``hold_loads`` is set, when the test says so.

    Attributes:
        load_error: raised by the next loads.
        open_error: raised when a session is opened.
        loads: the engines loaded, in order.
        closed: the engines closed, in order.
        refreshed: the engines told to look for another punctuation model.
        sessions: every session opened, in order.
    """

    def __init__(self, *, hold_loads: bool = False) -> None:
        self.load_error: Exception | None = None
        self.open_error: Exception | None = None
        self.loads: list[str] = []
        self.closed: list[str] = []
        self.refreshed: list[str] = []
        self.sessions: list[FakeSession] = []
        self._may_load = threading.Event()
        if not hold_loads:
            self._may_load.set()

    @property
    def session(self) -> FakeSession:
        return self.sessions[-1]

    def release_loads(self) -> None:
        self._may_load.set()

    def load(self, engine: str) -> FakeModel:
        assert self._may_load.wait(30)
        self.loads.append(engine)
        if self.load_error:
            raise self.load_error
        return FakeModel(self, engine)


class FakeModel:
    """What a ``FakeEngine`` loads."""

    def __init__(self, engine: FakeEngine, engine_id: str) -> None:
        self._engine = engine
        self._engine_id = engine_id

    def open_session(self, choice: DictationChoice, listener: SessionBridge) -> FakeSession:
        assert choice.engine == self._engine_id
        if self._engine.open_error:
            raise self._engine.open_error
        self._engine.sessions.append(FakeSession(choice, listener))
        return self._engine.session

    def switch(self, engine: str) -> None:
        self._engine.load(engine)
        self._engine.closed.append(self._engine_id)
        self._engine_id = engine

    def refresh(self) -> None:
        self._engine.refreshed.append(self._engine_id)

    def close(self) -> None:
        self._engine.closed.append(self._engine_id)
