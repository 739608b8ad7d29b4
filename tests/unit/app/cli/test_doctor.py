from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from app.__main__ import main
from app.cli import doctor
from app.doctor.finding import Area, Finding, State
from engine.settings import Settings


def one_of_each(_settings: Settings) -> Iterable[Finding]:
    yield Finding("engine", Area.ENGINE, State.WORKS, "ready")
    yield Finding("microphone", Area.AUDIO, State.FAILS, "muted", "unmute it")


@pytest.fixture(autouse=True)
def known_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "CHECKS", (one_of_each,))


def test_every_finding_is_a_line_with_its_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert "✓ engine" in out
    assert "✗ microphone" in out
    assert "→ unmute it" in out


def test_json_has_the_contract_s_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    entries = json.loads(capsys.readouterr().out)
    assert entries[1] == {
        "id": "microphone",
        "area": "audio",
        "state": "fails",
        "reason": "muted",
        "action": "unmute it",
    }
