"""Speech to measure with: a manifest of recordings, or sentences read by espeak-ng."""

from __future__ import annotations

import csv
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.errors import UsageError
from engine.audio.wav_source import WavSource
from engine.errors import AudioFileError, AudioFileReason
from engine.types import AudioChunk, Samples

_SENTENCES = (
    ("en", "en-us", "The quick brown fox jumps over the lazy dog."),
    ("en", "en-us", "Please send the report to the office before three o'clock."),
    ("en", "en-us", "She has had your dark suit in greasy wash water all year."),
    ("en", "en-us", "We are looking for a quiet place to sit down and talk for a while."),
    ("zh", "cmn", "今天天气很好，我们去公园走走吧。"),
    ("zh", "cmn", "请把这份文件发给大家看一看。"),
    ("zh", "cmn", "明天上午九点在会议室开会。"),
    ("zh", "cmn", "他从北京坐火车去上海。"),
)


@dataclass(frozen=True, slots=True)
class Clip:
    """One recording.

    Attributes:
        path: the file.
        language: ISO code; ``zh+en`` where it changes.
        reference: what is said.
        is_plain: read speech of a sentence or two: neither long nor spontaneous.
    """

    path: Path
    language: str
    reference: str
    is_plain: bool = True

    def samples(self) -> Samples:
        """The whole recording.

        Raises:
            AudioFileError: it cannot be read.
        """
        source = WavSource(self.path)
        source.open()
        chunks = []
        while (heard := source.read()) is not None:
            if isinstance(heard, AudioChunk):
                chunks.append(heard.samples)
        return np.concatenate(chunks) if chunks else np.zeros(0, np.float32)


def read_manifest(path: Path) -> tuple[Clip, ...]:
    """Reads a tab-separated table with the columns path, language, reference and note.

    Paths are relative to it. A note with LONG or SPONTANEOUS sets a clip apart.

    Raises:
        AudioFileError: there is no such table.
        UsageError: it lacks a column.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    except FileNotFoundError as error:
        raise AudioFileError(path, AudioFileReason.MISSING) from error
    except OSError as error:
        raise AudioFileError(path, AudioFileReason.NOT_AUDIO, str(error)) from error
    needed = {"path", "language", "reference"}
    if not rows or not needed <= rows[0].keys():
        raise UsageError(f"{path} should have the columns {', '.join(sorted(needed))}")
    return tuple(
        Clip(
            path.parent / row["path"],
            row["language"],
            row["reference"],
            is_plain=not any(word in (row.get("note") or "") for word in ("LONG", "SPONTANEOUS")),
        )
        for row in rows
    )


def synthesise(folder: Path) -> tuple[Clip, ...]:
    """Has espeak-ng read our own sentences into a folder.

    Raises:
        UsageError: espeak-ng is not installed.
    """
    program = shutil.which("espeak-ng")
    if program is None:
        raise UsageError(
            "without --audio, bench needs espeak-ng: sudo apt install espeak-ng, "
            "or name recordings with --audio MANIFEST"
        )
    clips = []
    for number, (language, voice, sentence) in enumerate(_SENTENCES):
        path = folder / f"{number}.wav"
        command = [program, "-v", voice, "-s", "150", "-w", str(path), sentence]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603  # our own words
        clips.append(Clip(path, language, sentence))
    return tuple(clips)


def sample(clips: tuple[Clip, ...], each: int) -> tuple[Clip, ...]:
    """At most so many plain clips of each language, evenly spread."""
    chosen: list[Clip] = []
    for language in dict.fromkeys(clip.language for clip in clips):
        of_it = [clip for clip in clips if clip.language == language and clip.is_plain]
        step = max(1.0, len(of_it) / each)
        chosen += [of_it[int(n * step)] for n in range(min(each, len(of_it)))]
    return tuple(chosen)
