from __future__ import annotations

import json
import os
from pathlib import Path

import alsaaudio
import pytest

from engine.audio.devices import list_capture_devices
from engine.types import CaptureDevice

PIPEWIRE = [
    {"type": "PipeWire:Interface:Core", "info": {"props": None}},
    {
        "info": {
            "props": {
                "media.class": "Audio/Source",
                "node.name": "alsa_input.usb-0001",
                "node.description": "Jabra 麦克风",
            }
        }
    },
    {"info": {"props": {"media.class": "Audio/Source/Virtual", "node.name": "vmic"}}},
    {"info": {"props": {"media.class": "Audio/Sink", "node.name": "speakers"}}},
    {"type": "PipeWire:Interface:Metadata", "metadata": [{"key": "log.level", "value": 2}]},
    {"metadata": [{"key": "default.audio.source", "value": {"name": "vmic"}}]},
]
PULSE = [
    {"name": "usb", "description": "USB microphone", "monitor_source": ""},
    {"name": "speakers.monitor", "description": "Monitor", "monitor_source": "speakers"},
]


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with nothing on it, to put the sound servers' tools into."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def pcms(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    names: list[str] = []
    monkeypatch.setattr(alsaaudio, "pcms", lambda kind: names)
    monkeypatch.setattr(alsaaudio, "card_indexes", lambda: [0, 2])
    monkeypatch.setattr(alsaaudio, "cards", lambda: ["PCH", "Yeti"])
    monkeypatch.setattr(
        alsaaudio,
        "card_name",
        lambda index: {0: ("HDA", "HDA Intel PCH "), 2: ("Yeti", "Blue Yeti")}[index],
    )
    return names


def answer(program: Path, text: str) -> None:
    program.write_text(f"#!/bin/sh\n{text}\n")
    program.chmod(0o755)


def say(document: object) -> str:
    return f"echo '{json.dumps(document)}'"


def test_pipewire_names_its_microphones(programs: Path, pcms: list[str]) -> None:
    pcms += ["default", "pipewire", "plughw:CARD=PCH,DEV=0"]
    answer(programs / "pw-dump", say(PIPEWIRE))
    assert list_capture_devices() == (
        CaptureDevice("default", "vmic", is_default=True),
        CaptureDevice("pipewire:NODE=alsa_input.usb-0001", "Jabra 麦克风", is_default=False),
        CaptureDevice("pipewire:NODE=vmic", "vmic", is_default=False),
    )


def test_pulseaudio_leaves_monitors_out(programs: Path, pcms: list[str]) -> None:
    pcms += ["pulse"]
    info, sources = say({"default_source_name": "usb"}), say(PULSE)
    answer(programs / "pactl", f'if [ "$2" = info ]; then {info}; else {sources}; fi')
    assert list_capture_devices() == (
        CaptureDevice("default", "USB microphone", is_default=True),
        CaptureDevice("pulse:DEVICE=usb", "USB microphone", is_default=False),
    )


def test_bluetooth_is_known_on_pipewire(programs: Path, pcms: list[str]) -> None:
    headset = {
        "media.class": "Audio/Source",
        "node.name": "bluez_input.00_11",
        "device.api": "bluez5",
    }
    default = {"key": "default.audio.source", "value": {"name": "bluez_input.00_11"}}
    pcms += ["pipewire"]
    answer(
        programs / "pw-dump",
        say([*PIPEWIRE[:2], {"info": {"props": headset}}, {"metadata": [default]}]),
    )
    bluetooth = {device.name: device.is_bluetooth for device in list_capture_devices()}
    assert bluetooth == {
        "default": True,
        "pipewire:NODE=alsa_input.usb-0001": False,
        "pipewire:NODE=bluez_input.00_11": True,
    }


def test_bluetooth_is_known_on_pulseaudio(programs: Path, pcms: list[str]) -> None:
    headset = {"name": "bluez_source.00_11", "description": "Headset", "monitor_source": ""}
    pcms += ["pulse"]
    info, sources = say({"default_source_name": "usb"}), say([*PULSE, headset])
    answer(programs / "pactl", f'if [ "$2" = info ]; then {info}; else {sources}; fi')
    assert [(d.description, d.is_bluetooth) for d in list_capture_devices()] == [
        ("USB microphone", False),
        ("USB microphone", False),
        ("Headset", True),
    ]


def test_bare_alsa_lists_each_card_input_once(programs: Path, pcms: list[str]) -> None:
    pcms += ["null", "hw:CARD=PCH,DEV=0", "plughw:CARD=PCH,DEV=0", "plughw:CARD=PCH,DEV=2"]
    pcms += ["plughw:CARD=Yeti,DEV=0", "dsnoop:CARD=Yeti,DEV=0"]
    assert [(d.name, d.description) for d in list_capture_devices()] == [
        ("default", ""),
        ("plughw:CARD=PCH,DEV=0", "HDA Intel PCH"),
        ("plughw:CARD=PCH,DEV=2", "HDA Intel PCH, 2"),
        ("plughw:CARD=Yeti,DEV=0", "Blue Yeti"),
    ]


def test_nothing_to_record_from_is_an_empty_list(programs: Path, pcms: list[str]) -> None:
    pcms += ["null", "default", "pipewire", "pulse"]
    assert list_capture_devices() == ()


@pytest.mark.parametrize("text", ["exit 1", "echo not-json", "echo '{}'", "echo '[7, null]'"])
def test_server_that_does_not_answer_leaves_the_cards(
    programs: Path, pcms: list[str], text: str
) -> None:
    pcms += ["pipewire", "pulse", "plughw:CARD=Yeti,DEV=0"]
    answer(programs / "pw-dump", text)
    answer(programs / "pactl", text)
    os.environ["PATH"] += f"{os.pathsep}/usr/bin{os.pathsep}/bin"
    assert [d.name for d in list_capture_devices()] == ["default", "plughw:CARD=Yeti,DEV=0"]
