from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.ui.overlay import Overlay, OverlayContent, OverlayMood
from app.ui.theme import Theme


@pytest.fixture
def overlay(qtbot: QtBot, theme: Theme) -> Overlay:
    made = Overlay(theme)
    qtbot.addWidget(made)
    return made


def pixels(overlay: Overlay) -> bytes:
    return bytes(overlay.grab().toImage().constBits())


def test_it_takes_neither_focus_nor_clicks(overlay: Overlay) -> None:
    flags = overlay.windowFlags()
    assert flags & Qt.WindowType.WindowDoesNotAcceptFocus
    assert flags & Qt.WindowType.WindowTransparentForInput
    assert overlay.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)


@pytest.mark.parametrize("mood", OverlayMood)
def test_every_mood_has_words_and_looks(overlay: Overlay, mood: OverlayMood) -> None:
    overlay.show_content(OverlayContent(mood))
    assert overlay.isVisible()
    assert overlay.accessibleName()
    assert not overlay.grab().isNull()


def test_it_stands_near_the_lower_edge_of_the_screen(overlay: Overlay) -> None:
    overlay.show_content(OverlayContent(OverlayMood.LISTENING))
    area = overlay.screen().availableGeometry()
    assert area.contains(overlay.geometry())
    assert overlay.geometry().center().y() > area.center().y()


def test_level_shows_while_listening_alone(overlay: Overlay) -> None:
    overlay.show_content(OverlayContent(OverlayMood.LISTENING, "hello"))
    quiet = pixels(overlay)
    overlay.set_level(-6.0)
    assert pixels(overlay) != quiet
    overlay.show_content(OverlayContent(OverlayMood.FINISHING, "hello"))
    finishing = pixels(overlay)
    overlay.set_level(-6.0)
    assert pixels(overlay) == finishing


def test_end_of_a_long_text_is_shown(overlay: Overlay) -> None:
    overlay.show_content(OverlayContent(OverlayMood.LISTENING, "好" * 200 + " the end"))
    before = pixels(overlay)
    overlay.show_content(OverlayContent(OverlayMood.LISTENING, "好" * 200 + " not it"))
    assert pixels(overlay) != before
    assert overlay.width() <= 440


@pytest.mark.parametrize("part", ["a word ", "没有把文字输入到那里。", "/folder/of/a/model"])
def test_trouble_shows_every_word(overlay: Overlay, part: str) -> None:
    overlay.show_content(OverlayContent(OverlayMood.TROUBLE, part * 24 + " end"))
    tall = overlay.height()
    before = pixels(overlay)
    overlay.show_content(OverlayContent(OverlayMood.TROUBLE, part * 24 + " and"))
    assert overlay.height() == tall
    assert pixels(overlay) != before


def test_overlay_is_small_again_after_trouble(overlay: Overlay) -> None:
    overlay.show_content(OverlayContent(OverlayMood.LISTENING))
    small = overlay.height()
    overlay.show_content(OverlayContent(OverlayMood.TROUBLE, "a word " * 40))
    assert overlay.height() > small
    overlay.show_content(OverlayContent(OverlayMood.LISTENING))
    assert overlay.height() == small
