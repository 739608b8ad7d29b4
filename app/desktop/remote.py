"""Speaking to the running program, and starting it where it does not run."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from app.desktop.bus_call import BusCallError, SessionBus

NAME = "org.cosyscribe.CosyScribe"
PATH = "/org/cosyscribe/CosyScribe"
START_TIMEOUT_S = 30.0


def ask(member: str, environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """Calls a method of the running program.

    Raises:
        BusCallError: it does not run, or there is no session bus.
    """
    with SessionBus(environ, START_TIMEOUT_S) as bus:
        return bus.call(NAME, PATH, NAME, member)


def ask_or_start(member: str, environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """As ``ask``, but starts the program first where it does not run.

    Raises:
        BusCallError: it did not start in time, or there is no session bus.
    """
    with SessionBus(environ, START_TIMEOUT_S) as bus:
        try:
            return bus.call(NAME, PATH, NAME, member)
        except BusCallError as error:
            if not error.is_not_running:
                raise
        bus.watch_name(NAME)
        _start(environ)
        bus.wait_for_name(NAME)
        return bus.call(NAME, PATH, NAME, member)


def show_running(environ: Mapping[str, str] = os.environ) -> bool:
    """Raises the window of the program that runs already; False where none does."""
    try:
        ask("Show", environ)
    except BusCallError:
        return False
    return True


def is_running(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the program runs in this session."""
    try:
        ask("Status", environ)
    except BusCallError:
        return False
    return True


def _start(environ: Mapping[str, str]) -> None:
    import subprocess  # noqa: PLC0415  # 20 ms, for a cold start alone

    subprocess.Popen(  # noqa: S603  # our own program
        command("--background"),
        env=dict(environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def command(*arguments: str) -> list[str]:
    """The command line that runs this very program."""
    program = sys.argv[0]
    if os.path.basename(program) == "__main__.py" or not os.access(program, os.X_OK):  # noqa: PTH119
        return [sys.executable, "-m", "app", *arguments]
    return [os.path.abspath(program), *arguments]  # noqa: PTH100  # pathlib takes 5 ms to import
