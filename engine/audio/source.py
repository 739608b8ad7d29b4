"""Where audio comes from: a microphone or a file."""

from __future__ import annotations

from typing import Protocol

from engine.types import AudioChunk, SourceEvent, SourceStatistics


class AudioSource(Protocol):
    """Mono audio at ``ENGINE_RATE_HZ``, chunk after chunk.

    Threads: ``open`` and ``read`` belong to one thread, ``close`` and ``statistics`` to any.
    """

    def open(self) -> None:
        """Opens the device or file.

        Raises:
            DeviceUnavailableError: the device cannot be opened.
            AudioFileError: the file cannot be read.
        """

    def read(self) -> AudioChunk | SourceEvent | None:
        """Waits for the next audio or event; None once the source has ended.

        After ``close`` what was captured before it is still returned, then None.

        Raises:
            DeviceUnavailableError: the device is lost and reopening was given up.
            AudioFileError: the file is damaged from here on.
        """

    def close(self) -> None:
        """Ends the source; ``read`` drains and then returns None. Idempotent."""

    def statistics(self) -> SourceStatistics:
        """Counters so far."""
