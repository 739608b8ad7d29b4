"""Do what letting go of the dictation key does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.remote_command import request

if TYPE_CHECKING:
    import argparse  # 9 ms that pressing a key need not pay

SUMMARY = "what letting go of the dictation key does"


def configure(parser: argparse.ArgumentParser) -> None:
    """Takes no options."""
    del parser


def run(args: argparse.Namespace | None) -> int:
    """Makes the call."""
    del args
    return request("Release")
