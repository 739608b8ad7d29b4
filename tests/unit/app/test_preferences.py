from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.preferences import Preferences
from engine.settings import AudioSettings, Settings, load


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def device(name: str) -> Settings:
    return Settings(audio=AudioSettings(device=name))


def test_change_is_told_and_kept(qtbot: QtBot, pool: ThreadPoolExecutor, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    preferences = Preferences(Settings(), path, pool)
    with qtbot.waitSignal(preferences.changed) as told:
        preferences.change(device("usb"))
    assert told.args == [device("usb")]
    qtbot.waitUntil(lambda: load(path)[0] == device("usb"))


def test_no_change_is_not_told(qtbot: QtBot, pool: ThreadPoolExecutor, tmp_path: Path) -> None:
    preferences = Preferences(Settings(), tmp_path / "settings.toml", pool)
    with qtbot.assertNotEmitted(preferences.changed):
        preferences.change(Settings())


def test_last_of_many_changes_is_the_one_kept(
    qtbot: QtBot, pool: ThreadPoolExecutor, tmp_path: Path
) -> None:
    may_save = threading.Event()
    saved: list[Settings] = []

    def save(settings: Settings, path: Path) -> None:
        assert may_save.wait(30)
        saved.append(settings)

    preferences = Preferences(Settings(), tmp_path / "settings.toml", pool, save)
    for name in ("a", "b", "c"):
        preferences.change(device(name))
    may_save.set()
    qtbot.waitUntil(lambda: len(saved) == 2)
    assert saved == [device("a"), device("c")]


def test_failure_to_keep_is_told_and_the_change_holds(
    qtbot: QtBot, pool: ThreadPoolExecutor, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    preferences = Preferences(Settings(), tmp_path / "file" / "settings.toml", pool)
    with qtbot.waitSignal(preferences.save_failed) as told:
        preferences.change(device("usb"))
    assert isinstance(told.args[0], OSError)
    assert preferences.settings == device("usb")
