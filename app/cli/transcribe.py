"""Turn recordings into text: one on standard output, more written beside each recording."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from app import errors
from app.assembly import LANGUAGES, build_file_source, build_recognizer, read_settings
from app.cli.terminal import LiveLine
from app.errors import UsageError
from engine.api import StreamingRecognizer
from engine.audio.source import AudioSource
from engine.errors import EngineError
from engine.export.atomic_file import check_writable, write_text
from engine.export.formats import FORMATS, ExportFormat
from engine.settings import Settings
from engine.text.transcript import Transcript, settled
from engine.types import ENGINE_RATE_HZ, AudioChunk, SegmentUpdate

SUMMARY = "turn recordings into text"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a recording")
    parser.add_argument("--format", choices=FORMATS, help="default: by the name after -o, else txt")
    place = parser.add_mutually_exclusive_group()
    place.add_argument("-o", "--output", metavar="FILE", type=Path, help="where to write")
    place.add_argument("--out-dir", metavar="DIR", type=Path, help="folder to write into")
    parser.add_argument("--force", action="store_true", help="replace files that are there")
    parser.add_argument("--lang", choices=LANGUAGES, help="what is spoken (default: settings)")
    parser.add_argument(
        "--engine", metavar="ID", help="recogniser, as “cosyscribe models” lists it"
    )
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="files at a time")


@dataclass(frozen=True, slots=True)
class _Job:
    """One recording, and where its text goes; None is standard output."""

    recording: Path
    target: Path | None


def run(args: argparse.Namespace) -> int:
    """Transcribes every file; exit status 1 where one could not be."""
    export_format = _format(args)
    jobs = _plan(args, export_format)
    if args.out_dir is not None:
        args.out_dir.mkdir(parents=True, exist_ok=True)
    workers = min(args.jobs, len(jobs), len(os.sched_getaffinity(0)))
    settings = read_settings()
    # Found before any file is read, so that a missing model is said once.
    recognizers = [_recognizer(args, settings) for _ in range(max(1, workers))]
    failures = 0
    with ThreadPoolExecutor(len(recognizers), "transcribe") as pool:
        lanes = [jobs[lane :: len(recognizers)] for lane in range(len(recognizers))]
        work = _Work(export_format, force=args.force, is_alone=len(recognizers) == 1)
        futures = [
            pool.submit(work.do, lane, recognizer)
            for lane, recognizer in zip(lanes, recognizers, strict=True)
        ]
        try:
            failures = sum(future.result() for future in futures)
        except BaseException:
            work.stop()
            raise
    return 1 if failures else 0


def _format(args: argparse.Namespace) -> ExportFormat:
    suffix = args.output.suffix.lower().lstrip(".") if args.output else ""
    name = args.format or (suffix if suffix in FORMATS else "txt")
    return FORMATS[name]


def _plan(args: argparse.Namespace, export_format: ExportFormat) -> list[_Job]:
    """Where each text goes, all checked before the first minute of work."""
    if args.jobs < 1:
        raise UsageError("--jobs should be 1 or more")
    if args.output is not None and len(args.files) > 1:
        raise UsageError("-o takes one recording; give a folder with --out-dir")
    if len(args.files) == 1 and args.out_dir is None:
        targets: list[Path | None] = [args.output]
    else:
        targets = [
            (args.out_dir or file.parent) / (file.stem + export_format.suffix)
            for file in args.files
        ]
    jobs = [_Job(*pair) for pair in zip(args.files, targets, strict=True)]
    taken: dict[Path, Path] = {}
    for job in jobs:
        if job.target is None:
            continue
        other = taken.setdefault(job.target.absolute(), job.recording)
        if other is not job.recording:
            raise UsageError(f"{other} and {job.recording} would both be written to {job.target}")
        if job.target.parent.is_dir() or args.out_dir is None:
            check_writable(job.target, force=args.force)
    return jobs


def _recognizer(args: argparse.Namespace, settings: Settings) -> StreamingRecognizer:
    return build_recognizer(
        settings, engine=args.engine or "", language=args.lang or "", partials=False
    )


class _Work:
    """Transcribes lists of files, each on its thread."""

    def __init__(self, export_format: ExportFormat, *, force: bool, is_alone: bool) -> None:
        self._format = export_format
        self._force = force
        self._is_alone = is_alone  # only one thread may own the progress line
        self._is_stopped = False

    def stop(self) -> None:
        """Ends the work soon; what is not written yet is not written."""
        self._is_stopped = True

    def do(self, jobs: list[_Job], recognizer: StreamingRecognizer) -> int:
        """Returns how many files could not be transcribed."""
        failures = 0
        for job in jobs:
            line = LiveLine(sys.stderr)
            try:
                self._do_one(job, recognizer, line)
            except EngineError as error:
                line.clear()
                sys.stderr.write(f"cosyscribe: {errors.present(error)}\n")
                failures += 1
            if self._is_stopped:
                break
        recognizer.close()
        return failures

    def _do_one(self, job: _Job, recognizer: StreamingRecognizer, line: LiveLine) -> None:
        def show(seconds: float) -> bool:
            if self._is_alone:
                minutes, rest = divmod(int(seconds), 60)
                line.show(f"{job.recording.name}  {minutes}:{rest:02}")
            return not self._is_stopped

        transcript = transcribe_file(job.recording, recognizer, show)
        line.clear()
        if self._is_stopped:
            return
        text = self._format.render(transcript)
        if job.target is None:
            sys.stdout.write(text)
            return
        write_text(job.target, text, force=self._force)
        sys.stderr.write(f"{job.target}\n")


def transcribe_file(
    path: Path, recognizer: StreamingRecognizer, goes_on: Callable[[float], bool]
) -> Transcript:
    """Transcribes one recording of any length in constant memory.

    Args:
        path: the recording.
        recognizer: what recognises it; loaded where it is not.
        goes_on: told the seconds heard so far; False breaks off.

    Raises:
        AudioFileError: it cannot be read.
        EngineError: see ``StreamingRecognizer``.
    """
    source = build_file_source(path)
    source.open()
    try:
        recognizer.start()
        finals, frames = _hear(source, recognizer, goes_on)
    finally:
        source.close()
        while source.read() is not None:
            pass  # drained, it lets go of the file
    return Transcript(settled(finals), path.name, recognizer.engine_id, frames / ENGINE_RATE_HZ)


def _hear(
    source: AudioSource, recognizer: StreamingRecognizer, goes_on: Callable[[float], bool]
) -> tuple[list[SegmentUpdate], int]:
    finals: list[SegmentUpdate] = []
    frames = 0
    while (heard := source.read()) is not None:
        if not isinstance(heard, AudioChunk):
            continue
        frames = heard.end_frame
        finals.extend(u for u in recognizer.accept(heard) if u.is_final)
        if not goes_on(frames / ENGINE_RATE_HZ):
            break
    finals.extend(u for u in recognizer.end() if u.is_final)
    return finals, frames
