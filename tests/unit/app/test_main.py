from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app import VERSION
from app.__main__ import COMMANDS, main

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[3]


def test_version_is_that_of_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"cosyscribe {project['version']}\n"
    assert project["version"] == VERSION


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(command in out for command in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert COMMANDS[name] == importlib.import_module(f"app.cli.{name}").SUMMARY
    with pytest.raises(SystemExit) as exit_:
        main([name, "--help"])
    assert exit_.value.code == 0
    assert f"usage: cosyscribe {name}" in capsys.readouterr().out


def test_unknown_command_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dictat"]) == 2
    assert "no command dictat" in capsys.readouterr().err


def test_a_mistake_of_ours_leaves_a_report_and_no_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_arguments: object) -> int:
        raise KeyError("inside")

    monkeypatch.setattr("app.cli.devices.run", broken)
    assert main(["devices"]) == 1
    err = capsys.readouterr().err
    assert "CosyScribe made a mistake" in err
    assert "Traceback" not in err
    report = Path(err.split("The details are in ")[1].strip().rstrip("."))
    assert "KeyError" in report.read_text()


def test_commands_run_without_qt_and_version_without_numpy() -> None:
    script = (
        "import sys; from app.__main__ import main; main(['--version']);"
        "assert 'numpy' not in sys.modules and 'argparse' not in sys.modules;"
        "import app.cli.dictate, app.cli.transcribe, app.cli.doctor, app.cli.devices;"
        "assert not any(m.startswith('PySide6') for m in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT, capture_output=True)


def test_reader_that_has_gone_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "app", "--help"]
    with os.fdopen(writer, "w") as gone:
        done = subprocess.run(
            command, cwd=ROOT, stdout=gone, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.stderr == ""
    assert done.returncode == 1


def test_full_disk_behind_standard_output_is_one_sentence() -> None:
    command = [sys.executable, "-m", "app", "--help"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert "No space left" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "asks"), [([], "show_running"), (["--background"], "is_running")]
)
def test_program_that_runs_already_is_not_started_again(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], asks: str
) -> None:
    asked: list[str] = []

    def answer(name: str) -> bool:
        asked.append(name)
        return True

    for name in ("show_running", "is_running"):
        monkeypatch.setattr(f"app.desktop.remote.{name}", lambda name=name: answer(name))
    assert main(arguments) == 0
    assert asked == [asks]


@pytest.mark.parametrize("arguments", [[], ["--background"]])
def test_without_a_display_one_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "DBUS_SESSION_BUS_ADDRESS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/nowhere")
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert "no display" in error
    assert len(error.splitlines()) == 1
