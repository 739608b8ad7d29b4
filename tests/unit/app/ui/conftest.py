from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.ui.theme import Theme
from engine.paths import resources_dir


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    theme = Theme(qapp, resources_dir())
    theme.prefer(Qt.ColorScheme.Light)
    return theme
