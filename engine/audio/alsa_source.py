"""A microphone as an audio source."""

from __future__ import annotations

import threading
import time
from collections import deque
from fractions import Fraction

import numpy as np

from engine.audio.devices import DEFAULT_PCM, list_capture_devices
from engine.audio.microphone import Microphone, OpenDevice
from engine.audio.resample import StreamingResampler
from engine.errors import DeviceUnavailableError, DeviceUnavailableReason
from engine.types import (
    ENGINE_RATE_HZ,
    AudioChunk,
    Samples,
    SourceEvent,
    SourceEventKind,
    SourceStatistics,
    freeze,
)
from native._capture import CaptureStatistics, Reading, ReadingKind

_FIRST_RETRY_S = 0.25
_LAST_RETRY_S = 2.0
_GIVE_UP_S = 60.0


class AlsaSource:
    """One take of a microphone: from ``open``, or from its making where the device is ready.

    A device that is lost is opened again while the take goes on; the time without it is a jump
    in ``start_frame``, as is every other gap.

    Threads: as ``AudioSource``; making one does not wait.
    """

    def __init__(self, device: str = DEFAULT_PCM, *, microphone: Microphone | None = None) -> None:
        self._microphone = microphone or Microphone(device)
        self._closed = threading.Event()
        self._lock = threading.Lock()  # guards what close() and statistics() read
        self._device: OpenDevice | None = None
        self._take = 0
        self._counts = _Counts()
        self._pending: deque[AudioChunk | SourceEvent] = deque()
        self._clock = _Clock()
        self._resampler = StreamingResampler(ENGINE_RATE_HZ)
        self._is_over = False
        self._told_silent = False
        self._lost_at_s: float | None = None
        self._last_error: DeviceUnavailableError | None = None
        ready = self._microphone.ready()
        if ready is not None:
            self._start_on(ready)  # now, not when the engine gets round to opening it

    def open(self) -> None:
        """Opens the device, unless it is ready.

        Raises:
            DeviceUnavailableError: it cannot be opened.
        """
        if self._closed.is_set():
            self._is_over = True
        elif self._device is None:
            self._start_on(self._microphone.open())

    def read(self) -> AudioChunk | SourceEvent | None:
        """Waits for the next audio, 20 ms or more, or event; None once the take is over.

        Raises:
            DeviceUnavailableError: there is no such microphone, or it was lost and did not come
                back.
        """
        while not self._pending:
            if self._is_over:
                return None
            if self._device is None:
                self._reopen()
            else:
                self._hear(self._device)
        return self._pending.popleft()

    def close(self) -> None:
        """Ends the take with what was captured until now. Does not wait. Idempotent."""
        with self._lock:
            if self._closed.is_set():
                return
            self._closed.set()
            if self._device is not None:
                self._device.end_take(self._take)

    def statistics(self) -> SourceStatistics:
        """Counters of this take."""
        with self._lock:
            return self._counts.statistics(self._device)

    def _start_on(self, device: OpenDevice) -> None:
        self._resampler = StreamingResampler(device.rate_hz)
        with self._lock:
            self._counts.begin(device)
            self._device = device
            self._take = device.start_take()
            if self._closed.is_set():  # meanwhile, by another thread
                device.end_take(self._take)

    def _hear(self, device: OpenDevice) -> None:
        """Takes one reading of the device."""
        reading = device.read(self._take)
        if reading is None or reading.kind is ReadingKind.STOPPED:
            self._flush()
            self._is_over = True
            self._release(device)
        elif reading.kind is ReadingKind.FRAMES:
            self._told_silent = False
            self._accept(device, reading)
        elif reading.kind is ReadingKind.DEVICE_LOST:
            self._lose(device)
        elif reading.kind is ReadingKind.NOTHING:
            self._watch_silence(device)
        else:
            self._skip(Fraction(reading.count, device.rate_hz), SourceEventKind.GAP)

    def _accept(self, device: OpenDevice, reading: Reading) -> None:
        self._counts.frames += reading.count
        self._clock.pass_by(Fraction(reading.count, device.rate_hz))
        self._emit(self._resampler.process(reading.samples))

    def _emit(self, samples: Samples) -> None:
        if len(samples):
            self._pending.append(AudioChunk(freeze(samples), self._clock.place(len(samples))))

    def _flush(self) -> None:
        self._emit(self._resampler.flush())
        self._resampler = StreamingResampler(ENGINE_RATE_HZ)

    def _skip(self, length_s: Fraction, kind: SourceEventKind) -> None:
        """Ends the audio before a gap; what follows it is another stream."""
        self._flush()
        self._clock.skip(length_s)
        if self._device is not None:
            self._resampler = StreamingResampler(self._device.rate_hz)
        frames = round(length_s * ENGINE_RATE_HZ)
        self._pending.append(SourceEvent(kind, self._microphone.device, frames))

    def _watch_silence(self, device: OpenDevice) -> None:
        if self._told_silent or not device.is_silent or self._closed.is_set():
            return
        self._told_silent = True
        if self._counts.frames == 0:
            self._refuse_missing()
        self._pending.append(SourceEvent(SourceEventKind.SILENT, self._microphone.device))

    def _refuse_missing(self) -> None:
        """A sound server opens a stream whether there is a microphone behind it or not."""
        name = self._microphone.device
        known = {device.name for device in list_capture_devices()}
        if not known:
            raise DeviceUnavailableError(name, DeviceUnavailableReason.NONE_FOUND)
        if name not in known and name.startswith(("pipewire:NODE=", "pulse:DEVICE=")):
            raise DeviceUnavailableError(name, DeviceUnavailableReason.NOT_FOUND)

    def _lose(self, device: OpenDevice) -> None:
        self._flush()
        self._release(device)
        if self._closed.is_set():
            self._is_over = True
            return
        self._lost_at_s = time.monotonic()
        event = SourceEvent(SourceEventKind.DEVICE_LOST, self._microphone.device)
        self._pending.append(event)

    def _release(self, device: OpenDevice) -> None:
        if not (device.keep_ready and device.is_running):
            device.close()
        with self._lock:
            self._counts.end(device)
            self._device = None

    def _reopen(self) -> None:
        """Tries again and again, ever slower; returns once there is a device or none is wanted."""
        assert self._lost_at_s is not None, "read() before open()"
        delay_s = _FIRST_RETRY_S
        while not self._closed.wait(delay_s):
            try:
                device = self._microphone.open()
            except DeviceUnavailableError as error:
                if time.monotonic() - self._lost_at_s > _GIVE_UP_S:
                    reason = DeviceUnavailableReason.LOST
                    raise DeviceUnavailableError(error.device, reason, error.detail) from error
                delay_s = min(2 * delay_s, _LAST_RETRY_S)
                continue
            self._counts.reopens += 1
            self._start_on(device)
            away_s = Fraction(time.monotonic() - self._lost_at_s).limit_denominator(1_000)
            self._skip(away_s, SourceEventKind.DEVICE_BACK)
            return
        self._is_over = True


