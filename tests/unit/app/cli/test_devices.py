from __future__ import annotations

import json

import pytest

from app.__main__ import main
from engine.types import CaptureDevice

DEVICES = (
    CaptureDevice("default", "USB Mic", is_default=True),
    CaptureDevice("pipewire:NODE=a", "内置麦克风", is_default=False),
)


def use(devices: tuple[CaptureDevice, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.cli.devices.list_capture_devices", lambda: devices)


def test_names_and_descriptions_are_listed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use(DEVICES, monkeypatch)
    assert main(["devices"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("default ")
    assert lines[0].endswith("USB Mic")
    assert lines[1] == "pipewire:NODE=a  内置麦克风"


def test_json_is_a_list_even_when_empty(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use((), monkeypatch)
    assert main(["devices", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_no_microphone_is_said_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use((), monkeypatch)
    assert main(["devices"]) == 1
    assert "no microphone was found" in capsys.readouterr().err
