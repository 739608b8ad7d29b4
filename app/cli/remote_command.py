"""What ``press``, ``release``, ``toggle`` and ``status`` share.

A desktop runs these at each press of a key, so nothing slow is imported: no logging, no argparse
where there are no options (see ``app.__main__``), no D-Bus library.
"""

from __future__ import annotations

import sys

from app.desktop.bus_call import BusCallError
from app.desktop.remote import ask, ask_or_start

DONE, COULD_NOT = 0, 1
NOT_RUNNING = "not running"


def request(member: str) -> int:
    """Calls a method of the program, starting it first where it does not run."""
    try:
        ask_or_start(member)
    except BusCallError as error:
        sys.stderr.write(f"cosyscribe: {_sentence(error)}\n")
        return COULD_NOT
    return DONE


def print_status() -> int:
    """Prints the program's state, one word, or that it does not run."""
    try:
        (state,) = ask("Status")
    except BusCallError as error:
        if not error.is_not_running:
            sys.stderr.write(f"cosyscribe: {_sentence(error)}\n")
            return COULD_NOT
        state = NOT_RUNNING
    sys.stdout.write(f"{state}\n")
    return DONE


def _sentence(error: BusCallError) -> str:
    if error.name:
        return f"the program does not answer ({error.name}): start cosyscribe anew."
    return f"{error}: run this in a desktop session."
