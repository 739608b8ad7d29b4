from __future__ import annotations

from pathlib import Path

import pytest

from engine import paths


def test_places_follow_xdg(private_home: Path) -> None:
    assert paths.settings_file() == private_home / "config/cosyscribe/settings.toml"
    assert paths.models_dir() == private_home / "data/cosyscribe/models"


def test_added_model_folders_come_after_the_user_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", "/one::/two words")
    first, *added, last = paths.model_search_path()
    assert first == paths.models_dir()
    assert added == [Path("/one"), Path("/two words")]
    assert last == Path("/usr/share/cosyscribe/models")


def test_resources_are_shipped() -> None:
    assert (paths.resources_dir() / "icons").is_dir()
