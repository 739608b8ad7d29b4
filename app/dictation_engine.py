"""The real recognisers and sessions behind the controller."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable

from app.assembly import build_text_stages, engine_words
from app.bridge.controller import DictationChoice
from app.bridge.session_bridge import SessionBridge
from engine.api import StreamingRecognizer
from engine.audio.source import AudioSource
from engine.errors import EngineError
from engine.session import Session
from engine.settings import Settings

ReadSettings = Callable[[], Settings]
"""The settings as they are now."""

OpenSource = Callable[[str], AudioSource]
"""ALSA pcm name to a source that is not opened yet."""

OnNoMarks = Callable[[EngineError], None]
"""Hears why finals stay without marks, on any thread."""


class ModelLoader:
    """Loads models as the settings say at the time.

    Threads: called on the pool.
    """

    def __init__(
        self, settings: ReadSettings, open_source: OpenSource, on_no_marks: OnNoMarks
    ) -> None:
        self._settings = settings
        self._open_source = open_source
        self._on_no_marks = on_no_marks

    def __call__(self, engine: str) -> SessionMaker:
        """Loads a model; see ``LoadModel``."""
        settings = self._settings()
        recognizer = StreamingRecognizer(
            engine,
            settings.recognition,
            on_final=build_text_stages(settings),
            hotwords=engine_words(settings),
            on_no_marks=self._on_no_marks,
        )
        recognizer.load()
        return SessionMaker(recognizer, self._settings, self._open_source)


class SessionMaker:
    """A loaded model, and the sessions it serves.

    Threads: GUI; ``switch`` and ``refresh`` on the pool.
    """

    def __init__(
        self, recognizer: StreamingRecognizer, settings: ReadSettings, open_source: OpenSource
    ) -> None:
        self._recognizer = recognizer
        self._settings = settings
        self._open_source = open_source
        self._refreshing = threading.Lock()

    def open_session(self, choice: DictationChoice, listener: SessionBridge) -> Session:
        """Makes a session; see ``LoadedModel``."""
        settings = self._settings()
        self._recognizer.configure(
            dataclasses.replace(settings.recognition, language=choice.language),
            build_text_stages(settings),
        )
        return Session(self._open_source(choice.device), self._recognizer, listener)

    def switch(self, engine: str) -> None:
        """Has another engine recognise from the next segment on; see ``LoadedModel``."""
        self._recognizer.switch(engine)

    def refresh(self) -> None:
        """Has the punctuation model that is wanted now set marks; see ``LoadedModel``."""
        with self._refreshing:  # the last of two reads the settings last
            self._recognizer.refresh_punctuation(self._settings().recognition)

    def close(self) -> None:
        """Gives the model back; see ``LoadedModel``."""
        self._recognizer.close()
