"""Writes the transcript to a file, off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from engine.types import SegmentUpdate

WriteFile = Callable[[Path, tuple[SegmentUpdate, ...], bool], None]
"""Writes finals to a path; the flag allows replacing. Raises OutputFileError."""


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
    finals: tuple[SegmentUpdate, ...]
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
        future = self._pool.submit(job.format.write, job.path, job.finals, job.may_replace)
        future.add_done_callback(lambda ended: self._ended.emit(job, ended))

    def _on_ended(self, job: ExportJob, future: Future[None]) -> None:
        if future.cancelled():
            return
        error = future.exception()
        if isinstance(error, Exception):
            self.failed.emit(job, error)
        else:
            self.exported.emit(job)
