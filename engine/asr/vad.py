"""Deciding, window by window, whether there is speech."""

from __future__ import annotations

from typing import Protocol

from engine.types import Samples


class VoiceDetector(Protocol):
    """Says of each window in turn whether it holds speech.

    Attributes:
        window_frames: length of a window.
        onset_windows: windows of speech that are let pass before the first one is reported.

    Threads: one thread at a time.
    """

    window_frames: int
    onset_windows: int

    def is_speech(self, window: Samples) -> bool:
        """Judges the next window, ``window_frames`` long, following the last one given."""

    def reset(self) -> None:
        """Forgets what was heard: the next window begins a new recording."""
