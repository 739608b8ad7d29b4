"""Try everything on this machine: what works, what does not, and the one thing to do about it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable

from app.assembly import read_settings
from app.doctor.finding import Check, Finding, State
from app.doctor.recognition import check_engine, check_microphone
from engine.settings import Settings

SUMMARY = "what works here, what does not, and what to do about it"


def _check_delivery(settings: Settings) -> Iterable[Finding]:
    from app.doctor import desktop  # noqa: PLC0415  # D-Bus and X11, which other commands need not

    return desktop.check_delivery(settings)


def _check_hotkeys(settings: Settings) -> Iterable[Finding]:
    from app.doctor import desktop  # noqa: PLC0415  # as above

    return desktop.check_hotkeys(settings)


def _check_keyring(settings: Settings) -> Iterable[Finding]:
    from app.doctor import store  # noqa: PLC0415  # as above

    return store.check_keyring(settings)


CHECKS: tuple[Check, ...] = (
    check_microphone,
    check_engine,
    _check_delivery,
    _check_hotkeys,
    _check_keyring,
)
"""In the order they are tried and shown."""

_MARKS = {State.WORKS: "✓", State.FAILS: "✗", State.UNKNOWN: "?"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("--json", action="store_true", help="as a JSON list")


def run(args: argparse.Namespace) -> int:
    """Tries everything; exit status 0 whatever it finds."""
    settings = read_settings()
    findings = [finding for check in CHECKS for finding in check(settings)]
    if args.json:
        entries = [_entry(finding) for finding in findings]
        sys.stdout.write(json.dumps(entries, ensure_ascii=False, indent=2) + "\n")
    else:
        sys.stdout.write("".join(map(_line, findings)))
    return 0


def _entry(finding: Finding) -> dict[str, str]:
    return {
        "id": finding.finding_id,
        "area": finding.area.value,
        "state": finding.state.value,
        "reason": finding.reason,
        "action": finding.action,
    }


def _line(finding: Finding) -> str:
    line = f"{_MARKS[finding.state]} {finding.finding_id:<12}{finding.reason}\n"
    return line + (f"  {'':<12}→ {finding.action}\n" if finding.action else "")
