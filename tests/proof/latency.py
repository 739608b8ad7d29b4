"""How long a user waits, and how well noise is borne, against stock faster-whisper.

Recordings come from the manifest that COSYSCRIBE_TEST_DATA holds.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from app.bench import corpus, live, scoring
from app.bench.corpus import Clip
from app.bench.live import LiveMeasurement
from app.bench.systems import FasterWhisper, OurEngine, System
from engine import metrics
from engine.api import StreamingRecognizer
from engine.asr.engines import DEFAULT_ENGINE
from engine.types import ENGINE_RATE_HZ, Samples

LIVE_EACH = 12
LIVE_LANGUAGES = ("en", "zh")
LONG = "en_long_lj.flac"

READY = """
import time
started = time.perf_counter()
from engine.api import StreamingRecognizer
recognizer = StreamingRecognizer()
recognizer.start()
print(time.perf_counter() - started)
recognizer.close()
"""

HEAD = """\
# Latency and robustness: proof

Commit {commit}, {date}; {processor}, {cores} cores; load average {load:.1f} before the run, which
counts whatever else the machine did. Made by `scripts/proof latency`.
"""


def main() -> None:
    """Measures and writes the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    place = os.environ.get("COSYSCRIBE_TEST_DATA")
    if not place:
        sys.exit("latency: set COSYSCRIBE_TEST_DATA to the folder of recordings")
    clips = corpus.read_manifest(Path(place) / "audio" / "manifest.tsv")
    head = HEAD.format(
        commit=os.environ.get("COSYSCRIBE_PROOF_COMMIT", "unknown"),
        date=time.strftime("%Y-%m-%d"),
        processor=metrics.processor_name(),
        cores=os.cpu_count(),
        load=os.getloadavg()[0],
    )
    parts = [head, _waiting(clips, args.runs), _robustness(clips)]
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text("\n".join(parts), encoding="utf-8")


def _waiting(clips: tuple[Clip, ...], runs: int) -> str:
    spoken = tuple(c for c in clips if c.language in LIVE_LANGUAGES and c.path.name != LONG)
    chosen = corpus.sample(spoken, LIVE_EACH)
    long = tuple(clip for clip in clips if clip.path.name == LONG)
    recognizer = StreamingRecognizer(DEFAULT_ENGINE)
    recognizer.load()
    short_runs, long_runs, loads = [], [], []
    for _ in range(runs):
        loads.append(os.getloadavg()[0])
        short_runs.append(live.measure(recognizer, chosen))
        long_runs.append(live.measure(recognizer, long))
    recognizer.close()
    stock_p95 = [_stock_p95_ms(chosen) for _ in range(runs)]
    ready = [_seconds_to_ready() for _ in range(runs)]

    def of(runs: Iterable[LiveMeasurement], figure: Callable[[LiveMeasurement], float]) -> str:
        values = [figure(run) for run in runs]
        listed = ", ".join(f"{value:.3g}" for value in values)
        return f"{statistics.median(values):.3g} | {listed}"

    def p95(name: str) -> Callable[[LiveMeasurement], float]:
        return lambda run: metrics.percentile(getattr(run, name), 95)

    median_ready = f"{statistics.median(ready):.2f} | {', '.join(f'{r:.2f}' for r in ready)}"
    rows = (
        (
            f"first partial after the first speech frame, p95, ms | 800 | "
            f"{of(short_runs, p95('first_partial_ms'))}"
        ),
        f"final after end of input, p95, ms | 350 | {of(short_runs, p95('release_ms'))}",
        (
            "stock faster-whisper on the same recordings once they have ended, p95, ms | - | "
            f"{statistics.median(stock_p95):.0f} | {', '.join(f'{ms:.0f}' for ms in stock_p95)}"
        ),
        f"final after an endpoint, p95, ms | - | {of(short_runs, p95('endpoint_ms'))}",
        f"streaming compute RTF, {LONG} | 0.30 | {of(long_runs, lambda run: run.rtf)}",
        f"PSS, MiB | 450 | {of([*short_runs, *long_runs], lambda run: run.pss_mib)}",
        f"process start to recogniser ready, s | 1.0 | {median_ready}",
    )
    lines = [
        (
            f"{len(chosen)} recordings played at their own pace, {runs} runs; load average at the"
            f" start of each: {', '.join(f'{load:.1f}' for load in loads)}."
        ),
        "",
        "| what | reach | median | runs |",
        "|---|---|---|---|",
        *(f"| {row} |" for row in rows),
        "",
    ]
    return "\n".join(lines)


