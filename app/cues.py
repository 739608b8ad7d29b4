"""Two short sounds: listening begins, listening ends."""

from __future__ import annotations

import logging
import shutil
import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QProcess

from app.push_to_talk import Phase, Progress

_log = logging.getLogger("ui")

_RATE_HZ = 48_000
_PLAYERS = ("pw-play", "paplay", "aplay")
"""What desktops have; the first that is there plays."""

_LENGTH_S = 0.09
_LEVEL = 0.12
_PITCHES_HZ = {Phase.LISTENING: (587.3, 880.0), Phase.FINISHING: (880.0, 587.3)}
"""Up a fifth to begin with, down at the end; soft enough that no recogniser takes it for speech."""

Play = Callable[[str, Path], None]


def play(player: str, file: Path) -> None:
    """Plays a file without waiting."""
    QProcess.startDetached(player, [str(file)])


class Cues:
    """Plays a sound when listening begins and when it ends, where the settings want it.

    Threads: GUI.
    """

    def __init__(self, folder: Path, is_wanted: Callable[[], bool], play_file: Play = play) -> None:
        """``folder``: private, for the sounds; ``is_wanted``: what the settings say now."""
        self._folder = folder
        self._is_wanted = is_wanted
        self._play = play_file
        self._last = Phase.ENDED

    def take_progress(self, progress: Progress) -> None:
        """Follows a dictation."""
        before, self._last = self._last, progress.phase
        if progress.phase is before or progress.phase not in _PITCHES_HZ or not self._is_wanted():
            return
        player = next((name for name in _PLAYERS if shutil.which(name)), None)
        if player is None:
            _log.info("no program to play a sound with")
            return
        try:
            self._play(player, self._file(progress.phase))
        except OSError as error:
            _log.info("no sound: %s", error)

    def _file(self, phase: Phase) -> Path:
        file = self._folder / f"{phase.value}.wav"
        if not file.exists():
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with wave.open(str(file), "wb") as output:
                output.setnchannels(1)
                output.setsampwidth(2)
                output.setframerate(_RATE_HZ)
                output.writeframes(_samples(_PITCHES_HZ[phase]).tobytes())
        return file


def _samples(pitches_hz: tuple[float, ...]) -> np.typing.NDArray[np.int16]:
    """Sine tones one after the other, each fading in and out."""
    time_s = np.arange(round(_LENGTH_S * _RATE_HZ)) / _RATE_HZ
    fade = np.sin(np.pi * time_s / _LENGTH_S) ** 2
    tones = [np.sin(2 * np.pi * pitch * time_s) * fade for pitch in pitches_hz]
    return np.asarray(np.concatenate(tones) * _LEVEL * 32_767, np.int16)
