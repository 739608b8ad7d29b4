from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
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


@pytest.mark.parametrize("part", ["words to wrap, ", "没有空格的中文文字，", "a😀", "x" * 50])
def test_newest_words_of_a_long_text_stand_on_two_lines(overlay: Overlay, part: str) -> None:
    overlay.show_content(OverlayContent(OverlayMood.LISTENING, part * 60 + "the end"))
    first, last = overlay.lines
    assert first.startswith("…")
    assert last.endswith("the end")
    room = overlay.width() - 2 * 14
    assert all(overlay.fontMetrics().horizontalAdvance(line) <= room for line in overlay.lines)


def test_no_half_of_a_word_is_left_of_a_long_text(overlay: Overlay) -> None:
    words = [f"word{n}" for n in range(100)]
    for count in range(30, 100):
        overlay.show_content(OverlayContent(OverlayMood.LISTENING, " ".join(words[:count])))
        shown = overlay.lines[0].removeprefix("…").split()
        assert set(shown) <= set(words)


def test_text_that_fits_two_lines_is_whole(overlay: Overlay) -> None:
    said = "Words that are just about too long for one line of the overlay, and no more"
    overlay.show_content(OverlayContent(OverlayMood.LISTENING, said))
    assert len(overlay.lines) == 2
    assert " ".join(overlay.lines) == said


def test_words_stay_in_their_lines_while_others_come(overlay: Overlay) -> None:
    said = "Words that are just about too long for one line of the overlay, and then"
    overlay.show_content(OverlayContent(OverlayMood.LISTENING, said))
    before = overlay.lines
    overlay.show_content(OverlayContent(OverlayMood.LISTENING, f"{said} some"))
    assert overlay.lines == (before[0], f"{before[1]} some")


def test_overlay_does_not_shrink_under_a_text_that_is_rewritten(overlay: Overlay) -> None:
    overlay.show_content(OverlayContent(OverlayMood.LISTENING, "hello"))
    low = overlay.height()
    overlay.show_content(OverlayContent(OverlayMood.LISTENING, "hello " * 20))
    tall = overlay.height()
    assert tall > low
    overlay.show_content(OverlayContent(OverlayMood.LISTENING, "hello"))
    assert overlay.height() == tall
    overlay.hide()
    overlay.show_content(OverlayContent(OverlayMood.LISTENING, "hello"))
    assert overlay.height() == low


def test_an_end_that_is_not_sure_has_a_mark_of_its_own(overlay: Overlay) -> None:
    looks = set()
    for mood in (OverlayMood.DONE, OverlayMood.UNSURE, OverlayMood.TROUBLE):
        overlay.show_content(OverlayContent(mood, "x"))
        overlay.resize(440, 50)
        mark = overlay.grab(QRect(0, 0, 40, 50)).toImage()
        alpha = mark.convertToFormat(QImage.Format.Format_Grayscale8)
        looks.add(bytes(alpha.constBits()))
    assert len(looks) == 3


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
