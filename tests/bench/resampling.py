"""Where and how to bring 48 kHz to 16 kHz: converters side by side, one table in Markdown.

Run as ``scripts/bench resampling [--out FILE]``. Speech comes from ``COSYSCRIBE_TEST_DATA``;
without it the columns on recognition stay empty.
"""

from __future__ import annotations

import argparse
import csv
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import jiwer
import librosa
import numpy as np
import scipy.signal
import soundfile
import soxr
from numpy.typing import NDArray
from whisper_normalizer.english import EnglishTextNormalizer

from engine.api import Recognizer
from engine.audio.resample import StreamingResampler

Wave = NDArray[np.float32]

IN_HZ, OUT_HZ = 48_000, 16_000
CHUNK = IN_HZ // 50
RUNS = 5
SPEECH_S = 80.0
ALIAS_TONES_HZ = range(9_000, 24_000, 500)

_RESULT = "result:"


@dataclass(frozen=True)
class Converter:
    """One way to convert.

    Attributes:
        convert: 48 kHz in, 16 kHz out; fed in chunks of 20 ms unless it says otherwise.
        cpu_ms: CPU time for each second of audio; measured here unless it runs elsewhere.
        backlog_ms: audio it holds back, beside what its filter delays.
    """

    name: str
    convert: Callable[[Wave], Wave]
    backlog_ms: float = 0.0


def chunks(wave: Wave) -> Iterator[Wave]:
    for start in range(0, len(wave), CHUNK):
        yield wave[start : start + CHUNK]


def ours(wave: Wave) -> Wave:
    stream = StreamingResampler(IN_HZ)
    return np.concatenate([*map(stream.process, chunks(wave)), stream.flush()])


def soxr_stream(quality: str) -> Callable[[Wave], Wave]:
    def convert(wave: Wave) -> Wave:
        stream = soxr.ResampleStream(IN_HZ, OUT_HZ, 1, dtype="float32", quality=quality)
        blocks = [stream.resample_chunk(chunk) for chunk in chunks(wave)]
        return np.concatenate([*blocks, stream.resample_chunk(wave[:0], last=True)])

    return convert


