from __future__ import annotations

import io

import pytest

from app.cli.terminal import LiveLine
from engine.export.cues import columns


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_line_is_rewritten_and_taken_away() -> None:
    terminal = Terminal()
    line = LiveLine(terminal)
    line.show("hello")
    line.clear()
    line.clear()
    assert terminal.getvalue() == "\r\x1b[K\x1b[90mhello\x1b[0m\r\x1b[K"


def test_long_text_shows_its_end_within_the_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    terminal = Terminal()
    LiveLine(terminal).show("很长的一句话" * 5 + "结尾")
    shown = terminal.getvalue().split("\x1b[90m")[1].split("\x1b[0m")[0]
    assert shown.startswith("…")
    assert shown.endswith("结尾")
    assert columns(shown) <= 19


def test_nothing_is_written_where_there_is_no_terminal() -> None:
    stream = io.StringIO()
    LiveLine(stream).show("hello")
    assert stream.getvalue() == ""
