"""Measure recognition on this machine, beside faster-whisper where it is installed.

Without --audio, espeak-ng reads a few sentences, and only speed and memory are reported.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

from app.bench import corpus, live, report, scoring, streams, systems, text
from app.bench.corpus import Clip
from app.bench.live import LiveMeasurement
from app.bench.report import Report, SystemReport
from app.bench.systems import SystemSpec, Transcription
from app.cli.terminal import LiveLine
from engine import metrics
from engine.api import StreamingRecognizer
from engine.asr.engines import DEFAULT_ENGINE
from engine.types import ENGINE_RATE_HZ

SUMMARY = "measure recognition on this machine"

_QUICK_EACH = 4
_LIVE_EACH = 12
_STREAMED_EACH = 3

T = TypeVar("T")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "--audio", metavar="MANIFEST", type=Path, help="table of recordings with what is said"
    )
    parser.add_argument(
        "--text", metavar="DIR", type=Path, help="folder of spoken and written texts (TSV)"
    )
    parser.add_argument("--engine", metavar="ID", default="", help="only this engine")
    parser.add_argument(
        "--whisper-cpp", metavar="FILE", default="", help="a ggml model, to measure whisper.cpp too"
    )
    parser.add_argument(
        "--vosk", metavar="DIR", default="", help="a model's folder, to measure Vosk too"
    )
    parser.add_argument(
        "--streams",
        metavar="MOST",
        type=int,
        default=0,
        help="only: how many streams at once keep up, up to MOST",
    )
    parser.add_argument("--quick", action="store_true", help="a few recordings only")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Measures every installed system, each in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="cosyscribe-bench-") as folder:
        if args.audio is not None:
            clips = corpus.read_manifest(args.audio)
        else:
            clips = corpus.synthesise(Path(folder))
        if args.quick:
            clips = corpus.sample(clips, _QUICK_EACH)
        line = LiveLine(sys.stderr)
        if args.streams:
            return _count_streams(args.engine, clips, args.streams)
        reports = []
        peers = systems.peers(args.whisper_cpp, args.vosk)
        for spec in (*systems.installed(args.engine), *peers):
            line.show(f"measuring {spec.name}")
            reports.append(_measure(spec, clips, is_scored=args.audio is not None))
        rows = text.measure(args.text, quick=args.quick) if args.text is not None else ()
        line.clear()
    result = Report(len(clips), args.audio is None, tuple(reports), rows)
    sys.stdout.write(report.as_json(result) + "\n" if args.json else report.as_table(result))
    return 0


def _count_streams(engine: str, clips: tuple[Clip, ...], most: int) -> int:
    engine = engine or DEFAULT_ENGINE
    held, ratios = streams.measure(engine, corpus.sample(clips, _STREAMED_EACH), most)
    for number, ratio in enumerate(ratios, start=1):
        sys.stdout.write(f"{number} at once: finals within {ratio:.2f} of the time spoken (p95)\n")
    sys.stdout.write(f"{engine}: {held} streams keep final latency below twice real time\n")
    return 0


def _measure(spec: SystemSpec, clips: tuple[Clip, ...], *, is_scored: bool) -> SystemReport:
    transcription, pss_mib = _in_child(_transcribe, spec, clips)
    played = None
    if spec.is_ours:
        played = _in_child(_play, spec, corpus.sample(clips, _LIVE_EACH))
    errors = {}
    if is_scored:
        try:
            texts = dict(zip(clips, transcription.texts, strict=True))
            errors = scoring.error_percents(clips, texts)
        except scoring.ScoringUnavailableError:
            sys.stderr.write(
                "cosyscribe: not scored: use scripts/bench, which installs what is needed\n"
            )
    return SystemReport(spec.name, transcription, pss_mib, errors, played)


def _in_child(function: Callable[[SystemSpec, tuple[Clip, ...]], T], *args: object) -> T:
    """Runs a function where nothing else takes memory or has been imported."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as child:
        return child.submit(function, *args).result()  # type: ignore[arg-type]  # the caller's


def _transcribe(spec: SystemSpec, clips: tuple[Clip, ...]) -> tuple[Transcription, float]:
    transcription = systems.transcribe_all(spec.make(), clips, ENGINE_RATE_HZ)
    return transcription, metrics.pss_mib()


def _play(spec: SystemSpec, clips: tuple[Clip, ...]) -> LiveMeasurement:
    recognizer = StreamingRecognizer(spec.model)
    recognizer.load()
    try:
        return live.measure(recognizer, clips)
    finally:
        recognizer.close()
