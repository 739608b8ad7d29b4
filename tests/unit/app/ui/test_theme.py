from __future__ import annotations

import math
import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.theme import DARK, LIGHT, Colors, Theme, with_high_contrast

SCHEMES = {
    "light": LIGHT,
    "dark": DARK,
    "light, high contrast": with_high_contrast(LIGHT),
    "dark, high contrast": with_high_contrast(DARK),
}
TEXT = [
    ("text", "window"),
    ("text", "page"),
    ("text", "hover"),
    ("text", "pressed"),
    ("muted", "window"),
    ("muted", "page"),
    ("on_accent", "accent"),
    ("text", "error_ground"),
    ("text", "info_ground"),
    ("error_mark", "error_ground"),
    ("info_mark", "info_ground"),
    ("meter_over", "window"),
]
MARKS = [
    ("accent", "window"),
    ("accent", "page"),
    ("recording", "window"),
    ("on_recording", "recording"),
    ("meter_high", "window"),
    ("meter_good", "meter_track"),
    ("meter_high", "meter_track"),
    ("meter_over", "meter_track"),
    ("error_mark", "error_ground"),
    ("info_mark", "info_ground"),
]


def luminance(color: str) -> float:
    """https://www.w3.org/TR/WCAG21/#dfn-relative-luminance"""
    parsed = QColor(color)
    linear = [
        part / 12.92 if part <= 0.04045 else math.pow((part + 0.055) / 1.055, 2.4)
        for part in (parsed.redF(), parsed.greenF(), parsed.blueF())
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_computed_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("ink", "ground"), TEXT)
def test_text_can_be_read(scheme: str, ink: str, ground: str) -> None:
    colors = SCHEMES[scheme]
    assert contrast(getattr(colors, ink), getattr(colors, ground)) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("mark", "ground"), MARKS)
def test_marks_can_be_seen(scheme: str, mark: str, ground: str) -> None:
    colors = SCHEMES[scheme]
    assert contrast(getattr(colors, mark), getattr(colors, ground)) >= 3


def test_desktops_word_changes_the_palette_at_once(
    qapp: QApplication, theme: Theme, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(theme.changed):
        theme.prefer(Qt.ColorScheme.Dark)
    assert theme.colors == DARK
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(DARK.window)
    assert DARK.page in qapp.styleSheet()
    theme.prefer(Qt.ColorScheme.Light)
    assert theme.colors == LIGHT


def test_same_word_again_redraws_nothing(theme: Theme, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(theme.changed):
        theme.prefer(Qt.ColorScheme.Light)


def test_no_color_is_left_out_of_the_style_sheet(qapp: QApplication, theme: Theme) -> None:
    assert "$" not in qapp.styleSheet()


@pytest.mark.parametrize("scheme", [Qt.ColorScheme.Light, Qt.ColorScheme.Dark])
def test_every_image_of_the_style_sheet_exists(
    qapp: QApplication, theme: Theme, scheme: Qt.ColorScheme
) -> None:
    theme.prefer(scheme)
    images = re.findall(r'url\("([^"]*)"\)', qapp.styleSheet())
    assert images
    assert [image for image in images if not Path(image).is_file()] == []


def test_han_characters_have_a_simplified_face_first(qapp: QApplication, theme: Theme) -> None:
    families = qapp.font().families()
    assert "Noto Sans CJK SC" in families[1:]
    assert families.count("Noto Sans CJK SC") == 1


def test_icon_is_drawn_in_its_color_at_the_screens_ratio(theme: Theme) -> None:
    pixmap = theme.pixmap("stop", "#ff0000", 16, 2.0)
    assert pixmap.width() == 32
    assert pixmap.devicePixelRatio() == 2.0
    assert pixmap.toImage().pixelColor(16, 16) == QColor("#ff0000")


def test_gap_leaves_room_beside_the_icon(theme: Theme) -> None:
    pixmap = theme.pixmap("stop", "#ff0000", 16, 1.0, gap=4)
    assert (pixmap.width(), pixmap.height()) == (20, 16)
    assert pixmap.toImage().pixelColor(18, 8).alpha() == 0


def test_fonts_keep_the_scale(theme: Theme, qapp: QApplication) -> None:
    assert theme.font(2.0).pointSizeF() == pytest.approx(2 * qapp.font().pointSizeF())


def test_colors_are_all_whole(theme: Theme) -> None:
    for colors in (LIGHT, DARK):
        assert isinstance(colors, Colors)
        for name in Colors.__slots__:
            assert QColor(getattr(colors, name)).isValid(), name
