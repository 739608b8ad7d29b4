"""How many people one machine can listen to at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from app.bench.corpus import Clip
from engine import metrics
from engine.api import StreamingRecognizer
from engine.audio.wav_source import WavSource
from engine.errors import EngineError
from engine.session import Session
from engine.types import ENGINE_RATE_HZ, Level, SegmentUpdate, SessionEvent

_PATIENCE_S = 120.0
_PERCENT = 95


class _Listener:
    """Notes how long each final took against the length of what was said."""

    def __init__(self) -> None:
        self.ratios: list[float] = []
        self.error: Exception | None = None

    def on_update(self, update: SegmentUpdate) -> None:
        if update.latency_ms is not None and update.text:
            length_ms = 1000 * (update.end_frame - update.start_frame) / ENGINE_RATE_HZ
            self.ratios.append((length_ms + update.latency_ms) / max(length_ms, 1.0))

    def on_level(self, level: Level) -> None:
        pass  # nobody looks

    def on_event(self, event: SessionEvent) -> None:
        self.error = event.error or self.error


def measure(engine_id: str, clips: tuple[Clip, ...], most: int) -> tuple[int, tuple[float, ...]]:
    """Plays recordings at their own pace through more and more recognisers at once.

    A number of streams holds while 95 % of all finals are there within twice the time it took to
    say them: latency below the length of the segment.

    Args:
        engine_id: the engine; each stream loads its own.
        clips: what each stream hears, each beginning with another.
        most: streams to stop at.

    Returns:
        The largest number that holds, and the 95th percentile of time over length for each number
        tried, from one on.

    Raises:
        EngineError: recognition failed.
    """
    ratios: list[float] = []
    recognizers: list[StreamingRecognizer] = []
    try:
        while len(recognizers) < most:
            recognizers.append(StreamingRecognizer(engine_id))
            recognizers[-1].load()
            ratios.append(_ratio(recognizers, clips))
            if ratios[-1] >= 2.0:
                return len(ratios) - 1, tuple(ratios)
        return most, tuple(ratios)
    finally:
        for recognizer in recognizers:
            recognizer.close()


def _ratio(recognizers: list[StreamingRecognizer], clips: tuple[Clip, ...]) -> float:
    orders = [clips[at % len(clips) :] + clips[: at % len(clips)] for at in range(len(recognizers))]
    with ThreadPoolExecutor(len(recognizers)) as pool:
        heard = list(pool.map(_listen, recognizers, orders))
    return metrics.percentile([ratio for ratios in heard for ratio in ratios], _PERCENT)


def _listen(recognizer: StreamingRecognizer, clips: tuple[Clip, ...]) -> list[float]:
    listener = _Listener()
    for clip in clips:
        session = Session(WavSource(clip.path, realtime=True), recognizer, listener)
        session.start()
        while not session.join(_PATIENCE_S):
            pass
        if isinstance(listener.error, EngineError):
            raise listener.error
    return listener.ratios
