from __future__ import annotations

import pytest

from app.cli import remote_command, status


def test_status_is_one_word_on_stdout(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(remote_command, "ask", lambda _member: ("listening",))
    assert status.run(None) == 0
    assert capsys.readouterr().out == "listening\n"