def soxr_backlog_ms(quality: str) -> float:
    """What the stream still holds after a second, fed a millisecond at a time."""
    stream = soxr.ResampleStream(IN_HZ, OUT_HZ, 1, dtype="float32", quality=quality)
    silence = np.zeros(IN_HZ // 1_000, np.float32)
    given = sum(len(stream.resample_chunk(silence)) for _ in range(1_000))
    return 1e3 * (1 - given / OUT_HZ)


def each_chunk(convert: Callable[[Wave], Wave]) -> Callable[[Wave], Wave]:
    return lambda wave: np.concatenate([convert(chunk) for chunk in chunks(wave)])


def by_librosa(wave: Wave) -> Wave:
    result: Wave = librosa.resample(wave, orig_sr=IN_HZ, target_sr=OUT_HZ)
    return result


def by_scipy(wave: Wave) -> Wave:
    result: Wave = scipy.signal.resample_poly(wave, 1, 3)
    return result


def scipy_stream(wave: Wave) -> Wave:
    """A polyphase filter by hand: state kept over chunks of whole output frames."""
    taps = scipy.signal.firwin(193, 7_600, fs=IN_HZ, window=("kaiser", 10.0))
    kept = np.zeros(len(taps) - 1)
    blocks = []
    for chunk in chunks(wave):
        joined = np.concatenate([kept, chunk])
        blocks.append(scipy.signal.upfirdn(taps, joined, down=3)[64 : 64 + len(chunk) // 3])
        kept = joined[-len(kept) :]
    result: Wave = np.concatenate(blocks).astype(np.float32)
    return result


ALSA_CHILD = """
import sys, time, alsaaudio
data = open(sys.argv[1], "rb").read()
pcm = alsaaudio.PCM(alsaaudio.PCM_PLAYBACK, alsaaudio.PCM_NORMAL, rate=48000, channels=1,
                    format=alsaaudio.PCM_FORMAT_S16_LE, periodsize=960, periods=4, device="rate")
started = time.process_time()
for start in range(0, len(data), 1920):
    pcm.write(data[start:start + 1920])
print("result:", time.process_time() - started)
pcm.close()
"""


class AlsaConverter:
    """ALSA's rate plugin with one of its converters, into a file; 16 bits, as a device gives."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.cpu_s = 0.0

    def __call__(self, wave: Wave) -> Wave:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            (place / "asound.conf").write_text(
                "pcm.null { type null }\n"
                f'pcm.out {{ type file slave.pcm null file "{place}/out.raw" format raw }}\n'
                "pcm.rate { type rate slave { pcm out rate 16000 format S16_LE } "
                f'converter "{self._name}" }}\n'
            )
            # Some converters abort the process on a part of a period.
            whole = np.pad(wave, (0, -len(wave) % (4 * CHUNK)))
            (whole * 32_767).astype(np.int16).tofile(place / "in.raw")
            printed = subprocess.run(
                [sys.executable, "-c", ALSA_CHILD, place / "in.raw"],
                env={**os.environ, "ALSA_CONFIG_PATH": str(place / "asound.conf")},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            self.cpu_s = float(printed.split(_RESULT)[1])
            return (np.fromfile(place / "out.raw", np.int16) / 32_768).astype(np.float32)


def converters() -> list[Converter]:
    return [
        Converter("**soxr HQ, one stream (ours)**", ours, soxr_backlog_ms("HQ")),
        *(
            Converter(f"soxr {quality}, one stream", soxr_stream(quality), soxr_backlog_ms(quality))
            for quality in ("VHQ", "MQ", "LQ", "QQ")
        ),
        *(
            Converter(f"ALSA rate plugin, `{name}`", AlsaConverter(name))
            for name in ("linear", "speexrate_medium", "samplerate", "samplerate_best", "lavrate")
        ),
        Converter("librosa on each chunk", each_chunk(by_librosa)),
        Converter("librosa on the whole file (not live)", by_librosa),
        Converter("scipy `resample_poly` on each chunk", each_chunk(by_scipy)),
        Converter("scipy `upfirdn`, 193 taps, one stream", scipy_stream),
        Converter("every third sample, no filter", lambda wave: wave[::3]),
    ]


def tone(frequency_hz: float, rate_hz: int = IN_HZ, seconds: float = 1.0) -> Wave:
    time_s = np.arange(round(seconds * rate_hz)) / rate_hz
    return (0.5 * np.sin(2 * np.pi * frequency_hz * time_s)).astype(np.float32)


def middle(wave: Wave) -> Wave:
    """Without the edges, where every filter starts and ends."""
    return wave[len(wave) // 5 : -len(wave) // 5]


def decibel(power: float) -> float:
    return 10 * math.log10(max(power, 1e-16))


def cpu_ms(converter: Converter) -> float:
    """CPU milliseconds for a second of audio, median."""
    noise = np.random.default_rng(1).uniform(-0.5, 0.5, 10 * IN_HZ).astype(np.float32)
    took_s = []
    for _ in range(RUNS):
        started = time.process_time()
        converter.convert(noise)
        took_s.append(time.process_time() - started)
        if isinstance(converter.convert, AlsaConverter):
            took_s[-1] = converter.convert.cpu_s
    return 1e3 * statistics.median(took_s) / 10


def delay_ms(converter: Converter) -> float:
    """From an event to the output frame that shows it, in time that has passed."""
    clicks = np.zeros(IN_HZ, np.float32)
    clicks[IN_HZ // 2] = 0.9
    shown = int(np.argmax(np.abs(converter.convert(clicks))))
    return 1e3 * (shown / OUT_HZ - 0.5) + converter.backlog_ms


def alias_db(converter: Converter) -> float:
    """The loudest of what tones above the band leave inside it, relative to the tone."""
    loudest = -160.0
    for frequency_hz in ALIAS_TONES_HZ:
        left = middle(converter.convert(tone(frequency_hz)))
        loudest = max(loudest, decibel(float(np.mean(left.astype(np.float64) ** 2)) / 0.125))
    return loudest


def noise_db(converter: Converter) -> float:
    """What is not the tone in a converted 1 kHz tone, relative to it."""
    heard = middle(converter.convert(tone(1_000))).astype(np.float64)
    time_s = np.arange(len(heard)) / OUT_HZ
    basis = np.stack([np.sin(2 * np.pi * 1_000 * time_s), np.cos(2 * np.pi * 1_000 * time_s)], 1)
    weights, *_ = np.linalg.lstsq(basis, heard, rcond=None)
    rest = heard - basis @ weights
    return decibel(float(np.mean(rest**2)) / float(np.mean((basis @ weights) ** 2)))


@dataclass(frozen=True)
class Utterance:
    wave: Wave
    reference: str


def speech() -> list[Utterance]:
    """Read English at 48 kHz, with as much hiss above 9 kHz as there is speech below 8."""
    place = os.environ.get("COSYSCRIBE_TEST_DATA")
    if not place:
        return []
    folder = Path(place) / "audio"
    utterances: list[Utterance] = []
    seconds = 0.0
    band = scipy.signal.butter(8, [9_000, 20_000], "bandpass", fs=IN_HZ, output="sos")
    random = np.random.default_rng(1)
    with (folder / "manifest.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            is_plain = row["language"] == "en" and not {"LONG", "SPONTANEOUS"} & set(
                row["note"].replace(",", " ").replace(";", " ").split()
            )
            if not is_plain or seconds > SPEECH_S:
                continue
            many, rate_hz = soundfile.read(folder / row["path"], dtype="float32", always_2d=True)
            wave = soxr.resample(many.mean(axis=1), rate_hz, IN_HZ, quality="VHQ")
            hiss = scipy.signal.sosfilt(band, random.standard_normal(len(wave)))
            hiss *= np.sqrt(np.mean(wave**2) / np.mean(hiss**2))
            utterances.append(Utterance((0.7 * (wave + hiss)).astype(np.float32), row["reference"]))
            seconds += len(wave) / IN_HZ
    return utterances


def recognition(
    converter: Converter, utterances: list[Utterance], recognizer: Recognizer
) -> tuple[float, float]:
    """Word error rate in per cent, and real-time factor, conversion included."""
    normalise = EnglishTextNormalizer()
    started = time.perf_counter()
    texts = [str(recognizer.transcribe(converter.convert(u.wave))) for u in utterances]
    took_s = time.perf_counter() - started
    seconds = sum(len(u.wave) for u in utterances) / IN_HZ
    references = [normalise(u.reference) for u in utterances]
    return 100 * jiwer.wer(references, [normalise(text) for text in texts]), took_s / seconds


def table() -> str:
    utterances = speech()
    recognizer = Recognizer("whisper-base") if utterances else None
    if recognizer is not None:
        recognizer.transcribe(np.zeros(OUT_HZ, np.float32))  # loads the model
    lines = [
        "| converter | CPU, ms a second | delay, ms | alias, dB | noise, dB | WER | RTF |",
        "|---|---|---|---|---|---|---|",
    ]
    for converter in converters():
        cells = [
            f"{cpu_ms(converter):.2f}",
            f"{delay_ms(converter):.0f}",
            f"{round(alias_db(converter))}",
            f"{noise_db(converter):.0f}",
        ]
        if recognizer is not None:
            wer, rtf = recognition(converter, utterances, recognizer)
            cells += [f"{wer:.1f} %", f"{rtf:.3f}"]
        lines.append(f"| {converter.name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="replace the table of this page")
    out = parser.parse_args().out
    versions = ", ".join(f"{name} {version(name)}" for name in ("soxr", "librosa", "scipy"))
    facts = (
        f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores of {platform.machine()}, load "
        f"average {os.getloadavg()[0]:.1f} at the start; {versions}."
    )
    made = f"{table()}\n\n{facts}\n"
    sys.stdout.write(made)
    if out is not None:
        head, begin, rest = out.read_text(encoding="utf-8").partition("<!-- table -->\n")
        _, end, tail = rest.partition("<!-- end -->")
        out.write_text(f"{head}{begin}{made}{end}{tail}", encoding="utf-8")


if __name__ == "__main__":
    main()
