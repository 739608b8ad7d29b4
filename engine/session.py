"""A recogniser fed from a source, on a thread of its own."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Protocol

import numpy as np

from engine import cores, heap, metrics
from engine.audio.source import AudioSource
from engine.errors import EngineError
from engine.types import (
    ENGINE_RATE_HZ,
    AudioChunk,
    Level,
    Samples,
    SegmentUpdate,
    SessionEvent,
    SessionEventKind,
    SessionStatistics,
    SourceEvent,
)

_LEVEL_FRAMES = ENGINE_RATE_HZ // 20
_SILENCE_DBFS = -120.0
_LIVE_LEAD_S = 1.0
"""Audio that is further ahead of the clock is read from a file, which can wait. A microphone may
be ahead by what was kept from before the key."""


class SessionRecognizer(Protocol):
    """The part of ``engine.api.StreamingRecognizer`` that a session drives."""

    def start(self) -> None:
        """Begins a new session, loading the model first where need be."""

    def accept(self, chunk: AudioChunk, *, is_live: bool) -> tuple[SegmentUpdate, ...]:
        """Takes the next audio."""

    def end(self) -> tuple[SegmentUpdate, ...]:
        """Ends the session: what is still open becomes final."""


class SessionListener(Protocol):
    """Hears of a session.

    Threads: every call comes on the engine thread and must not block.
    """

    def on_update(self, update: SegmentUpdate) -> None:
        """A segment's text changed."""

    def on_level(self, level: Level) -> None:
        """The input level, about 20 times a second of audio."""

    def on_event(self, event: SessionEvent) -> None:
        """The session took a step; ENDED is the last call of all."""


class Session:
    """Runs a recogniser on its own thread until its source ends or it is stopped.

    Threads: ``start`` and ``join`` belong to the creating thread; ``stop``, ``cancel`` and
    ``statistics`` may be called from any; the listener is called on the engine thread.
    """

    def __init__(
        self, source: AudioSource, recognizer: SessionRecognizer, listener: SessionListener
    ) -> None:
        self._source = source
        self._recognizer = recognizer
        self._listener = listener
        self._thread = threading.Thread(target=self._run, name="engine")
        self._lock = threading.Lock()
        self._is_started = False
        self._is_cancelled = threading.Event()
        self._stopped_at: float | None = None
        self._statistics = SessionStatistics()
        self._final_end_frame = -1
        self._cpu_start_s = time.process_time()
        self._meter = _LevelMeter()
        self._clock = _AudioClock()

    def start(self) -> None:
        """Starts the engine thread; opening the source and loading happen there.

        Raises:
            RuntimeError: the session was started before.
        """
        self._thread.start()
        self._is_started = True

    def stop(self) -> None:
        """Takes no more audio; what was heard becomes final, then ENDED follows. Idempotent."""
        with self._lock:
            if self._stopped_at is None:
                self._stopped_at = time.monotonic()
        self._source.close()

    def cancel(self) -> None:
        """Takes no more audio and drops what is not final yet; ENDED follows. Idempotent."""
        self._is_cancelled.set()
        self.stop()

    def join(self, timeout_s: float) -> bool:
        """Waits for the engine thread; whether it has ended (or never started)."""
        if self._is_started:
            self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def statistics(self) -> SessionStatistics:
        """Counters so far."""
        return replace(self._statistics, source=self._source.statistics())

    def _run(self) -> None:
        cores.name_thread("engine")
        cores.pin_thread(cores.current_plan().cpus)
        try:
            self._source.open()
            self._recognizer.start()
            self._cpu_start_s = time.process_time()
            self._listen()
            self._event(SessionEventKind.FINISHING)
            if not self._is_cancelled.is_set():
                self._finish()
        except EngineError as error:
            self._event(SessionEventKind.FAILED, error=error)
        except Exception as error:  # noqa: BLE001  # top of the thread: the listener must hear
            self._event(SessionEventKind.FAILED, error=error)
        finally:
            self._source.close()
            self._statistics = replace(
                self._statistics,
                compute_s=time.process_time() - self._cpu_start_s,
                pss_mib=metrics.pss_mib(),
            )
            heap.trim()
            self._event(SessionEventKind.ENDED)

    def _listen(self) -> None:
        is_first = True
        while (heard := self._source.read()) is not None and not self._is_cancelled.is_set():
            if isinstance(heard, SourceEvent):
                self._event(SessionEventKind.SOURCE, source=heard)
                continue
            if is_first:
                self._event(SessionEventKind.LISTENING)
                is_first = False
            self._accept(heard)

    def _accept(self, chunk: AudioChunk) -> None:
        now = time.monotonic()
        self._clock.hear(chunk, now)
        for level in self._meter.accept(chunk.samples):
            self._listener.on_level(level)
        is_live = self._clock.lead_s(chunk, now) < _LIVE_LEAD_S
        updates = self._recognizer.accept(chunk, is_live=is_live)
        self._count(len(chunk.samples))
        waited_s = self._clock.since_s(chunk.end_frame, now) if is_live else 0.0
        self._publish(updates, now - max(0.0, waited_s))

    def _finish(self) -> None:
        now = time.monotonic()
        updates = self._recognizer.end()
        self._publish(updates, min(now, self._stopped_at or now))

    def _count(self, frames: int) -> None:
        self._statistics = replace(
            self._statistics, audio_s=self._statistics.audio_s + frames / ENGINE_RATE_HZ
        )

    def _publish(self, updates: tuple[SegmentUpdate, ...], since: float) -> None:
        """Hands updates over; ``since`` is when the audio that ended a segment was spoken."""
        for update in updates:
            self._listener.on_update(self._timed(update, since))

    def _timed(self, update: SegmentUpdate, since: float) -> SegmentUpdate:
        """Counts an update, and gives a final its latency."""
        now = time.monotonic()
        statistics = self._statistics
        if not update.is_final:
            # A segment that was cut off the one before went on being shown as part of it.
            if update.revision == 0 and update.start_frame > self._final_end_frame:
                latency_ms = self._clock.since_s(update.start_frame, now) * 1000
                self._statistics = replace(
                    statistics, first_partial_ms=(*statistics.first_partial_ms, latency_ms)
                )
            return update
        self._final_end_frame = update.end_frame
        latency_ms = (now - since) * 1000
        self._statistics = replace(
            statistics,
            final_ms=(*statistics.final_ms, latency_ms),
            segments=statistics.segments + bool(update.text),
        )
        return replace(update, latency_ms=latency_ms)

    def _event(
        self,
        kind: SessionEventKind,
        *,
        source: SourceEvent | None = None,
        error: Exception | None = None,
    ) -> None:
        self._listener.on_event(SessionEvent(kind, source, error))


