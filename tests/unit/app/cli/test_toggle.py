from __future__ import annotations

import pytest

from app.cli import remote_command, toggle


def test_command_calls_the_method_of_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask(member: str) -> tuple[str, ...]:
        asked.append(member)
        return ()

    monkeypatch.setattr(remote_command, "ask_or_start", ask)
    assert toggle.run(None) == 0
    assert asked == ["Toggle"]
