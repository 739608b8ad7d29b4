"""A capture device, opened for one utterance or kept ready between utterances."""

from __future__ import annotations

import errno
import threading

from engine.audio.devices import DEFAULT_PCM
from engine.errors import DeviceUnavailableError, DeviceUnavailableReason
from native._capture import CaptureStatistics, CaptureStream, PcmError, Reading, ReadingKind

PRE_ROLL_MS = 500
"""What was heard before the key belongs to the utterance where the microphone is kept ready."""

TAIL_MS = 200
"""And so does what is heard just after it: fingers are faster than last syllables."""

_READ_TIMEOUT_MS = 100
_CHUNK_MS = 20

_REASONS = {
    errno.ENOENT: DeviceUnavailableReason.NOT_FOUND,
    errno.ENODEV: DeviceUnavailableReason.NOT_FOUND,
    errno.ENXIO: DeviceUnavailableReason.NOT_FOUND,
    errno.EHOSTDOWN: DeviceUnavailableReason.NOT_FOUND,  # no sound server
    errno.ECONNREFUSED: DeviceUnavailableReason.NOT_FOUND,
    errno.EBUSY: DeviceUnavailableReason.BUSY,
    errno.EACCES: DeviceUnavailableReason.NO_PERMISSION,
    errno.EPERM: DeviceUnavailableReason.NO_PERMISSION,
    errno.EINVAL: DeviceUnavailableReason.UNSUPPORTED,
}

_OUTSIDE_TAKES = (ReadingKind.NOTHING, ReadingKind.DEVICE_LOST, ReadingKind.STOPPED)


class OpenDevice:
    """One opening of a device, and the takes read from it.

    Attributes:
        rate_hz: what the device granted.
        access: ``mmap`` or ``rw``.
        keep_ready: whether the device outlives a take.

    Threads: ``read`` waits and belongs to the thread of the take; all else to any.
    """

    def __init__(self, stream: CaptureStream, *, keep_ready: bool) -> None:
        self.rate_hz = stream.rate_hz
        self.access = stream.access
        self.keep_ready = keep_ready
        self._stream = stream
        self._reading = threading.Lock()
        self._live_take = 0

    @property
    def is_running(self) -> bool:
        """Whether it still captures."""
        return self._stream.is_running

    @property
    def is_silent(self) -> bool:
        """Whether no frame came for 500 ms."""
        return self._stream.is_silent

    def statistics(self) -> CaptureStatistics:
        """Counters since the device was opened."""
        return self._stream.statistics

    def start_take(self) -> int:
        """Starts a take at this moment; ends the one before it, if that still goes on."""
        return self._stream.start_take()

    def end_take(self, take: int) -> None:
        """Ends a take, and the opening with it where the device is not kept ready."""
        if self.keep_ready:
            self._stream.end_take(take, TAIL_MS)
        else:
            self._stream.finish()

    def read(self, take: int) -> Reading | None:
        """Waits a moment for the next of a take, passing over earlier ones; None at its end."""
        with self._reading:
            while self._live_take <= take:
                enough = self.rate_hz * _CHUNK_MS // 1000
                reading = self._stream.read(enough, _READ_TIMEOUT_MS)
                if reading.kind is ReadingKind.TAKE_START:
                    self._live_take = reading.count
                elif reading.kind is ReadingKind.TAKE_END:
                    if reading.count >= take:
                        return None
                elif self._live_take == take or reading.kind in _OUTSIDE_TAKES:
                    return reading
            return None

    def close(self) -> None:
        """Stops capturing, within 100 ms; what was captured may still be read. Idempotent."""
        self._stream.stop()


class Microphone:
    """A device by name, lent to one take after another.

    With ``keep_ready`` it stays open between takes: a take then begins with the last
    ``PRE_ROLL_MS`` and ends ``TAIL_MS`` late. The capture thread itself cuts the takes, so no
    frame is in two of them and none is missing inside one. Otherwise a take opens and closes it.

    Threads: ``open`` may wait, so not the GUI's; all else any.
    """

    def __init__(self, device: str = DEFAULT_PCM, *, keep_ready: bool = False) -> None:
        self.device = device
        self.keep_ready = keep_ready
        self._opening = threading.Lock()
        self._open: OpenDevice | None = None

    def open(self) -> OpenDevice:
        """Opens the device; where it is kept ready and open already, returns that opening.

        Raises:
            DeviceUnavailableError: it cannot be opened.
        """
        with self._opening:
            ready = self.ready()
            if ready is not None:
                return ready
            pre_roll_ms = PRE_ROLL_MS if self.keep_ready else 0
            try:
                stream = CaptureStream(self.device, pre_roll_ms=pre_roll_ms)
                stream.start()
            except PcmError as error:
                raise self._unavailable(error) from error
            device = OpenDevice(stream, keep_ready=self.keep_ready)
            if self.keep_ready:
                self._open = device
            return device

    def ready(self) -> OpenDevice | None:
        """The opening that is kept, unless there is none or the device is gone."""
        device = self._open
        return device if device is not None and device.is_running else None

    def close(self) -> None:
        """Keeps the device open no longer. Idempotent."""
        with self._opening:
            device, self._open = self._open, None
        if device is not None:
            device.close()

    def _unavailable(self, error: PcmError) -> DeviceUnavailableError:
        reason = _REASONS.get(error.errno or 0, DeviceUnavailableReason.OTHER)
        if reason is DeviceUnavailableReason.NOT_FOUND and self.device == DEFAULT_PCM:
            reason = DeviceUnavailableReason.NONE_FOUND
        return DeviceUnavailableError(self.device, reason, error.strerror or "")
