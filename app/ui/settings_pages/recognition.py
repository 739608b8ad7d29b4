"""The recogniser: which one, for which language, and when a sentence ends."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QDoubleSpinBox, QWidget

from app.ui.choice_box import ChoiceBox, LanguageBox
from app.ui.settings_pages.page import SettingsPage
from app.ui.theme import Theme
from engine.settings import Settings

_NAMES = {
    "whisper-base": "Whisper base",
    "x-asr": "X-ASR + SenseVoice",
    "paraformer-sensevoice": "Paraformer + SenseVoice",
    "fun-asr-nano": "X-ASR + Fun-ASR-Nano",
    "punct-ct-transformer-zh-en-vocab272727-2024-04-12-int8": "CT-Transformer (zh, en)",
    "online-punct-en-2024-08-06": "CNN-BiLSTM (en)",
}
"""What engines and punctuation models are called; these are names, in every language the same."""

_PUNCTUATOR_WORDS = ("auto", "off")


class RecognitionPage(SettingsPage):
    """``[recognition]`` of the settings.

    Threads: GUI.
    """

    def __init__(
        self,
        engines: tuple[str, ...],
        punctuators: tuple[str, ...],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        """``engines`` and ``punctuators`` are the ids to choose from."""
        super().__init__("", "speech", parent)
        self.title = self.tr("Recognition")
        self._engines = engines
        self._punctuators = punctuators
        self._engine = ChoiceBox(theme)
        self._language = LanguageBox(theme)
        self._script = ChoiceBox(theme)
        self._punctuator = ChoiceBox(theme)
        self._silence = QDoubleSpinBox(singleStep=0.1, decimals=1)
        self._silence.setRange(0.2, 5.0)
        self._silence.setSuffix(self.tr(" s"))
        self._add_rows()
        self._engine.chosen.connect(lambda engine: self._change(engine=engine))
        self._language.chosen.connect(lambda language: self._change(language=language))
        self._script.chosen.connect(lambda script: self._change(script=script))
        self._punctuator.chosen.connect(lambda model: self._change(punctuator=model))
        self._silence.valueChanged.connect(
            lambda seconds: self._change(trailing_silence_s=round(seconds, 1))
        )

    def _add_rows(self) -> None:
        self.add_row(
            self.tr("Speech &engine"),
            self._engine,
            self.tr("Runs on this computer; no sound leaves it."),
        )
        self.add_row(
            self.tr("Spoken &language"),
            self._language,
            self.tr("Naming the language you speak avoids mistakes in short sentences."),
        )
        self.add_row(self.tr("Chinese &characters"), self._script)
        self.add_row(
            self.tr("P&unctuation model"),
            self._punctuator,
            self.tr(
                "Sets marks where the engine writes none. “Automatic” takes one that is installed."
            ),
        )
        self.add_row(
            self.tr("&Pause that ends a sentence"),
            self._silence,
            self.tr("Shorter brings final text sooner; longer keeps slow speech together."),
        )

    def _show(self, settings: Settings) -> None:
        recognition = settings.recognition
        engines = self._engines
        if recognition.engine not in engines:  # a folder of the user's own
            engines = (*engines, recognition.engine)
        self._engine.set_choices(
            [(engine, _NAMES.get(engine, Path(engine).name)) for engine in engines],
            recognition.engine,
        )
        self._language.set_language(recognition.language)
        self._script.set_choices(
            [
                ("simplified", self.tr("Simplified")),
                ("traditional", self.tr("Traditional")),
                ("as-is", self.tr("As the engine writes them")),
            ],
            recognition.script,
        )
        self._show_punctuator(recognition.punctuator)
        with QSignalBlocker(self._silence):
            self._silence.setValue(recognition.trailing_silence_s)

    def _show_punctuator(self, chosen: str) -> None:
        models = [*self._punctuators]
        if chosen not in (*_PUNCTUATOR_WORDS, *models):  # gone, or a folder of the user's own
            models.append(chosen)
        self._punctuator.set_choices(
            [
                ("auto", self.tr("Automatic")),
                ("off", self.tr("None")),
                *((model, _NAMES.get(model, Path(model).name)) for model in models),
            ],
            chosen,
        )

    def _change(self, **values: Any) -> None:
        recognition = replace(self.settings.recognition, **values)
        self._tell(replace(self.settings, recognition=recognition))
