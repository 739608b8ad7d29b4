from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from app.ui.level_meter import LevelMeter, loudness
from app.ui.theme import LIGHT, Theme
from engine.types import Level


@pytest.fixture
def meter(qtbot: QtBot, theme: Theme) -> LevelMeter:
    meter = LevelMeter(theme)
    qtbot.addWidget(meter)
    meter.resize(200, meter.sizeHint().height())
    return meter


def color_at(meter: LevelMeter, share: float) -> QColor:
    return meter.grab().toImage().pixelColor(int(200 * share), 4)


@pytest.mark.parametrize(
    ("dbfs", "expected"), [(-120, 0.0), (-60, 0.0), (-30, 0.5), (0, 1.0), (3, 1.0)]
)
def test_scale_is_linear_in_decibels(dbfs: float, expected: float) -> None:
    assert loudness(dbfs) == pytest.approx(expected)


def test_bar_reaches_as_far_as_the_level(meter: LevelMeter) -> None:
    meter.set_level(Level(-30, -28, False))
    assert color_at(meter, 0.45) == QColor(LIGHT.meter_good)
    assert color_at(meter, 0.65) == QColor(LIGHT.meter_track)


def test_silence_is_an_empty_bar(meter: LevelMeter) -> None:
    meter.set_level(Level(-120, -120, False))
    assert color_at(meter, 0.05) == QColor(LIGHT.meter_track)


def test_loud_input_changes_the_color(meter: LevelMeter) -> None:
    meter.set_level(Level(-15, -5, False))
    assert color_at(meter, 0.4) == QColor(LIGHT.meter_high)
    meter.set_level(Level(-10, 0, True))
    assert color_at(meter, 0.4) == QColor(LIGHT.meter_over)


def test_overload_is_said_in_words_for_a_while(meter: LevelMeter) -> None:
    assert meter.accessibleName() == "Input level"
    meter.set_level(Level(-6, 0, True))
    assert meter.accessibleName() == "Too loud"
    for _ in range(15):
        meter.set_level(Level(-30, -20, False))
    assert meter.is_overloaded
    for _ in range(30):
        meter.set_level(Level(-30, -20, False))
    assert meter.accessibleName() == "Input level"


def test_bar_falls_back_slowly(meter: LevelMeter) -> None:
    meter.set_level(Level(-10, -10, False))
    meter.set_level(Level(-60, -60, False))
    assert color_at(meter, 0.7) != QColor(LIGHT.meter_track)
    for _ in range(60):
        meter.set_level(Level(-60, -60, False))
    assert color_at(meter, 0.7) == QColor(LIGHT.meter_track)


def test_reset_empties_the_bar(meter: LevelMeter) -> None:
    meter.set_level(Level(-6, 0, True))
    meter.reset()
    assert color_at(meter, 0.1) == QColor(LIGHT.meter_track)
    assert not meter.is_overloaded
