from __future__ import annotations

import argparse
from pathlib import Path

import command_line
import man_page
import pytest

from app.__main__ import COMMANDS

TEMPLATE = Path(__file__).parents[2] / "packaging/debian/cosyscribe.1.in"


@pytest.fixture(scope="module")
def page() -> str:
    return man_page.page(TEMPLATE.read_text(encoding="utf-8"), "1.2.3")


def test_every_command_has_its_place(page: str) -> None:
    assert man_page.MARK not in page
    for name in COMMANDS:
        assert f"cosyscribe {name}" in page


def test_every_option_is_explained(page: str) -> None:
    for _name, _summary, parser in command_line.sub_parsers(command_line.parser()):
        for action in command_line.arguments(parser):
            for option in action.option_strings:
                assert option.replace("-", "\\-") in page, option


def test_the_version_is_said(page: str) -> None:
    assert "CosyScribe 1.2.3" in page


def test_text_that_roff_would_take_for_a_request_is_protected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parser = argparse.ArgumentParser(add_help=False)
    command = parser.add_subparsers().add_parser("do", description=".so a\\b 'c'")
    command.add_argument("--file", help="100%% of it, default %(default)s", default="x")
    monkeypatch.setattr(command_line, "parser", lambda: parser)
    lines = man_page.page(man_page.MARK, "1").splitlines()
    assert "\\&.so a\\eb \\(aqc\\(aq." in lines
    assert "100% of it, default x." in lines