class _Clock:
    """Where the next chunk belongs, from the device's own frame count.

    Rounding to the engine's rate is done on the whole time, never on pieces: it cannot add up.
    """

    def __init__(self) -> None:
        self._elapsed_s = Fraction(0)
        self._end_frame = 0

    def pass_by(self, length_s: Fraction) -> None:
        """Audio of this length went into the resampler."""
        self._elapsed_s += length_s

    def skip(self, length_s: Fraction) -> None:
        """A gap follows the last chunk; the resampler is empty."""
        self._elapsed_s += length_s
        self._end_frame = max(self._end_frame, round(self._elapsed_s * ENGINE_RATE_HZ))

    def place(self, frames: int) -> int:
        """The position of a chunk that joins the one before."""
        start_frame = self._end_frame
        self._end_frame += frames
        return start_frame


class _Counts:
    """Adds up what the openings of a device counted while the take went on."""

    def __init__(self) -> None:
        self.frames = 0
        self.reopens = 0
        self._before = np.zeros(4, np.int64)  # the current opening's, when the take began
        self._earlier = np.zeros(4, np.int64)  # of openings that have ended
        self._rate_hz = ENGINE_RATE_HZ
        self._access = ""
        self._priority = "normal"

    def begin(self, device: OpenDevice) -> None:
        self._before = self._counters(device.statistics())
        self._rate_hz = device.rate_hz
        self._access = device.access

    def end(self, device: OpenDevice) -> None:
        self._priority = device.statistics().priority
        self._earlier += self._counters(device.statistics()) - self._before

    def statistics(self, device: OpenDevice | None) -> SourceStatistics:
        total = self._earlier
        if device is not None:
            native = device.statistics()
            self._priority = native.priority
            total = total + self._counters(native) - self._before
        lost, xruns, overruns, restarts = (int(count) for count in total)
        return SourceStatistics(
            frames=self.frames,
            lost_frames=lost,
            xruns=xruns,
            ring_overruns=overruns,
            restarts=restarts,
            reopens=self.reopens,
            rate_hz=self._rate_hz,
            priority=self._priority,
            access=self._access,
        )

    @staticmethod
    def _counters(native: CaptureStatistics) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.array(
            [native.lost_frames, native.xruns, native.ring_overrun_frames, native.restarts],
            np.int64,
        )
