from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QDoubleSpinBox

from app.ui.choice_box import ChoiceBox, LanguageBox
from app.ui.settings_pages.page import SettingsPage
from app.ui.settings_pages.recognition import RecognitionPage
from app.ui.theme import Theme
from engine.settings import RecognitionSettings, Settings

PUNCTUATOR = "online-punct-en-2024-08-06"

Follow = Callable[[SettingsPage], list[Settings]]


@pytest.fixture
def page(theme: Theme) -> RecognitionPage:
    return RecognitionPage(("whisper-base", "x-asr"), (PUNCTUATOR, "my-marks"), theme)


def box(page: RecognitionPage, name: str) -> ChoiceBox:
    return next(box for box in page.findChildren(ChoiceBox) if box.accessibleName() == name)


@pytest.mark.parametrize(
    ("name", "data", "changed"),
    [
        ("Speech engine", "x-asr", {"engine": "x-asr"}),
        ("Spoken language", "zh", {"language": "zh"}),
        ("Chinese characters", "traditional", {"script": "traditional"}),
        ("Punctuation model", "off", {"punctuator": "off"}),
        ("Punctuation model", PUNCTUATOR, {"punctuator": PUNCTUATOR}),
    ],
)
def test_choice_is_told(
    page: RecognitionPage, follow: Follow, name: str, data: str, changed: dict[str, Any]
) -> None:
    told = follow(page)
    chosen = box(page, name)
    chosen.setCurrentIndex(chosen.findData(data))
    chosen.activated.emit(chosen.currentIndex())
    assert told == [Settings(recognition=replace(RecognitionSettings(), **changed))]


def test_pause_is_told_as_it_is_shown(page: RecognitionPage, follow: Follow) -> None:
    told = follow(page)
    spin = page.findChildren(QDoubleSpinBox)[0]
    for _ in range(3):
        spin.stepUp()
    assert [values.recognition.trailing_silence_s for values in told] == [0.7, 0.8, 0.9]


def test_settings_are_shown_without_being_told(page: RecognitionPage, follow: Follow) -> None:
    told = follow(page)
    page.show_settings(
        Settings(recognition=RecognitionSettings(language="en", trailing_silence_s=1.5))
    )
    assert page.findChildren(LanguageBox)[0].currentData() == "en"
    assert page.findChildren(QDoubleSpinBox)[0].value() == 1.5
    assert told == []


def test_engine_in_a_folder_of_the_users_is_shown_by_its_name(
    page: RecognitionPage, follow: Follow
) -> None:
    follow(page)
    page.show_settings(Settings(recognition=RecognitionSettings(engine="/home/me/my-model")))
    assert box(page, "Speech engine").currentText() == "my-model"


def test_punctuation_model_that_is_gone_is_shown_by_its_name(
    page: RecognitionPage, follow: Follow
) -> None:
    follow(page)
    chosen = box(page, "Punctuation model")
    assert chosen.currentText() == "Automatic"
    page.show_settings(Settings(recognition=RecognitionSettings(punctuator="/home/me/gone")))
    assert chosen.currentText() == "gone"
    labels = [chosen.itemText(at) for at in range(chosen.count())]
    assert labels == ["Automatic", "None", "CNN-BiLSTM (en)", "my-marks", "gone"]
