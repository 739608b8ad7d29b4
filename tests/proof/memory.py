"""Does memory grow? A thousand segments, and twenty minutes of dictation."""

from __future__ import annotations

import argparse
import gc
import os
import time
import tracemalloc
from pathlib import Path

import numpy as np

from app.bench.corpus import Clip
from engine import heap, metrics
from engine.api import StreamingRecognizer
from engine.types import ENGINE_RATE_HZ, AudioChunk, Samples

SPEECH = Path("/usr/share/pocketsphinx/test/data/librivox")
CLIP = SPEECH / "sense_and_sensibility_01_austen_64kb-0880.wav"
SEGMENTS = 1_000
WARM_UP = 50
DICTATION_S = 20 * 60
SAMPLE_EVERY_S = 30

HEAD = """\
# Memory of recognition: proof

Commit {commit}, {date}. Made by `scripts/proof memory`. PSS after free heap pages went back to the
system.
"""


def main() -> None:
    """Measures and writes the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--segments", type=int, default=SEGMENTS)
    parser.add_argument("--dictation-s", type=int, default=DICTATION_S)
    args = parser.parse_args()
    recognizer = StreamingRecognizer("whisper-base")
    recognizer.load()
    speech = Clip(CLIP, "en", "").samples()
    audio = np.concatenate([speech, np.zeros(ENGINE_RATE_HZ, np.float32)])
    head = HEAD.format(
        commit=os.environ.get("COSYSCRIBE_PROOF_COMMIT", "unknown"), date=time.strftime("%Y-%m-%d")
    )
    parts = [
        head,
        _segments(recognizer, audio, args.segments),
        _dictation(recognizer, audio, args.dictation_s),
    ]
    recognizer.close()
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text("\n".join(parts), encoding="utf-8")


def _pss_mib() -> float:
    gc.collect()
    heap.trim()
    return metrics.pss_mib()


def _segments(recognizer: StreamingRecognizer, audio: Samples, count: int) -> str:
    """Sessions of one segment each, as hold-to-talk makes them."""
    short = audio[: int(1.2 * ENGINE_RATE_HZ)]

    def dictate(times: int) -> None:
        for _ in range(times):
            recognizer.start()
            recognizer.accept(AudioChunk(short, 0))
            recognizer.end()

    dictate(WARM_UP)
    before = _pss_mib()
    dictate(count)
    grown_mib = _pss_mib() - before
    # Apart, since tracing itself takes memory.
    tracemalloc.start()
    dictate(WARM_UP)
    gc.collect()
    traced, _ = tracemalloc.get_traced_memory()
    dictate(count)
    gc.collect()
    grown_kib = (tracemalloc.get_traced_memory()[0] - traced) / 1024
    tracemalloc.stop()
    return (
        f"| {count} segments | reach | measured |\n|---|---|---|\n"
        f"| PSS growth | 1 MiB | {grown_mib:.2f} MiB |\n"
        f"| tracemalloc growth, as many again | 64 KiB | {grown_kib:.1f} KiB |\n"
    )


def _dictation(recognizer: StreamingRecognizer, audio: Samples, seconds: int) -> str:
    """One long session, as fast as it goes: the slope is over the audio's time."""
    recognizer.start()
    points: list[tuple[float, float]] = []
    position = 0
    while position < seconds * ENGINE_RATE_HZ:
        recognizer.accept(AudioChunk(audio, position))
        position += len(audio)
        spoken_s = position / ENGINE_RATE_HZ
        if spoken_s >= SAMPLE_EVERY_S * (len(points) + 1):
            points.append((spoken_s, _pss_mib()))
    recognizer.end()
    settled = [point for point in points if point[0] > 60] or points
    times, sizes = np.array(settled).T
    slope_mib_h = float(np.polyfit(times, sizes, 1)[0]) * 3600
    return (
        f"Dictation of {seconds / 60:.0f} minutes, PSS every {SAMPLE_EVERY_S} s after the first"
        f" minute: {sizes.min():.1f} to {sizes.max():.1f} MiB, slope {slope_mib_h:.2f} MiB an hour"
        " (reach: 4).\n"
    )


if __name__ == "__main__":
    main()
