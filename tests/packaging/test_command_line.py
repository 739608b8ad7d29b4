from __future__ import annotations

import argparse

import command_line

from app.__main__ import COMMANDS


def test_every_command_is_there_with_its_one_line_help() -> None:
    found = {name: summary for name, summary, _ in command_line.sub_parsers(command_line.parser())}
    assert found == COMMANDS


def test_arguments_leave_out_help_and_sub_commands() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--loud", action="store_true")
    parser.add_subparsers().add_parser("do")
    assert [action.dest for action in command_line.arguments(parser)] == ["loud"]