class _AudioClock:
    """When each frame was spoken, from the chunk that arrived soonest after its end."""

    def __init__(self) -> None:
        self._origin: float | None = None
        self._first_at = 0.0

    def hear(self, chunk: AudioChunk, now: float) -> None:
        if self._origin is None:
            self._first_at = now
        origin = now - chunk.end_frame / ENGINE_RATE_HZ
        if self._origin is None or origin < self._origin:
            self._origin = origin

    def since_s(self, frame: int, now: float) -> float:
        """Seconds since a frame was spoken."""
        return now - (self._origin or now) - frame / ENGINE_RATE_HZ

    def lead_s(self, chunk: AudioChunk, now: float) -> float:
        """Seconds of audio that came sooner than they can have been spoken."""
        return chunk.end_frame / ENGINE_RATE_HZ - (now - self._first_at)


class _LevelMeter:
    """Levels of the last tenth of a second, every twentieth."""

    def __init__(self) -> None:
        self._recent = np.zeros(2 * _LEVEL_FRAMES, np.float32)
        self._new = 0

    def accept(self, samples: Samples) -> list[Level]:
        levels = []
        while len(samples):
            taken = samples[: _LEVEL_FRAMES - self._new]
            samples = samples[len(taken) :]
            self._recent = np.concatenate([self._recent[len(taken) :], taken])
            self._new += len(taken)
            if self._new == _LEVEL_FRAMES:
                self._new = 0
                levels.append(_level(self._recent))
        return levels


def _level(samples: Samples) -> Level:
    peak = float(np.max(np.abs(samples)))
    rms = float(np.sqrt(np.mean(samples**2)))
    return Level(_dbfs(rms), _dbfs(peak), is_clipping=peak >= 32_767 / 32_768)


def _dbfs(amplitude: float) -> float:
    return max(_SILENCE_DBFS, 20 * float(np.log10(max(amplitude, 1e-6))))
