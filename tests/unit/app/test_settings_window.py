from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.bridge.device_list import DeviceList
from app.bridge.model_list import ModelList
from app.preferences import Preferences
from app.settings_window import SettingsWindow
from app.ui.settings_dialog import SettingsDialog
from app.ui.settings_pages.text import TextPage
from app.ui.theme import Theme
from engine.paths import resources_dir
from engine.settings import Settings, TextSettings, load


class Rig:
    def __init__(self, qtbot: QtBot, theme: Theme, pool: ThreadPoolExecutor, path: Path) -> None:
        self.path = path
        self.parent = QWidget()
        qtbot.addWidget(self.parent)
        self.preferences = Preferences(Settings(), path, pool)
        self.models = ModelList(str)
        devices = DeviceList(lambda: (), pool)
        self.window = SettingsWindow(self.preferences, devices, theme, self.models)

    def open(self) -> SettingsDialog:
        self.window.open(self.parent)
        found = [d for d in self.parent.findChildren(SettingsDialog) if d.isVisible()]
        assert len(found) == 1
        return found[0]


@pytest.fixture
def rig(qtbot: QtBot, qapp: object, tmp_path: Path) -> Iterator[Rig]:
    with ThreadPoolExecutor(1) as pool:
        theme = Theme(qapp, resources_dir())  # type: ignore[arg-type]  # pytest-qt's own type
        made = Rig(qtbot, theme, pool, tmp_path / "settings.toml")
        yield made
        made.models.close()


def text_page(dialog: SettingsDialog) -> TextPage:
    return next(page for page in dialog.pages if isinstance(page, TextPage))


def test_change_in_the_dialog_holds_and_is_kept(rig: Rig, qtbot: QtBot) -> None:
    dialog = rig.open()
    changed = Settings(text=TextSettings(numbers=False))
    text_page(dialog).edited.emit(changed)
    assert rig.preferences.settings == changed
    qtbot.waitUntil(lambda: rig.path.exists() and load(rig.path) == (changed, ()))


def test_change_made_elsewhere_shows_in_the_dialog(rig: Rig) -> None:
    dialog = rig.open()
    changed = Settings(text=TextSettings(rules=False))
    rig.preferences.change(changed)
    assert text_page(dialog).settings == changed


def test_second_request_brings_the_same_dialog_to_the_front(rig: Rig) -> None:
    assert rig.open() is rig.open()


def test_dialog_opens_again_after_it_was_closed(rig: Rig) -> None:
    rig.open().reject()
    assert rig.open().isVisible()
