"""The microphones there are, under names that users know them by."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import alsaaudio

from engine.types import CaptureDevice

DEFAULT_PCM = "default"

_QUERY_TIMEOUT_S = 3.0


def list_capture_devices() -> tuple[CaptureDevice, ...]:
    """Everything that can be recorded from, the default first.

    The desktop's sound server, where one answers, names its microphones and holds the sound
    cards itself; without one the cards are listed as ALSA sees them. An empty list means that
    there is no microphone at all.

    Threads: any but the GUI's: asks the sound server, some ten milliseconds.
    """
    pcms = alsaaudio.pcms(alsaaudio.PCM_CAPTURE)
    found = _pipewire_sources() if "pipewire" in pcms else ()
    if not found and "pulse" in pcms:
        found = _pulse_sources()
    if not found:
        found = tuple(_cards(pcms))
    if not found:
        return ()
    behind = next((device for device in found if device.is_default), None)
    default = replace(behind or CaptureDevice("", "", is_default=True), name=DEFAULT_PCM)
    return (default, *map(_not_default, found))


def _not_default(device: CaptureDevice) -> CaptureDevice:
    """Whatever is the server's default now, only ``default`` follows it when it changes."""
    return replace(device, is_default=False)


def _pipewire_sources() -> tuple[CaptureDevice, ...]:
    document = _ask("pw-dump")
    objects = document if isinstance(document, list) else []
    default = _pipewire_default(objects)
    sources = []
    for props in map(_props, objects):
        name = str(props.get("node.name", ""))
        if name and str(props.get("media.class", "")).startswith("Audio/Source"):
            description = str(props.get("node.description") or props.get("node.nick") or name)
            is_bluetooth = props.get("device.api") == "bluez5" or _is_bluez(name)
            sources.append(
                CaptureDevice(f"pipewire:NODE={name}", description, name == default, is_bluetooth)
            )
    return tuple(sources)


def _props(item: Any) -> Mapping[str, Any]:
    """The properties of one object of ``pw-dump``; empty where it has none."""
    info = item.get("info") if isinstance(item, dict) else None
    props = info.get("props") if isinstance(info, dict) else None
    return props if isinstance(props, dict) else {}


def _is_bluez(name: str) -> bool:
    """Whether a sound server's name of a source is one that BlueZ devices get."""
    return name.startswith(("bluez_input.", "bluez_source."))


def _pipewire_default(objects: Iterable[Any]) -> str:
    for item in objects:
        for entry in (item.get("metadata") or ()) if isinstance(item, dict) else ():
            if entry.get("key") == "default.audio.source":
                value = entry.get("value")
                return str(value.get("name", "")) if isinstance(value, dict) else ""
    return ""


def _pulse_sources() -> tuple[CaptureDevice, ...]:
    listed = _ask("pactl", "--format=json", "list", "sources")
    information = _ask("pactl", "--format=json", "info")
    default = information.get("default_source_name") if isinstance(information, dict) else None
    return tuple(
        CaptureDevice(
            f"pulse:DEVICE={s['name']}",
            s["description"],
            s["name"] == default,
            _is_bluez(s["name"]),
        )
        for s in (listed if isinstance(listed, list) else ())
        if isinstance(s, dict)
        and s.get("monitor_source") == ""  # a monitor records what the speakers play
    )


def _ask(*command: str) -> Any:
    """What a sound server's own tool answers in JSON; None where it does not."""
    program = shutil.which(command[0])
    if program is None:
        return None
    try:
        answer = subprocess.run(  # noqa: S603  # fixed arguments
            [program, *command[1:]],
            capture_output=True,
            timeout=_QUERY_TIMEOUT_S,
            check=True,
            stdin=subprocess.DEVNULL,
        )
        return json.loads(answer.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None  # no server, or one that speaks otherwise: the cards remain


def _cards(pcms: Iterable[str]) -> Iterable[CaptureDevice]:
    """Sound cards, once each; ``plughw`` opens one directly, whatever its format."""
    long_names = {
        identifier: alsaaudio.card_name(index)[1].strip()
        for index, identifier in zip(alsaaudio.card_indexes(), alsaaudio.cards(), strict=True)
    }
    for pcm in pcms:
        kind, _, arguments = pcm.partition(":")
        if kind != "plughw":
            continue
        values = dict(part.partition("=")[::2] for part in arguments.split(","))
        card, device = values.get("CARD", ""), values.get("DEV", "0")
        place = "" if device == "0" else f", {device}"
        yield CaptureDevice(pcm, f"{long_names.get(card, card)}{place}", is_default=False)
