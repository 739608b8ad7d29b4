"""The command ``cosyscribe``: arguments, logging, exit status.

Each sub-command is a module of ``app.cli`` with ``SUMMARY``, ``configure(parser)`` and
``run(args) -> int``; only the one that is asked for is imported.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import sys
from types import FrameType

COMMANDS = {
    "dictate": "speak, and see the words",
    "transcribe": "turn recordings into text",
    "normalize": "rewrite text the way people write",
    "models": "list recognition models, install, check, remove and add them",
    "devices": "list microphones",
    "bench": "measure recognition on this machine",
    "toggle": "start or stop dictating; for a desktop's keyboard shortcut",
    "press": "what pressing the dictation key does",
    "release": "what letting go of the dictation key does",
    "status": "what the running program does now",
    "doctor": "what works here, what does not, and what to do about it",
}
"""Sub-commands with their one-line help, in the order they are shown."""

AT_A_KEY_PRESS = frozenset({"toggle", "press", "release", "status"})
"""Run by a desktop at each press of a key: nothing is imported that they do not need."""

_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
"""Without any of these Qt ends the process without a word that helps."""

DONE, COULD_NOT, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130


def main(arguments: list[str] | None = None) -> int:
    """Runs a command and returns its exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    # Before numpy or a runtime is imported: decoder threads are counted by us (see engine.cores).
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        status = _dispatch(arguments)
        sys.stdout.flush()  # here, where a reader that has gone is no surprise
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone
        _drop_output()
        return COULD_NOT
    except Exception as error:  # noqa: BLE001  # top of the program: a sentence, no traceback
        return _report(error)


def _dispatch(arguments: list[str]) -> int:
    first = arguments[0] if arguments else ""
    if first in COMMANDS:
        return _run_command(first, arguments[1:])
    if first in ("-V", "--version"):
        sys.stdout.write(f"cosyscribe {version()}\n")
        return DONE
    if first in ("-h", "--help", "help"):
        sys.stdout.write(_help())
        return DONE
    if arguments == ["--background"]:
        return _show_window(is_behind=True)
    if arguments:
        sys.stderr.write(f"cosyscribe: there is no command {first}: see cosyscribe --help\n")
        return WRONG_USAGE
    return _show_window(is_behind=False)


def _show_window(*, is_behind: bool) -> int:
    from app.desktop import remote  # noqa: PLC0415  # for the window alone

    # Before Qt is loaded: one that runs already only has to come to the front.
    if remote.is_running() if is_behind else remote.show_running():
        return DONE
    if not any(os.environ.get(name) for name in _DISPLAYS):
        sys.stderr.write(
            "cosyscribe: there is no display for the window: use cosyscribe dictate, or run this"
            " in a desktop session\n"
        )
        return COULD_NOT
    from app import gui  # noqa: PLC0415  # Qt, as above

    return gui.main(is_behind=is_behind)


def _run_command(name: str, arguments: list[str]) -> int:
    if name in AT_A_KEY_PRESS and not arguments:
        quick: int = importlib.import_module(f"app.cli.{name}").run(None)
        return quick

    import argparse  # noqa: PLC0415  # 6 ms that --version need not pay

    from app import log  # noqa: PLC0415  # as above

    log.set_up()
    command = importlib.import_module(f"app.cli.{name}")
    parser = argparse.ArgumentParser(
        prog=f"cosyscribe {name}", description=command.__doc__, add_help=True
    )
    parser.add_argument("-V", "--version", action="version", version=f"cosyscribe {version()}")
    command.configure(parser)
    status: int = command.run(parser.parse_args(arguments))
    return status


def version() -> str:
    """The version, from the one place that says it."""
    from app import VERSION  # noqa: PLC0415  # beside the other lazy ones

    return VERSION


def _help() -> str:
    lines = [f"  {name:<12}{summary}\n" for name, summary in COMMANDS.items()]
    return (
        "usage: cosyscribe [COMMAND] [OPTIONS]\n\n"
        "Offline dictation: speak, and the text is where you type. Without a command the\n"
        "window opens.\n\n"
        "commands:\n"
        + "".join(lines)
        + "\noptions:\n  -h, --help    show this\n  -V, --version show the version\n"
        "  --background  start without the window, for the dictation key\n\n"
        "“cosyscribe COMMAND --help” explains a command.\n"
    )


def _drop_output() -> None:
    """Keeps the interpreter's own flush at exit from failing once more."""
    with contextlib.suppress(OSError):  # nothing to drop where there is no descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _report(error: Exception) -> int:
    from app import errors, log  # noqa: PLC0415  # only when something went wrong
    from engine.errors import EngineError  # noqa: PLC0415  # as above

    if isinstance(error, OSError):
        _drop_output()
    message = f"cosyscribe: {errors.present(error)}\n"
    if not isinstance(error, (EngineError, errors.UsageError, OSError)):
        report = log.write_report(error)
        message += f"The details are in {report}.\n" if report else ""
    sys.stderr.write(message)
    return WRONG_USAGE if isinstance(error, errors.UsageError) else COULD_NOT


if __name__ == "__main__":
    sys.exit(main())
