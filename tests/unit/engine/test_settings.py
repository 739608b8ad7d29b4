from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine import settings
from engine.settings import AudioSettings, RecognitionSettings, Settings


def load(path: Path, text: str) -> tuple[Settings, list[str]]:
    path.write_text(text, encoding="utf-8")
    values, problems = settings.load(path)
    return values, [problem.key for problem in problems]


def test_missing_file_means_defaults(tmp_path: Path) -> None:
    assert settings.load(tmp_path / "none.toml") == (Settings(), ())


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("device = 3", "audio.device"),
        ("keep_ready = 1", "audio.keep_ready"),
        ("volume = 3", "audio.volume"),
    ],
)
def test_wrong_value_costs_only_its_key(tmp_path: Path, line: str, key: str) -> None:
    text = f'[audio]\n{line}\n[recognition]\nlanguage = "zh"\n'
    values, problems = load(tmp_path / "s.toml", text)
    assert problems == [key]
    assert values.audio == AudioSettings()
    assert values.recognition.language == "zh"


@pytest.mark.parametrize("text", ["audio = 1", "[recognition]\ntrailing_silence_s = 99"])
def test_value_out_of_range_is_named(tmp_path: Path, text: str) -> None:
    values, problems = load(tmp_path / "s.toml", text)
    assert values == Settings()
    assert len(problems) == 1


@pytest.mark.parametrize("content", [b"[audio", b"\xff\xfe"])
def test_unreadable_file_means_defaults_and_one_problem(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "s.toml").write_bytes(content)
    values, problems = settings.load(tmp_path / "s.toml")
    assert values == Settings()
    assert [problem.key for problem in problems] == [""]


def test_saved_settings_are_read_back(tmp_path: Path) -> None:
    values = Settings(AudioSettings("hw:1"), RecognitionSettings(language="en"))
    settings.save(values, tmp_path / "new" / "s.toml")
    assert settings.load(tmp_path / "new" / "s.toml") == (values, ())


def test_saving_keeps_comments_and_unknown_keys(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text('# mine\n[audio]\ndevice = "hw:1" # desk\nlater = 1\n')
    values, _ = settings.load(path)
    settings.save(replace(values, recognition=RecognitionSettings(language="zh")), path)
    text = path.read_text()
    assert "# mine" in text
    assert "# desk" in text
    assert "later = 1" in text
    assert 'language = "zh"' in text


def test_default_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text('[audio]\ndevice = "hw:1"\n')
    settings.save(Settings(), path)
    assert "device" not in path.read_text()
