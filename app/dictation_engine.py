"""The real recognisers and sessions behind the controller."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from app.assembly import build_text_stages, engine_words
from app.bridge.controller import DictationChoice
from app.bridge.session_bridge import SessionBridge
from engine.api import StreamingRecognizer
from engine.audio.source import AudioSource
from engine.session import Session
from engine.settings import Settings

ReadSettings = Callable[[], Settings]
"""The settings as they are now."""

OpenSource = Callable[[str], AudioSource]
"""ALSA pcm name to a source that is not opened yet."""


class ModelLoader:
    """Loads models as the settings say at the time.

    Threads: called on the pool.
    """

    def __init__(self, settings: ReadSettings, open_source: OpenSource) -> None:
        self._settings = settings
        self._open_source = open_source

    def __call__(self, engine: str) -> SessionMaker:
        """Loads a model; see ``LoadModel``."""
        settings = self._settings()
        recognizer = StreamingRecognizer(
            engine,
            settings.recognition,
            on_final=build_text_stages(settings),
            hotwords=engine_words(settings),
        )
        recognizer.load()
        return SessionMaker(recognizer, self._settings, self._open_source)


class SessionMaker:
    """A loaded model, and the sessions it serves.

    Threads: GUI.
    """

    def __init__(
        self, recognizer: StreamingRecognizer, settings: ReadSettings, open_source: OpenSource
    ) -> None:
        self._recognizer = recognizer
        self._settings = settings
        self._open_source = open_source

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

    def close(self) -> None:
        """Gives the model back; see ``LoadedModel``."""
        self._recognizer.close()
