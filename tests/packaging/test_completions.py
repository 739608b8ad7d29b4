from __future__ import annotations

import argparse
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import command_line
import completions
import pytest

from app.__main__ import COMMANDS


@pytest.fixture(scope="module")
def bash_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("completions") / "cosyscribe"
    file.write_text(completions.complete("bash"), encoding="utf-8")
    return file


def completed(file: Path, *words: str) -> list[str]:
    """What bash offers for the last of the words after ``cosyscribe``."""
    line = ["cosyscribe", *words]
    script = (
        f"source {file}; COMP_WORDS=({' '.join(map(repr, line))}); COMP_CWORD={len(line) - 1}; "
        '$(complete -p cosyscribe | sed -E "s/.*-F ([^ ]+).*/\\1/") cosyscribe; '
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    bash = subprocess.run(["bash", "-c", script], check=True, capture_output=True, text=True)
    return bash.stdout.split()


def test_bash_offers_every_command(bash_file: Path) -> None:
    assert set(COMMANDS) <= set(completed(bash_file, ""))


def test_bash_completes_a_command_and_its_options(bash_file: Path) -> None:
    assert completed(bash_file, "trans") == ["transcribe"]
    assert completed(bash_file, "transcribe", "--out-") == ["--out-dir"]
    assert "srt" in completed(bash_file, "transcribe", "--format", "")


def test_bash_offers_recordings_where_files_are_wanted(
    bash_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lecture.flac").touch()
    monkeypatch.chdir(tmp_path)
    assert completed(bash_file, "transcribe", "lec") == ["lecture.flac"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_read_their_file(shell: str, tmp_path: Path) -> None:
    text = completions.complete(shell)
    assert all(command in text for command in COMMANDS)
    if shutil.which(shell):
        file = tmp_path / "file"
        file.write_text(text, encoding="utf-8")
        subprocess.run([shell, "-n", str(file)], check=True)


def every_option(of: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    """Name of each command of the program with each of its long options."""
    for name, _summary, parser in command_line.sub_parsers(of):
        for action in command_line.arguments(parser):
            yield from ((name, option) for option in action.option_strings if option[1] == "-")
        yield from every_option(parser)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_option_of_the_parsers_is_offered(shell: str) -> None:
    text = completions.complete(shell)
    options = list(every_option(command_line.parser()))
    assert len(options) > 20
    written = {
        option: option.removeprefix("--" if shell == "fish" else "") for _, option in options
    }
    assert not [
        pair for pair in options if not re.search(rf"(?<!\w){written[pair[1]]}(?![\w-])", text)
    ]


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
def test_fish_completes_a_command_and_its_options(tmp_path: Path) -> None:
    file = tmp_path / "cosyscribe.fish"
    file.write_text(completions.complete("fish"), encoding="utf-8")

    def offered(line: str) -> list[str]:
        script = f"source {file}; complete -C '{line}'"
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
        fish = subprocess.run(
            ["fish", "-c", script], env=environment, check=True, capture_output=True, text=True
        )
        return [line.split("\t")[0] for line in fish.stdout.splitlines()]

    assert "transcribe" in offered("cosyscribe trans")
    assert "--out-dir" in offered("cosyscribe transcribe --out-")
    assert "--out-dir" not in offered("cosyscribe devices --out-")
