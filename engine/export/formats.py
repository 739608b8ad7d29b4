"""The formats a transcript can be written in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.export import json_document, markdown, plain_text, srt, vtt
from engine.text.transcript import Transcript


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """One format.

    Attributes:
        format_id: what the command line takes; the file name's suffix too.
        name: what a file dialog says, in English.
        render: transcript to the file's text.
    """

    format_id: str
    name: str
    render: Callable[[Transcript], str]

    @property
    def suffix(self) -> str:
        """The file name's end, with the dot."""
        return "." + self.format_id


FORMATS: dict[str, ExportFormat] = {
    export_format.format_id: export_format
    for export_format in (
        ExportFormat("txt", "Plain text", plain_text.render),
        ExportFormat("md", "Markdown", markdown.render),
        ExportFormat("srt", "SubRip subtitles", srt.render),
        ExportFormat("vtt", "WebVTT subtitles", vtt.render),
        ExportFormat("json", "JSON", json_document.render),
    )
}
"""By id, the usual one first."""
