"""Latency as a user feels it: recordings played at their own pace through a session."""

from __future__ import annotations

from dataclasses import dataclass

from app.bench.corpus import Clip
from engine.api import StreamingRecognizer
from engine.audio.wav_source import WavSource
from engine.session import Session
from engine.types import Level, SegmentUpdate, SessionEvent

_PATIENCE_S = 60.0


@dataclass(frozen=True, slots=True)
class LiveMeasurement:
    """What live recognition of some recordings took.

    Attributes:
        audio_s: seconds of audio.
        cpu_s: CPU seconds spent.
        first_partial_ms: per segment, first speech frame to first partial.
        endpoint_ms: per segment that ended in silence, endpoint to final.
        release_ms: per recording, end of its audio (the key released) to its last final.
        pss_mib: proportional set size at the end of the last recording, the most of all.
    """

    audio_s: float
    cpu_s: float
    first_partial_ms: tuple[float, ...]
    endpoint_ms: tuple[float, ...]
    release_ms: tuple[float, ...]
    pss_mib: float

    @property
    def rtf(self) -> float:
        """CPU time over audio time."""
        return self.cpu_s / self.audio_s if self.audio_s else 0.0


class _Listener:
    """Notes which finals came after the audio had ended, and what went wrong."""

    def __init__(self) -> None:
        self.endpoint_ms: list[float] = []
        self.release_ms: list[float] = []
        self.error: Exception | None = None
        self._is_finishing = False

    def on_update(self, update: SegmentUpdate) -> None:
        if update.latency_ms is not None:
            latencies = self.release_ms if self._is_finishing else self.endpoint_ms
            latencies.append(update.latency_ms)

    def on_level(self, level: Level) -> None:
        pass  # nobody looks

    def on_event(self, event: SessionEvent) -> None:
        self._is_finishing = self._is_finishing or event.kind.value == "finishing"
        self.error = event.error or self.error


def measure(recognizer: StreamingRecognizer, clips: tuple[Clip, ...]) -> LiveMeasurement:
    """Plays every clip; takes as long as they do.

    Raises:
        EngineError: recognition failed.
    """
    audio_s = cpu_s = pss_mib = 0.0
    first_partial_ms: list[float] = []
    endpoint_ms: list[float] = []
    release_ms: list[float] = []
    for clip in clips:
        listener = _Listener()
        session = Session(WavSource(clip.path, realtime=True), recognizer, listener)
        session.start()
        while not session.join(_PATIENCE_S):
            pass
        if listener.error is not None:
            raise listener.error
        statistics = session.statistics()
        audio_s += statistics.audio_s
        cpu_s += statistics.compute_s
        pss_mib = max(pss_mib, statistics.pss_mib)
        first_partial_ms += statistics.first_partial_ms
        endpoint_ms += listener.endpoint_ms
        release_ms += listener.release_ms[-1:]
    return LiveMeasurement(
        audio_s,
        cpu_s,
        tuple(first_partial_ms),
        tuple(endpoint_ms),
        tuple(release_ms),
        pss_mib,
    )
