"""The microphone between takes: closed, or kept ready where the user wants that."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Executor

from engine.audio.alsa_source import AlsaSource
from engine.audio.microphone import Microphone
from engine.audio.source import AudioSource
from engine.errors import DeviceUnavailableError
from engine.settings import AudioSettings
from engine.types import CaptureDevice

_log = logging.getLogger("capture")


def _make_ready(device: str) -> Microphone:
    return Microphone(device, keep_ready=True)


class MicrophoneKeeper:
    """Lends the microphone to one take after another.

    One that is kept ready stays open; a Bluetooth one never is: an open microphone keeps a
    headset in its call mode, where music sounds like a telephone.

    Threads: GUI. Opening and closing may wait, so both happen on the pool.
    """

    def __init__(self, pool: Executor, make: Callable[[str], Microphone] = _make_ready) -> None:
        self._pool = pool
        self._make = make
        self._kept: Microphone | None = None
        self._is_closed = False

    def source(self, device: str) -> AudioSource:
        """A take of a device, not opened yet."""
        if self._kept is not None and self._kept.device == device:
            return AlsaSource(device, microphone=self._kept)
        return AlsaSource(device)

    def follow(self, audio: AudioSettings, devices: tuple[CaptureDevice, ...]) -> None:
        """Keeps what the settings ask for and lets go of all else; not during a take.

        One that went away, or could not be opened, is tried again at each call.
        """
        if self._is_closed:
            return
        wanted = audio.keep_ready and may_be_kept(audio.device, devices)
        if self._kept is not None and not (wanted and self._kept.device == audio.device):
            self._pool.submit(self._kept.close)
            self._kept = None
        if not wanted:
            return
        if self._kept is None:
            self._kept = self._make(audio.device)
        if self._kept.ready() is None:
            self._pool.submit(self._open, self._kept)

    def close(self) -> None:
        """Lets go of everything, for good; within 100 ms."""
        self._is_closed = True
        kept, self._kept = self._kept, None
        if kept is not None:
            kept.close()

    def _open(self, microphone: Microphone) -> None:
        if self._kept is not microphone:
            return
        try:
            microphone.open()
        except DeviceUnavailableError as error:
            _log.info("not kept ready: %s", error)  # the next take says so, in the window
        if self._kept is not microphone:  # let go of meanwhile
            microphone.close()


def may_be_kept(device: str, devices: tuple[CaptureDevice, ...]) -> bool:
    """Whether a device may stay open between takes.

    Args:
        device: ALSA pcm name; one that is not listed may be a name from the user's asound.conf.
        devices: the microphones there are; empty also while they are not known yet.
    """
    if not devices:
        return False
    listed = next((known for known in devices if known.name == device), None)
    if listed is not None:
        return not listed.is_bluetooth
    return "blue" not in device.lower()  # bluealsa, bluez_input
