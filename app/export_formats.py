"""Every way the window can write its text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.bridge.exporter import ExportFormat, Paragraphs, in_sequence
from engine.export import atomic_file
from engine.export.formats import FORMATS
from engine.text.transcript import Transcript, join


def export_formats() -> tuple[ExportFormat, ...]:
    """Every way the window can write its text, the usual one first."""
    return tuple(ExportFormat(name, _writer(name)) for name in FORMATS)


def _writer(name: str) -> Callable[[Path, Paragraphs, bool], None]:
    def write(path: Path, paragraphs: Paragraphs, may_replace: bool) -> None:
        if name == "txt":  # as it stands on the page; the format itself puts a segment on a line
            lines = (join(segment.text for segment in paragraph) for paragraph in paragraphs)
            text = "".join(line + "\n" for line in lines)
        else:
            text = FORMATS[name].render(Transcript(in_sequence(paragraphs)))
        atomic_file.write_text(path, text, force=may_replace)

    return write
