"""The command line as one argument parser, from the parsers that the program itself uses."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator

from app.__main__ import COMMANDS


def parser() -> argparse.ArgumentParser:
    """The command with all its sub-commands.

    The program builds only the parser of the sub-command that it is given, for speed.
    """
    root = argparse.ArgumentParser(prog="cosyscribe", add_help=False)
    root.add_argument("-h", "--help", action="store_true", help="show the commands")
    root.add_argument("-V", "--version", action="store_true", help="show the version")
    commands = root.add_subparsers(metavar="COMMAND")
    for name, summary in COMMANDS.items():
        module = importlib.import_module(f"app.cli.{name.replace('-', '_')}")
        command = commands.add_parser(name, help=summary, description=module.__doc__)
        if hasattr(module, "configure"):
            module.configure(command)
    return root


def sub_parsers(
    of: argparse.ArgumentParser,
) -> Iterator[tuple[str, str, argparse.ArgumentParser]]:
    """Name, one-line help and parser of each direct sub-command."""
    for action in of._actions:  # argparse offers no other way
        if isinstance(action, argparse._SubParsersAction):  # as above
            summaries = {
                choice.dest: choice.help or "" for choice in action._choices_actions
            }  # as above
            for name, sub_parser in action.choices.items():
                yield name, summaries.get(name, ""), sub_parser


def arguments(of: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Options and positional arguments, --help and sub-commands left out."""
    for action in of._actions:  # argparse offers no other way
        if not isinstance(action, (argparse._SubParsersAction, argparse._HelpAction)):  # as above
            yield action
