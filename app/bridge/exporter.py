"""Writes the transcript to a file, off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from engine.types import ENGINE_RATE_HZ, SegmentUpdate

Paragraphs = tuple[tuple[SegmentUpdate, ...], ...]
"""Finals in order, a tuple a session."""

WriteFile = Callable[[Path, Paragraphs, bool], None]
"""Writes paragraphs to a path; the flag allows replacing. Raises OutputFileError."""


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """One way to write a transcript.

    Attributes:
        suffix: file name's end, without the dot.
        write: what writes it.
    """

    suffix: str
    write: WriteFile


@dataclass(frozen=True, slots=True)
class ExportJob:
    """One export, remembered so that it can be tried again."""

    path: Path
    format: ExportFormat
    paragraphs: Paragraphs
    may_replace: bool


class Exporter(QObject):
    """Runs exports on the pool, one after the other.

    Signals:
        exported: the ``ExportJob`` that is done.
        failed: the ``ExportJob`` and its exception.

    Threads: GUI.
    """

    exported = Signal(object)
    failed = Signal(object, object)
    _ended = Signal(object, object)

    def __init__(self, pool: Executor, formats: tuple[ExportFormat, ...]) -> None:
        super().__init__()
        self._pool = pool
        self.formats = formats
        self._ended.connect(self._on_ended, Qt.ConnectionType.QueuedConnection)

    def export(self, job: ExportJob) -> None:
        """Writes a file; one of the signals follows."""
        future = self._pool.submit(job.format.write, job.path, job.paragraphs, job.may_replace)
        future.add_done_callback(lambda ended: self._ended.emit(job, ended))

    def _on_ended(self, job: ExportJob, future: Future[None]) -> None:
        if future.cancelled():
            return
        error = future.exception()
        if isinstance(error, Exception):
            self.failed.emit(job, error)
        else:
            self.exported.emit(job)


def in_sequence(paragraphs: Paragraphs) -> tuple[SegmentUpdate, ...]:
    """All segments as if spoken in one session: ids and times go on from one to the next."""
    segments: list[SegmentUpdate] = []
    offset = 0
    for paragraph in paragraphs:
        for segment in paragraph:
            segments.append(_moved(segment, len(segments), offset))
        offset = segments[-1].end_frame
    return tuple(segments)


def _moved(segment: SegmentUpdate, segment_id: int, frames: int) -> SegmentUpdate:
    seconds = frames / ENGINE_RATE_HZ
    return replace(
        segment,
        segment_id=segment_id,
        start_frame=segment.start_frame + frames,
        end_frame=segment.end_frame + frames,
        words=tuple(
            replace(word, start_s=word.start_s + seconds, end_s=word.end_s + seconds)
            for word in segment.words
        ),
    )