def _stock_p95_ms(clips: tuple[Clip, ...]) -> float:
    """What a program waits that gives a recording to stock faster-whisper when the key is up."""
    system = FasterWhisper(DEFAULT_ENGINE)
    system.load()
    waits_ms = []
    for clip in clips:
        samples = clip.samples()
        began = time.perf_counter()
        system.transcribe(samples)
        waits_ms.append((time.perf_counter() - began) * 1000)
    return metrics.percentile(waits_ms, 95)


def _seconds_to_ready() -> float:
    """In a process of its own, after the interpreter's start."""
    done = subprocess.run([sys.executable, "-c", READY], check=True, capture_output=True, text=True)
    return float(done.stdout)


@dataclasses.dataclass(frozen=True)
class Damage:
    """Something done to recordings."""

    name: str
    apply: Callable[[Samples], Samples]


def _noisy(snr_db: float) -> Callable[[Samples], Samples]:
    def apply(samples: Samples) -> Samples:
        noise = np.random.default_rng(len(samples)).normal(0, 1, len(samples))
        level = np.sqrt(np.mean(samples**2)) * 10 ** (-snr_db / 20)
        return np.asarray(samples + noise * level, np.float32)

    return apply


def _quiet(samples: Samples) -> Samples:
    gain = 10 ** (-35 / 20) / np.sqrt(np.mean(samples**2))
    # Through 16 bits, as a microphone that is turned down.
    return np.asarray(np.round(samples * gain * 32_768) / 32_768, np.float32)


def _clipped(samples: Samples) -> Samples:
    gain = 4.0 / np.max(np.abs(samples))
    return np.asarray(np.clip(samples * gain, -1.0, 1.0), np.float32)


def _with_music(samples: Samples) -> Samples:
    """Plucked notes of a major scale, 10 dB below the speech."""
    rng = np.random.default_rng(len(samples))
    music = np.zeros(len(samples) + ENGINE_RATE_HZ)
    for start in range(0, len(samples), ENGINE_RATE_HZ // 4):
        pitch_hz = 220 * 2 ** (rng.choice([0, 2, 4, 5, 7, 9, 11, 12]) / 12)
        t = np.arange(ENGINE_RATE_HZ) / ENGINE_RATE_HZ
        note = sum(np.sin(2 * np.pi * pitch_hz * k * t) / k for k in range(1, 6))
        music[start : start + ENGINE_RATE_HZ] += note * np.exp(-4 * t)
    music = music[: len(samples)]
    level = np.sqrt(np.mean(samples**2) / np.mean(music**2)) * 10 ** (-10 / 20)
    return np.asarray(samples + music * level, np.float32)


DAMAGES = (
    Damage("as recorded", lambda samples: samples),
    Damage("white noise, 20 dB SNR", _noisy(20)),
    Damage("white noise, 10 dB SNR", _noisy(10)),
    Damage("quiet, -35 dBFS", _quiet),
    Damage("clipped, 12 dB too loud", _clipped),
    Damage("music 10 dB below", _with_music),
)


def _robustness(clips: tuple[Clip, ...]) -> str:
    chosen = tuple(
        clip for clip in clips if (clip.language == "en" and clip.is_plain) or clip.language == "zh"
    )
    recordings = {clip: clip.samples() for clip in chosen}
    systems: tuple[System, ...] = (OurEngine(DEFAULT_ENGINE), FasterWhisper(DEFAULT_ENGINE))
    for system in systems:
        system.load()
    lines = [
        (
            f"The same {len(chosen)} recordings, damaged, ours against stock faster-whisper (beam"
            " 5) with the same weights; ratio below 1: ours errs less."
        ),
        "",
        "| | WER ours | WER stock | ratio | CER ours | CER stock | ratio |",
        "|---|---|---|---|---|---|---|",
    ]
    for damage in DAMAGES:
        errors = [
            scoring.error_percents(
                chosen,
                {clip: system.transcribe(damage.apply(recordings[clip])) for clip in chosen},
            )
            for system in systems
        ]
        cells = [damage.name]
        for group in ("en_plain", "zh"):
            ours, stock = (error[group] for error in errors)
            cells += [f"{ours:.1f} %", f"{stock:.1f} %", f"{ours / stock:.2f}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, "", f"Python {platform.python_version()}.", ""])


if __name__ == "__main__":
    main()
