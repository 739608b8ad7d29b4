"""List the microphones there are, under the names that --pcm takes."""

from __future__ import annotations

import argparse
import json
import sys

from engine.audio.devices import list_capture_devices
from engine.errors import DeviceUnavailableError, DeviceUnavailableReason
from engine.types import CaptureDevice

SUMMARY = "list microphones"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("--json", action="store_true", help="as a JSON list")


def run(args: argparse.Namespace) -> int:
    """Lists them; exit status 1 where there is none."""
    devices = list_capture_devices()
    if args.json:
        entries = [_entry(device) for device in devices]
        sys.stdout.write(json.dumps(entries, ensure_ascii=False, indent=2) + "\n")
        return 0
    if not devices:
        raise DeviceUnavailableError("default", DeviceUnavailableReason.NONE_FOUND)
    width = max(len(device.name) for device in devices)
    for device in devices:
        sys.stdout.write(f"{device.name:<{width}}  {_words(device)}".rstrip() + "\n")
    return 0


def _entry(device: CaptureDevice) -> dict[str, object]:
    return {
        "name": device.name,
        "description": device.description,
        "default": device.is_default,
    }


def _words(device: CaptureDevice) -> str:
    if not device.is_default:
        return device.description
    return f"the desktop's microphone, now {device.description}" * bool(device.description)
