"""Text on a terminal: partials rewritten in place, never wider than the line."""

from __future__ import annotations

import shutil
from typing import TextIO

from engine.export.cues import columns

_CLEAR = "\r\x1b[K"
_GREY, _PLAIN = "\x1b[90m", "\x1b[0m"


class LiveLine:
    """One line of a terminal that is rewritten; nothing at all where there is no terminal."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._is_shown = False

    def show(self, text: str) -> None:
        """Replaces the line; of a longer text its end is shown."""
        if not self._is_terminal:
            return
        width = shutil.get_terminal_size().columns - 1
        self._stream.write(f"{_CLEAR}{_GREY}{_tail(text, width)}{_PLAIN}")
        self._stream.flush()
        self._is_shown = True

    def clear(self) -> None:
        """Takes the line away."""
        if self._is_shown:
            self._stream.write(_CLEAR)
            self._stream.flush()
            self._is_shown = False


def _tail(text: str, width: int) -> str:
    text = " ".join(text.split())
    if columns(text) <= width:
        return text
    start = len(text)
    room = width - 1
    while start and (room := room - columns(text[start - 1])) >= 0:
        start -= 1
    return "…" + text[start:]
