"""Does memory grow? A thousand segments, and twenty minutes of dictation."""

from __future__ import annotations

import argparse
import gc
import os
import time
import tracemalloc
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.bench.corpus import Clip
from engine import heap, metrics
from engine.api import StreamingRecognizer
from engine.types import ENGINE_RATE_HZ, AudioChunk, Samples

SPEECH = Path("/usr/share/pocketsphinx/test/data/librivox")
CLIP = SPEECH / "sense_and_sensibility_01_austen_64kb-0880.wav"
SEGMENTS = 1_000
WARM_UP = 50
DICTATION_S = 20 * 60
SETTLED_AFTER_H = 1 / 60

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
    """One long session, as fast as it goes: the slopes are over the audio's time."""
    recognizer.start()
    points: list[tuple[float, float, float]] = []
    position = 0
    while position < seconds * ENGINE_RATE_HZ:
        recognizer.accept(AudioChunk(audio, position))
        position += len(audio)
        pss_mib = _pss_mib()
        points.append((position / ENGINE_RATE_HZ / 3600, pss_mib, metrics.anonymous_mib()))
    recognizer.end()
    times_h, pss, anonymous = np.array([p for p in points if p[0] > SETTLED_AFTER_H] or points).T
    rows = [
        f"| {name} | {sizes.min():.1f} to {sizes.max():.1f} | {_slope(times_h, sizes)} |"
        for name, sizes in (("PSS", pss), ("anonymous", anonymous))
    ]
    return (
        f"Dictation of {seconds / 60:.0f} minutes, PSS after each sentence of four seconds, the"
        " first minute left out. Files that other programs map too move PSS, not what is"
        " anonymous.\n\n"
        "| | MiB | slope, MiB an hour (reach: 4) |\n|---|---|---|\n" + "\n".join(rows) + "\n"
    )


def _slope(times_h: NDArray[np.float64], sizes: NDArray[np.float64]) -> str:
    """Least squares, with its standard error."""
    coefficients, covariance = np.polyfit(times_h, sizes, 1, cov=True)
    return f"{coefficients[0]:.1f} ± {np.sqrt(covariance[0, 0]):.1f}"


if __name__ == "__main__":
    main()
