"""The dictation state machine: what start, stop and cancel mean in each state."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal

from app.bridge.session_bridge import SessionBridge
from app.bridge.transcript_model import TranscriptModel
from engine.errors import EngineError
from engine.types import SegmentUpdate, SessionEvent, SessionEventKind


class DictationState(enum.Enum):
    """What the program is doing, as the user would say it."""

    IDLE = "idle"
    LOADING = "loading"
    """Will listen as soon as the model is loaded."""
    OPENING = "opening"
    LISTENING = "listening"
    FINISHING = "finishing"
    FAILED = "failed"
    """Idle, with an error to show."""


RESTING = frozenset({DictationState.IDLE, DictationState.FAILED})
RECORDING = frozenset({DictationState.OPENING, DictationState.LISTENING})


@dataclass(frozen=True, slots=True)
class DictationChoice:
    """What the next session uses.

    Attributes:
        device: ALSA pcm name.
        engine: engine id.
        language: ``auto`` or an ISO code.
    """

    device: str
    engine: str
    language: str


class RunningSession(Protocol):
    """The part of ``engine.session.Session`` the controller drives."""

    def start(self) -> None:
        """Starts the engine thread."""

    def stop(self) -> None:
        """Takes no more audio; ENDED follows once the rest is decoded."""

    def cancel(self) -> None:
        """Takes no more audio and drops what is not final; ENDED follows."""

    def join(self, timeout_s: float) -> bool:
        """Waits for the engine thread, and only this does; whether it ended."""


class LoadedModel(Protocol):
    """A recogniser that serves one session after another."""

    def open_session(self, choice: DictationChoice, listener: SessionBridge) -> RunningSession:
        """Makes a session that has not started; fast.

        Raises:
            EngineError: the choice cannot be met.
        """

    def switch(self, engine: str) -> None:
        """Loads another engine beside; it recognises from the next segment on. Slow, on the pool.

        Raises:
            EngineError: it cannot be loaded; nothing has changed.
        """

    def refresh(self) -> None:
        """Takes up the punctuation model wanted now, for the finals to come. Slow, on the pool."""

    def close(self) -> None:
        """Gives memory and threads back; no session may be running. May take a moment."""


class LoadModel(Protocol):
    """Loads the model of an engine; slow, on a pool thread."""

    def __call__(self, engine: str) -> LoadedModel:
        """Loads it.

        Raises:
            EngineError: it cannot be loaded.
        """


class Controller(QObject):
    """Turns the user's wishes into sessions and a session's events into states.

    Every wish is accepted in every state: one that cannot be met at once is remembered.

    Signals:
        state_changed: the new ``DictationState``.
        failed: the exception behind FAILED, just after ``state_changed``.
        source_changed: a ``SourceEvent``; the session goes on.
        level_changed: a ``Level``, about 20 times a second while listening.
        preparing_changed: whether a model is being loaded.
        session_began: a session was opened; all that follows until it ended belongs to it.
        updated: a ``SegmentUpdate`` of the session, none once it is cancelled.
        session_ended: whether it was cancelled.
        switch_failed: the exception that kept a running dictation on the engine it had.
        marks_failed: the exception for which text stays without punctuation.

    Threads: GUI. Models load on the pool; sessions run on the engine thread.
    """

    state_changed = Signal(object)
    failed = Signal(object)
    source_changed = Signal(object)
    level_changed = Signal(object)
    preparing_changed = Signal(bool)
    session_began = Signal()
    updated = Signal(object)
    session_ended = Signal(bool)
    switch_failed = Signal(object)
    marks_failed = Signal(object)
    _marks_lost = Signal(object)
    _loaded = Signal(str, object)
    _switched = Signal(str, str, object)

    def __init__(
        self,
        load_model: LoadModel,
        pool: Executor,
        transcript: TranscriptModel,
        choice: DictationChoice,
    ) -> None:
        super().__init__()
        self._load_model = load_model
        self._pool = pool
        self._transcript = transcript
        self._choice = choice
        self._state = DictationState.IDLE
        self._model: LoadedModel | None = None
        self._stale_model: LoadedModel | None = None
        self._loading_engine = ""
        self._session: RunningSession | None = None
        self._error: Exception | None = None
        self._is_cancelled = False
        self._is_closed = False
        self._is_outdated = False
        self._starts_again = False
        queued = Qt.ConnectionType.QueuedConnection
        self._bridge = SessionBridge()
        self._bridge.updated.connect(self._on_update, queued)
        self._bridge.level_changed.connect(self.level_changed, queued)
        self._bridge.event_occurred.connect(self._on_event, queued)
        self._loaded.connect(self._on_loaded, queued)
        self._switched.connect(self._on_switched, queued)
        self._marks_lost.connect(self.marks_failed, queued)

    @property
    def state(self) -> DictationState:
        """What the program is doing."""
        return self._state

    @property
    def choice(self) -> DictationChoice:
        """What the next session uses."""
        return self._choice

    @property
    def is_preparing(self) -> bool:
        """Whether a model is being loaded, asked for or ahead of need."""
        return bool(self._loading_engine)

    def prepare(self) -> None:
        """Loads the chosen model ahead of need."""
        if self._is_closed:
            return
        if self._model is not None or self._loading_engine == self._choice.engine:
            return
        self._set_loading(self._choice.engine)
        future = self._pool.submit(self._load_model, self._choice.engine)
        future.add_done_callback(self._announce_load(self._choice.engine))

    def refresh(self) -> None:
        """Has the model take up another punctuation model; to be called where that may be."""
        self._is_outdated = bool(self._loading_engine)  # it may have read the settings before
        if self._model is not None and not self._is_closed:
            self._pool.submit(self._model.refresh)

    def tell_no_marks(self, error: EngineError) -> None:
        """Has ``marks_failed`` say why text stays without punctuation. Threads: any."""
        if not self._is_closed:
            self._marks_lost.emit(error)

    def start(self) -> None:
        """Listens, as soon as the model is there and the session before has ended."""
        if self._session is not None:
            self._starts_again = self._state is DictationState.FINISHING
        elif self._model is None:
            self._enter(DictationState.LOADING)
            self.prepare()
        else:
            self._open()

    def stop(self) -> None:
        """Stops listening; what was said is still decoded."""
        self._starts_again = False
        if self._state is DictationState.LOADING:
            self._enter(DictationState.IDLE)
        elif self._session is not None and self._state in RECORDING:
            self._enter(DictationState.FINISHING)
            self._session.stop()

    def cancel(self) -> None:
        """Stops listening and throws away what is not final."""
        self._starts_again = False
        if self._session is None:
            self.stop()
        elif not self._is_cancelled:
            self._is_cancelled = True
            self._transcript.drop_partials()
            self._enter(DictationState.FINISHING)
            self._session.cancel()

    def toggle(self) -> None:
        """What the record button does."""
        is_ending = self._state is DictationState.FINISHING and not self._starts_again
        if self._state in RESTING or is_ending:
            self.start()
        else:
            self.stop()

    def choose(self, choice: DictationChoice) -> None:
        """Takes a new microphone, engine or language; while listening, by starting again."""
        if choice == self._choice:
            return
        is_other_engine = choice.engine != self._choice.engine
        before, self._choice = self._choice, choice
        is_engine_alone = choice == dataclasses.replace(before, engine=choice.engine)
        if is_engine_alone and self._state in RECORDING and self._model is not None:
            self._switch(before.engine)
            return
        if is_other_engine:
            self._stale_model, self._model = self._model or self._stale_model, None
            self._release_stale_model()
        if self._state in RECORDING:
            self.stop()
            self._starts_again = True
        elif is_other_engine and self._session is None:
            self.prepare()

    def _switch(self, from_engine: str) -> None:
        """Changes the engine of a dictation that goes on."""
        model, engine = self._model, self._choice.engine
        assert model is not None
        self._set_loading(engine)
        future = self._pool.submit(model.switch, engine)
        future.add_done_callback(
            lambda done: None if self._is_closed else self._switched.emit(from_engine, engine, done)
        )

    def _on_switched(self, from_engine: str, engine: str, future: Future[None]) -> None:
        if self._loading_engine == engine:
            self._set_loading("")
            if self._is_outdated:
                self.refresh()
        if future.cancelled() or engine != self._choice.engine:
            return
        error = future.exception()
        if isinstance(error, Exception):
            self._choice = dataclasses.replace(self._choice, engine=from_engine)
            self.switch_failed.emit(error)

    def choose_device(self, device: str) -> None:
        """As ``choose``, for the microphone alone."""
        self.choose(dataclasses.replace(self._choice, device=device))

    def choose_language(self, language: str) -> None:
        """As ``choose``, for the language alone."""
        self.choose(dataclasses.replace(self._choice, language=language))

    def close(self, timeout_s: float) -> bool:
        """Ends the session for good; False where the engine thread did not end in time."""
        self._is_closed = True
        self.cancel()
        if self._session is not None and not self._session.join(timeout_s):
            return False
        self._session = None  # native parts of it that outlive the interpreter are complained of
        for model in (self._model, self._stale_model):
            if model is not None:
                model.close()
        self._model = self._stale_model = None
        return True

    def _announce_load(self, engine: str) -> Callable[[Future[LoadedModel]], None]:
        # Runs on the pool's thread: the signal alone crosses to ours.
        def announce(future: Future[LoadedModel]) -> None:
            if not self._is_closed:
                self._loaded.emit(engine, future)
            elif not future.cancelled() and future.exception() is None:
                future.result().close()

        return announce

    def _on_loaded(self, engine: str, future: Future[LoadedModel]) -> None:
        if self._is_closed or engine != self._loading_engine or future.cancelled():
            self._discard(future)  # another engine was chosen since
            return
        self._set_loading("")
        error = future.exception()
        if isinstance(error, Exception):
            self._fail(error)
            return
        self._model = future.result()
        if self._is_outdated:
            self.refresh()
        if self._state is DictationState.LOADING:
            self._open()

    def _discard(self, future: Future[LoadedModel]) -> None:
        if future.cancelled() or future.exception() is not None:
            return
        if self._is_closed:  # the pool takes nothing any more
            future.result().close()
        else:
            self._pool.submit(future.result().close)

    def _open(self) -> None:
        self._error = None
        self._is_cancelled = False
        self._starts_again = False
        self._transcript.begin_session()
        assert self._model is not None
        try:
            session = self._model.open_session(self._choice, self._bridge)
        except EngineError as error:
            self._fail(error)
            return
        self._session = session
        self.session_began.emit()
        self._enter(DictationState.OPENING)
        session.start()

    def _on_update(self, update: SegmentUpdate) -> None:
        if not self._is_cancelled:
            self._transcript.apply(update)
            self.updated.emit(update)

    def _on_event(self, event: SessionEvent) -> None:
        if event.kind is SessionEventKind.SOURCE and event.source is not None:
            self.source_changed.emit(event.source)
        elif event.kind is SessionEventKind.LISTENING:
            if self._state is DictationState.OPENING:
                self._enter(DictationState.LISTENING)
        elif event.kind is SessionEventKind.FINISHING:
            if self._state in RECORDING:
                self._enter(DictationState.FINISHING)
        elif event.kind is SessionEventKind.FAILED:
            self._error = event.error
        elif event.kind is SessionEventKind.ENDED:
            self._on_ended()

    def _on_ended(self) -> None:
        self._session = None
        self._release_stale_model()
        self._transcript.settle_partials()
        self.session_ended.emit(self._is_cancelled)
        if self._starts_again:  # an error of the session before no longer matters
            self.start()
            return
        if self._error is not None and not self._is_cancelled:
            self._fail(self._error)
            return
        self._enter(DictationState.IDLE)
        if self._model is None:
            self.prepare()

    def _release_stale_model(self) -> None:
        """Closes the model of an engine no longer chosen, once no session uses it."""
        if self._stale_model is not None and self._session is None:
            self._pool.submit(self._stale_model.close)
            self._stale_model = None

    def _fail(self, error: Exception) -> None:
        self._starts_again = False
        self._enter(DictationState.FAILED)
        self.failed.emit(error)

    def _enter(self, state: DictationState) -> None:
        if state is not self._state:
            self._state = state
            self.state_changed.emit(state)

    def _set_loading(self, engine: str) -> None:
        self._loading_engine = engine
        self.preparing_changed.emit(bool(engine))
