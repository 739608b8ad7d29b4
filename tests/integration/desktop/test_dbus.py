"""What docs/dbus.md tells other programs to call, called on the real program."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.helpers.desktop.x_desktop import ROOT, XDesktop, wait_for

pytestmark = pytest.mark.desktop

NAME, PATH = "org.cosyscribe.CosyScribe", "/org/cosyscribe/CosyScribe"
PAGE = (ROOT / "docs/dbus.md").read_text(encoding="utf-8")
METHODS = sorted({*re.findall(rf"-m {re.escape(NAME)}\.(\w+)", PAGE), "Release"})
SIGNALS = set(re.findall(r"^\| `(\w+)\(s\)` \|", PAGE, re.MULTILINE))


@pytest.fixture(scope="module")
def program(plain_desktop: XDesktop) -> Iterator[XDesktop]:
    env = plain_desktop.env | {"QT_QPA_PLATFORM": "xcb"}
    env["COSYSCRIBE_MODELS"] = os.environ.get("COSYSCRIBE_MODELS", "")
    process = plain_desktop.processes.start([sys.executable, "-m", "app", "--background"], env)
    wait_for(lambda: call(plain_desktop, "Status").returncode == 0, 60, "the program")
    yield plain_desktop
    plain_desktop.processes.stop(process)


def call(desktop: XDesktop, method: str) -> subprocess.CompletedProcess[str]:
    line = f"gdbus call -e -d {NAME} -o {PATH} -m {NAME}.{method}"
    return desktop.run(*line.split(), check=False)


@pytest.mark.parametrize("method", METHODS)
def test_each_line_of_the_page_is_answered(program: XDesktop, method: str) -> None:
    done = call(program, method)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("('" if method == "Status" else "()")


def test_page_names_all_there_is(program: XDesktop) -> None:
    line = f"gdbus introspect -e -d {NAME} -o {PATH}"
    found = program.run(*line.split()).stdout
    ours = found[found.index(f"interface {NAME} ") :].partition("\n  };")[0]
    methods, _, signals = ours.partition("signals:")
    assert set(re.findall(r"^ {6}(\w+)\(", methods, re.MULTILINE)) == {*METHODS}
    assert set(re.findall(r"^ {6}(\w+)\(", signals, re.MULTILINE)) == SIGNALS
