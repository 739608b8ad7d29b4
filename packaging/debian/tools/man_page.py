#!/usr/bin/python3
"""Writes the manual page: the template's words, and the commands as their parsers describe them.

Usage: man_page.py TEMPLATE FILE   (the packages app and engine on PYTHONPATH)
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import command_line

MARK = '.\\" COMMANDS\n'


def page(template: str, version: str) -> str:
    """The page in the man macros of roff."""
    commands = "\n".join(_commands(command_line.parser(), "cosyscribe"))
    return template.replace("@VERSION@", version).replace(MARK, commands + "\n")


def _commands(of: argparse.ArgumentParser, prefix: str) -> Iterator[str]:
    for name, summary, parser in command_line.sub_parsers(of):
        full = f"{prefix} {name}"
        if any(command_line.sub_parsers(parser)):
            yield from _commands(parser, full)
            continue
        yield from (".SS", f".B {_escaped(full)}", *_synopsis(parser))
        yield "\n.PP\n".join(_paragraphs(parser.description or summary))
        for action in command_line.arguments(parser):
            yield from (".TP", _label(action), _escaped(_help(action)))


def _paragraphs(text: str) -> Iterator[str]:
    """A command's docstring; an action of a command has one line of help only."""
    for paragraph in text.strip().split("\n\n"):
        yield _escaped(_sentence(paragraph.strip()))


def _synopsis(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in sorted(command_line.arguments(parser), key=lambda a: not a.option_strings):
        if action.option_strings:
            value = "" if action.nargs == 0 else f" \\fI{_value(action)}\\fR"
            yield f"[\\fB{_escaped(action.option_strings[-1])}\\fR{value}]"
        else:
            dots = " ..." if action.nargs in ("+", "*") else ""
            value = f"\\fI{_value(action)}\\fR{dots}"
            yield f"[{value}]" if action.nargs in ("?", "*") else value
    yield ".br"


def _label(action: argparse.Action) -> str:
    if not action.option_strings:
        return f"\\fI{_value(action)}\\fR"
    names = ", ".join(f"\\fB{_escaped(name)}\\fR" for name in action.option_strings)
    return names if action.nargs == 0 else f"{names} \\fI{_value(action)}\\fR"


def _value(action: argparse.Action) -> str:
    if action.choices is not None:
        return _escaped("|".join(map(str, action.choices)))
    metavar = action.metavar if isinstance(action.metavar, str) else None
    return _escaped(metavar or action.dest.upper())


def _help(action: argparse.Action) -> str:
    text = (action.help or "").replace("%%", "%")
    if "%(default)s" in text:
        text = text.replace("%(default)s", str(action.default))
    return _sentence(text)


def _sentence(text: str) -> str:
    """Help lines begin small and end without a stop; a manual has sentences."""
    text = text[:1].upper() + text[1:]
    return text if not text or text.endswith((".", "!", "?")) else text + "."


def _escaped(text: str) -> str:
    """Text that roff takes for nothing else, one line."""
    text = " ".join(text.split())
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    text = text.replace("“", "\\(lq").replace("”", "\\(rq").replace("…", "...")
    return "\\&" + text if text.startswith(".") else text


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: man_page.py TEMPLATE FILE")
    from app import VERSION  # noqa: PLC0415  # usage needs no program

    template, file = map(Path, sys.argv[1:])
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page(template.read_text(encoding="utf-8"), VERSION), encoding="utf-8")


if __name__ == "__main__":
    main()
