"""Speak, and see the words: live lines while you speak, finals on standard output."""

from __future__ import annotations

import argparse
import json
import queue
import sys
import time
from pathlib import Path
from typing import Any, Protocol

from app.assembly import (
    LANGUAGES,
    build_file_source,
    build_microphone,
    build_recognizer,
    read_settings,
)
from app.cli.terminal import LiveLine
from app.errors import UsageError
from engine import metrics
from engine.audio.limited_source import LimitedSource
from engine.audio.source import AudioSource
from engine.session import Session
from engine.settings import Settings
from engine.types import (
    ENGINE_RATE_HZ,
    EditKind,
    Level,
    SegmentUpdate,
    SessionEvent,
    SessionEventKind,
    SessionStatistics,
    SourceEvent,
    SourceEventKind,
)

SUMMARY = "speak, and see the words"

_INTERRUPTED = 130
_DIGITS = 3
_EDITS = {
    EditKind.DELETE_SENTENCE: "the last sentence above is taken back",
    EditKind.UNDO: "the last line above is taken back",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--pcm", metavar="NAME", help="microphone, as “cosyscribe devices” lists it"
    )
    source.add_argument("--wav", metavar="FILE", type=Path, help="listen to a recording instead")
    parser.add_argument(
        "--realtime", action="store_true", help="hear the recording at its own pace"
    )
    parser.add_argument("--lang", choices=LANGUAGES, help="what is spoken (default: settings)")
    parser.add_argument(
        "--engine", metavar="ID", help="recogniser, as “cosyscribe models” lists it"
    )
    parser.add_argument("--seconds", metavar="N", type=_seconds, help="stop after so much audio")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Dictates until the audio ends or Ctrl+C."""
    if args.realtime and args.wav is None:
        raise UsageError("--realtime goes with --wav")
    settings = read_settings()
    recognizer = build_recognizer(settings, engine=args.engine or "", language=args.lang or "")
    source = LimitedSource(_source(args, settings), args.seconds)
    # Before the microphone is opened: what is said while a model loads would come late.
    recognizer.load()
    listener = _Queue()
    view: _View = _JsonView(source) if args.json else _TextView(is_microphone=args.wav is None)
    session = Session(source, recognizer, listener)
    try:
        return _show(session, listener, view)
    finally:
        recognizer.close()


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError("should be more than 0")
    return value


def _source(args: argparse.Namespace, settings: Settings) -> AudioSource:
    if args.wav is not None:
        return build_file_source(args.wav, realtime=args.realtime)
    return build_microphone(settings, pcm=args.pcm or "")


class _Queue:
    """Takes a session's calls from its thread to ours, each with its time."""

    def __init__(self) -> None:
        self.calls: queue.SimpleQueue[tuple[SegmentUpdate | SessionEvent, float]]
        self.calls = queue.SimpleQueue()

    def on_update(self, update: SegmentUpdate) -> None:
        self.calls.put((update, time.monotonic()))

    def on_level(self, level: Level) -> None:
        pass  # a terminal shows none

    def on_event(self, event: SessionEvent) -> None:
        self.calls.put((event, time.monotonic()))


class _View(Protocol):
    def update(self, update: SegmentUpdate, at_s: float, /) -> None: ...
    def event(self, event: SessionEvent, /) -> None: ...
    def end(self, statistics: SessionStatistics, /) -> None: ...


def _show(session: Session, listener: _Queue, view: _View) -> int:
    """Shows a session to its end; Ctrl+C ends it with its text, a second one without."""
    status = 0
    error: Exception | None = None
    is_over = False
    session.start()
    while not is_over:
        try:
            call, at_s = listener.calls.get()
            if isinstance(call, SegmentUpdate):
                view.update(call, at_s)
                continue
            view.event(call)
            error = call.error or error
            is_over = call.kind is SessionEventKind.ENDED
        except KeyboardInterrupt:
            if status == _INTERRUPTED:
                session.cancel()
            session.stop()
            status = _INTERRUPTED
        except BaseException:
            session.cancel()
            raise
    session.join(timeout_s=5.0)
    view.end(session.statistics())
    if error is not None:
        raise error
    return status


