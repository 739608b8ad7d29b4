"""Start dictating, or stop; for a desktop's keyboard shortcut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.remote_command import request

if TYPE_CHECKING:
    import argparse  # 9 ms that pressing a key need not pay

SUMMARY = "start or stop dictating; for a desktop's keyboard shortcut"


def configure(parser: argparse.ArgumentParser) -> None:
    """Takes no options."""
    del parser


def run(args: argparse.Namespace | None) -> int:
    """Makes the call."""
    del args
    return request("Toggle")
