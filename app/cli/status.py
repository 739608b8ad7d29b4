"""Print what the program does now: idle, loading, opening, listening, finishing, failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.remote_command import print_status

if TYPE_CHECKING:
    import argparse  # 9 ms that pressing a key need not pay

SUMMARY = "what the running program does now"


def configure(parser: argparse.ArgumentParser) -> None:
    """Takes no options."""
    del parser


def run(args: argparse.Namespace | None) -> int:
    """Asks; a program that does not run is not started."""
    del args
    return print_status()
