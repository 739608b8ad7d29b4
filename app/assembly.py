"""Puts engine parts together as the settings say; no Qt, so that commands start fast."""

from __future__ import annotations

import dataclasses
import logging
from pathlib import Path

from engine import paths, settings
from engine.api import StreamingRecognizer
from engine.asr.engines import ALIASES
from engine.audio.source import AudioSource
from engine.settings import Settings
from engine.text.finals import FinalTextStages
from engine.text.hot_words import for_engines, hot_words_file, read_hot_words

_log = logging.getLogger("engine")

LANGUAGES = ("auto", "zh", "en", "yue", "ja", "ko")


def read_settings() -> Settings:
    """The user's settings; what is wrong in them is named in the log and left at its default."""
    path = paths.settings_file()
    values, problems = settings.load(path)
    for problem in problems:
        _log.warning("%s: %s: %s", path, problem.key or "not read", problem.detail)
    return values


def build_recognizer(
    values: Settings, *, engine: str = "", language: str = "", partials: bool = True
) -> StreamingRecognizer:
    """A recogniser that is not loaded yet.

    Args:
        values: the user's settings.
        engine: engine id or folder in place of the settings'.
        language: language in place of the settings'.
        partials: False where only finals are wanted.

    Raises:
        UnknownEngineError: no engine of this name.
        ModelMissingError: a file of the model is missing.
        ModelCorruptError: a file of the model has the wrong size.
    """
    recognition = values.recognition
    wanted = engine or recognition.engine
    if wanted in ALIASES:
        _log.warning(
            "%s stands for %s: published CosyVoice speaks and recognises nothing",
            wanted,
            ALIASES[wanted],
        )
    if language:
        recognition = dataclasses.replace(recognition, language=language)
    return StreamingRecognizer(
        wanted,
        recognition,
        partials=partials,
        on_final=build_text_stages(values),
        hotwords=engine_words(values),
    )


def engine_words(values: Settings) -> tuple[tuple[str, float], ...]:
    """The user's own words with their scores, for engines that listen for words."""
    if not values.text.words:
        return ()
    return for_engines(read_hot_words(hot_words_file()).words)


def build_text_stages(values: Settings) -> FinalTextStages:
    """What finals go through, as the settings say; what is wrong in their files is logged."""
    stages = FinalTextStages(values.text, values.recognition.script)
    for problem in stages.problems:
        _log.warning("%s", problem)
    return stages


def build_microphone(values: Settings, *, pcm: str = "") -> AudioSource:
    """The microphone, not opened yet.

    Args:
        values: the user's settings.
        pcm: ALSA pcm name in place of the settings'.
    """
    from engine.audio.alsa_source import AlsaSource  # noqa: PLC0415  # files need no libasound

    return AlsaSource(pcm or values.audio.device)


def build_file_source(path: Path, *, realtime: bool = False) -> AudioSource:
    """A recording, not opened yet."""
    from engine.audio.wav_source import WavSource  # noqa: PLC0415  # as above, for libsndfile

    return WavSource(path, realtime=realtime)
