from __future__ import annotations

from pathlib import Path

import pytest

from app import assembly
from engine import paths
from engine.errors import UnknownEngineError
from engine.settings import Settings, TextSettings


def test_broken_setting_is_named_and_its_default_used(caplog: pytest.LogCaptureFixture) -> None:
    path = paths.settings_file()
    path.parent.mkdir(parents=True)
    path.write_text('[recognition]\nlanguage = "klingon"\ntrailing_silence_s = 1.0\n')
    values = assembly.read_settings()
    assert values.recognition.language == "auto"
    assert values.recognition.trailing_silence_s == 1.0
    assert "recognition.language" in caplog.text
    caplog.clear()


def test_engine_that_is_not_known_is_refused() -> None:
    with pytest.raises(UnknownEngineError):
        assembly.build_recognizer(Settings(), engine="no-such-engine")


def test_recording_is_not_opened_before_it_is_read(tmp_path: Path) -> None:
    assembly.build_file_source(tmp_path / "none.wav")


def test_words_reach_engines_unless_switched_off() -> None:
    path = paths.settings_file().with_name("hotwords.txt")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("Kubernetes | weight=2\n张伟明\n", encoding="utf-8")
    assert assembly.engine_words(Settings()) == (("Kubernetes", 3.0), ("张伟明", 1.5))
    assert assembly.engine_words(Settings(text=TextSettings(words=False))) == ()
