from __future__ import annotations

import os
import wave
from pathlib import Path

import pytest

from app.cues import Cues
from app.push_to_talk import Phase, Progress

DICTATION = (Phase.WAITING, Phase.LISTENING, Phase.LISTENING, Phase.FINISHING, Phase.ENDED)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    player = tmp_path / "bin" / "paplay"
    player.parent.mkdir()
    player.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(player.parent))
    return tmp_path / "sounds"


def played(folder: Path, *, is_wanted: bool = True) -> list[tuple[str, str]]:
    heard: list[tuple[str, str]] = []
    cues = Cues(folder, lambda: is_wanted, lambda player, file: heard.append((player, file.name)))
    for _ in range(2):
        for phase in DICTATION:
            cues.take_progress(Progress(phase))
    return heard


def test_beginning_and_end_are_heard_once_each(folder: Path) -> None:
    assert played(folder) == [("paplay", "listening.wav"), ("paplay", "finishing.wav")] * 2
    with wave.open(str(folder / "listening.wav")) as sound:
        assert sound.getframerate() == 48_000
        assert 0.1 < sound.getnframes() / sound.getframerate() < 0.3
    assert folder.stat().st_mode & 0o777 == 0o700


def test_silence_where_it_is_not_wanted_or_not_possible(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played(folder, is_wanted=False) == []
    monkeypatch.setenv("PATH", str(folder))
    assert played(folder) == []


def test_full_disk_is_no_error(folder: Path) -> None:
    folder.parent.joinpath("file").touch()
    assert played(folder.parent / "file") == []
    assert os.environ["PATH"]
