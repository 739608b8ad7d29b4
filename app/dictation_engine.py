"""The real recognisers and sessions behind the controller."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from app.bridge.controller import DictationChoice
from app.bridge.session_bridge import SessionBridge
from engine.api import StreamingRecognizer
from engine.audio.source import AudioSource
from engine.session import Session
from engine.settings import Settings


class LocalEngine:
    """Recognises on this machine, as the settings say at the time.

    Threads: ``load`` on the pool, ``open_session`` on the GUI's.
    """

    def __init__(
        self, settings: Callable[[], Settings], open_source: Callable[[str], AudioSource]
    ) -> None:
        """``open_source`` makes a source, not opened yet, from an ALSA pcm name."""
        self._settings = settings
        self._open_source = open_source

    def load(self, engine: str) -> StreamingRecognizer:
        """Loads a model; see ``DictationEngine``."""
        recognizer = StreamingRecognizer(engine, self._settings().recognition)
        recognizer.load()
        return recognizer

    def open_session(
        self, recognizer: object, choice: DictationChoice, listener: SessionBridge
    ) -> Session:
        """Makes a session; see ``DictationEngine``."""
        assert isinstance(recognizer, StreamingRecognizer)
        recognizer.configure(
            dataclasses.replace(self._settings().recognition, language=choice.language)
        )
        return Session(self._open_source(choice.device), recognizer, listener)
