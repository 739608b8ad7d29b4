"""Does capture lose frames on a busy machine? Beside pyalsaaudio, in one process and one run.

A counter is played into a virtual microphone while one busy process for each core runs and two
threads of this process hold the GIL for half a second at a time, as an extension that does not
release it would. Every frame that was played and not heard is a loss.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import alsaaudio
import numpy as np
from numpy.typing import NDArray

from native._capture import CaptureStream, ReadingKind
from tests.helpers.ramp import heard_counter, write_ramp
from tests.helpers.virtual_mic import VirtualMic

RATE_HZ = 48_000
PERIOD_FRAMES = 480
GIL_HOLD_US = 500_000
RUNS = 5
PLAYED_S = 120

OPENING = """
import time
started = time.perf_counter()
from native._capture import CaptureStream
loaded = time.perf_counter()
stream = CaptureStream("default")
stream.start_take()
stream.start()
opened = time.perf_counter()
while not stream.read(1, 1_000).samples.size:
    pass
heard = time.perf_counter()
stream.stop()
stopped = time.perf_counter()
print(*(1e3 * (b - a) for a, b in ((loaded, opened), (loaded, heard), (heard, stopped))))
"""


HEAD = """\
# Capture: proof

Commit {commit}, {date}; {cores} cores, kernel {kernel}, load average {load:.1f} before the run;
PipeWire with a virtual microphone (no sound hardware). Made by `scripts/proof capture`.

{seconds} s of a counter were played while one busy process for each core ran and two threads of
the recording process held the GIL for 0.5 s at a time. All recorders ran at once. Lost: frames
that were played and not heard.

| recorder | frames played | lost | share | notes |
|---|---|---|---|---|
"""

OPENING_HEAD = """
Before the load, in {runs} fresh processes, milliseconds:

| step | runs | median |
|---|---|---|
"""


@dataclass
class Recorder:
    """One way to record, on a thread; its blocks hold full-scale floats."""

    name: str
    blocks: list[NDArray[np.float32]] = field(default_factory=list)
    notes: str = ""

    def record(self, is_over: threading.Event) -> None:
        raise NotImplementedError

    def heard(self) -> NDArray[np.int64]:
        return heard_counter(np.concatenate(self.blocks))


class NativeRecorder(Recorder):
    def record(self, is_over: threading.Event) -> None:
        stream = CaptureStream("default")
        stream.start_take()
        stream.start()
        while not is_over.is_set():
            reading = stream.read(RATE_HZ // 50, 100)
            if reading.kind is ReadingKind.FRAMES:
                self.blocks.append(reading.samples)
        counts = stream.statistics
        stream.stop()
        share = counts.cpu_ns / 1e9 / (counts.frames / RATE_HZ)
        self.notes = (
            f"{counts.lost_frames} lost, {counts.xruns} xruns, {counts.ring_overrun_frames} ring "
            f"overruns by its own count; fullest device buffer {counts.max_avail_frames} of "
            f"{stream.buffer_frames}; {100 * share:.2f} % of a core; {counts.priority}"
        )


class PyAlsaRecorder(Recorder):
    def __init__(self, name: str, periods: int) -> None:
        super().__init__(name)
        self._periods = periods

    def record(self, is_over: threading.Event) -> None:
        pcm = alsaaudio.PCM(
            alsaaudio.PCM_CAPTURE,
            alsaaudio.PCM_NORMAL,
            rate=RATE_HZ,
            channels=1,
            format=alsaaudio.PCM_FORMAT_S16_LE,
            periodsize=PERIOD_FRAMES,
            periods=self._periods,
            device="default",
        )
        overruns = 0
        while not is_over.is_set():
            length, data = pcm.read()
            overruns += length < 0
            if length > 0:
                samples = np.frombuffer(data, np.int16).astype(np.float32)
                self.blocks.append(samples / np.float32(32_768))
        pcm.close()
        self.notes = f"{overruns} overruns reported"


def hold_gil(is_over: threading.Event) -> None:
    """Sleeps in C with the GIL held, again and again."""
    sleep = ctypes.PyDLL(None).usleep  # PyDLL keeps the GIL, CDLL would not
    while not is_over.is_set():
        sleep(GIL_HOLD_US)


@contextlib.contextmanager
def busy_cores() -> Iterator[None]:
    program = [sys.executable, "-c", "while True: pass"]
    processes = [subprocess.Popen(program) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def record_under_load(microphone: VirtualMic, folder: Path, seconds: int) -> list[Recorder]:
    recorders = [
        NativeRecorder("CosyScribe, capture thread in C++"),
        PyAlsaRecorder("pyalsaaudio `read()` on a thread, 4 periods", 4),
        PyAlsaRecorder("pyalsaaudio `read()` on a thread, 1 s buffer", 100),
    ]
    ramp = write_ramp(folder / "ramp.wav", seconds * RATE_HZ)
    is_over, gil_is_free = threading.Event(), threading.Event()
    threads = [threading.Thread(target=r.record, args=(is_over,)) for r in recorders]
    holders = [threading.Thread(target=hold_gil, args=(gil_is_free,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    time.sleep(1.0)
    with busy_cores():
        for holder in holders:
            holder.start()
        with microphone.playing(ramp) as player:
            while player.poll() is None:
                time.sleep(0.5)
            if player.returncode != 0:
                raise RuntimeError("the counter was not played to its end")
        gil_is_free.set()
        for holder in holders:
            holder.join()
    time.sleep(3.0)  # what was captured is read
    is_over.set()
    for thread in threads:
        thread.join()
    return recorders


def open_and_stop() -> list[tuple[float, float, float]]:
    """Milliseconds to open, to the first frame and to stop, each in a fresh process."""
    rows = []
    for _ in range(RUNS):
        printed = subprocess.run(
            [sys.executable, "-c", OPENING], capture_output=True, text=True, check=True
        )
        open_ms, heard_ms, stop_ms = map(float, printed.stdout.split())
        rows.append((open_ms, heard_ms, stop_ms))
    return rows


def report(
    recorders: list[Recorder], openings: list[tuple[float, float, float]], load: float
) -> str:
    commit = os.environ.get("COSYSCRIBE_PROOF_COMMIT", "unknown")
    text = HEAD.format(
        commit=commit,
        date=time.strftime("%Y-%m-%d"),
        cores=os.cpu_count(),
        kernel=os.uname().release,
        load=load,
        seconds=PLAYED_S,
    )
    played = PLAYED_S * RATE_HZ
    for recorder in recorders:
        lost = played - len(recorder.heard())
        share = 100 * lost / played
        text += f"| {recorder.name} | {played} | {lost} | {share:.1f} % | {recorder.notes} |\n"
    text += OPENING_HEAD.format(runs=RUNS)
    for step, name in enumerate(("open and start", "open to first frame", "stop")):
        took_ms = [row[step] for row in openings]
        listed = ", ".join(f"{ms:.1f}" for ms in took_ms)
        text += f"| {name} | {listed} | {statistics.median(took_ms):.1f} |\n"
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    out = parser.parse_args().out
    with tempfile.TemporaryDirectory(prefix="virtual-mic-") as folder:
        microphone = VirtualMic(Path(folder) / "vm")
        try:
            microphone.up()
            os.environ.update(microphone.environment)
            load = os.getloadavg()[0]
            openings = open_and_stop()
            recorders = record_under_load(microphone, Path(folder), PLAYED_S)
        finally:
            microphone.down()
    text = report(recorders, openings, load)
    out.write_text(text, encoding="utf-8")
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
