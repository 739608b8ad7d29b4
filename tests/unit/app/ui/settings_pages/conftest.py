from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from app.ui.settings_pages.page import SettingsPage
from engine.settings import Settings

Told = list[Settings]


@pytest.fixture
def follow(qtbot: QtBot) -> Callable[[SettingsPage], Told]:
    """Shows a page the defaults and collects what it tells."""

    def show(page: SettingsPage) -> Told:
        qtbot.addWidget(page)
        told: Told = []
        page.show_settings(Settings())
        page.edited.connect(told.append)
        return told

    return show