class _TextView:
    """Partials on the terminal's last line, finals as lines of standard output."""

    def __init__(self, *, is_microphone: bool) -> None:
        self._is_microphone = is_microphone
        self._line = LiveLine(sys.stderr)

    def update(self, update: SegmentUpdate, _at_s: float) -> None:
        if not update.is_final:
            self._line.show(update.text)
            return
        self._line.clear()
        for edit in update.edits:
            self._say(_EDITS[edit])
        if update.text:
            sys.stdout.write(update.text + "\n")
            sys.stdout.flush()

    def event(self, event: SessionEvent) -> None:
        if event.kind is SessionEventKind.LISTENING and self._is_microphone:
            self._say("listening; Ctrl+C ends")
        elif event.kind is SessionEventKind.SOURCE and event.source is not None:
            self._say(describe(event.source))

    def end(self, _statistics: SessionStatistics) -> None:
        self._line.clear()

    def _say(self, text: str) -> None:
        self._line.clear()
        sys.stderr.write(f"cosyscribe: {text}\n")
        sys.stderr.flush()


def describe(event: SourceEvent) -> str:
    """What happened to the microphone, in words."""
    lost = f"; {event.lost_frames / ENGINE_RATE_HZ:.1f} s were not heard" * bool(event.lost_frames)
    words = {
        SourceEventKind.DEVICE_LOST: "the microphone went away; waiting for it",
        SourceEventKind.DEVICE_BACK: "the microphone is back",
        SourceEventKind.GAP: "the computer was too busy",
        SourceEventKind.SILENT: "the microphone gives no sound: is it muted or unplugged?",
    }
    return words[event.kind] + lost


class _JsonView:
    """One object a line, as the README documents."""

    def __init__(self, source: LimitedSource) -> None:
        self._source = source

    def update(self, update: SegmentUpdate, at_s: float) -> None:
        since = at_s if self._source.started_s is None else self._source.started_s
        entry: dict[str, Any] = {
            "event": update.kind.value,
            "segment": update.segment_id,
            "revision": update.revision,
            "text": update.text,
            "start": round(update.start_frame / ENGINE_RATE_HZ, _DIGITS),
            "end": round(update.end_frame / ENGINE_RATE_HZ, _DIGITS),
            "t": round(at_s - since, _DIGITS),
        }
        if update.is_final:
            entry["language"] = update.language
            entry["confidence"] = update.confidence and round(update.confidence, _DIGITS)
            entry["latency_ms"] = update.latency_ms and round(update.latency_ms, 1)
            if update.is_first_pass:
                entry["first_pass"] = True
            if update.edits:
                entry["edits"] = [edit.value for edit in update.edits]
        _write(entry)

    def event(self, event: SessionEvent) -> None:
        if event.kind is SessionEventKind.SOURCE and event.source is not None:
            sys.stderr.write(f"cosyscribe: {describe(event.source)}\n")

    def end(self, statistics: SessionStatistics) -> None:
        source = statistics.source
        _write(
            {
                "event": "stats",
                "frames": source.frames,
                "lost_frames": source.lost_frames,
                "xruns": source.xruns,
                "ring_overruns": source.ring_overruns,
                "rtf": round(statistics.rtf, 4),
                "pss_mib": round(statistics.pss_mib or metrics.pss_mib(), 1),
                "audio_s": round(statistics.audio_s, _DIGITS),
                "segments": statistics.segments,
                "restarts": source.restarts,
                "reopens": source.reopens,
                "rate_hz": source.rate_hz,
                "priority": source.priority,
                "access": source.access,
            }
        )


def _write(entry: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(entry, ensure_ascii=False) + "\n")
    sys.stdout.flush()
