from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

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
