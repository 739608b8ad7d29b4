"""Tries the microphone and the recogniser."""

from __future__ import annotations

import time
from collections.abc import Iterator

from app import errors
from app.assembly import build_microphone, build_recognizer
from app.doctor.finding import Area, Finding, State
from engine import cores
from engine.errors import EngineError
from engine.settings import Settings
from engine.types import AudioChunk

_PATIENCE_S = 2.0


def check_microphone(settings: Settings) -> Iterator[Finding]:
    """Opens the microphone and waits for its first audio."""
    source = build_microphone(settings)
    try:
        source.open()
        heard = None
        deadline = time.monotonic() + _PATIENCE_S
        while not isinstance(heard, AudioChunk) and time.monotonic() < deadline:
            heard = source.read()
    except EngineError as error:
        yield _failed("microphone", Area.AUDIO, error)
        return
    finally:
        source.close()
    name = settings.audio.device
    if isinstance(heard, AudioChunk):
        statistics = source.statistics()
        reason = (
            f"{name}: sound arrives at {statistics.rate_hz} Hz"
            f" (access {statistics.access}, priority {statistics.priority})"
        )
        yield Finding("microphone", Area.AUDIO, State.WORKS, reason)
    else:
        yield Finding(
            "microphone",
            Area.AUDIO,
            State.FAILS,
            f"{name} opens but gives no sound",
            "unmute it in the desktop's sound settings, or connect it again",
        )


def check_engine(settings: Settings) -> Iterator[Finding]:
    """Loads the recogniser."""
    started = time.monotonic()
    try:
        recognizer = build_recognizer(settings)
        recognizer.load()
    except EngineError as error:
        yield _failed("engine", Area.ENGINE, error)
        return
    seconds = time.monotonic() - started
    marks = f", marks by {recognizer.punctuator_id}" if recognizer.punctuator_id else ""
    reason = (
        f"{recognizer.engine_id} is ready after {seconds:.1f} s"
        f" ({cores.current_plan().summary()}{marks})"
    )
    recognizer.close()
    yield Finding("engine", Area.ENGINE, State.WORKS, reason)


def _failed(finding_id: str, area: Area, error: EngineError) -> Finding:
    message = errors.present(error)
    return Finding(finding_id, area, State.FAILS, message.text, message.action)
