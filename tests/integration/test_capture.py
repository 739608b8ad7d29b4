"""Capture through a real PipeWire server: what an Ubuntu desktop has, without its hardware."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import statistics
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from engine.audio.alsa_source import AlsaSource
from engine.audio.devices import list_capture_devices
from engine.audio.microphone import Microphone
from engine.errors import DeviceUnavailableError, DeviceUnavailableReason
from engine.types import ENGINE_RATE_HZ, AudioChunk, Samples, SourceEvent, SourceEventKind
from native._capture import CaptureStream, Reading, ReadingKind
from tests.helpers.ramp import heard_counter, missing_frames, write_ramp
from tests.helpers.virtual_mic import VirtualMic

pytestmark = pytest.mark.virtual_mic

RATE_HZ = 48_000
PATIENCE_S = 20.0
ROOT = Path(__file__).resolve().parents[2]
_ROUNDS = 3
"""The sound server may miss a cycle where it has no real-time priority: once in fifty runs or so,
and then in none of the next. A fault of ours would be in each, or in our counters."""


@pytest.fixture(autouse=True)
def no_capture_thread_is_left() -> Iterator[None]:
    yield
    until = time.monotonic() + 2
    while capture_threads() and time.monotonic() < until:
        time.sleep(0.01)
    assert capture_threads() == []


def capture_threads() -> list[str]:
    names = []
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(FileNotFoundError):  # it ended meanwhile
            names.append((task / "comm").read_text().strip())
    return [name for name in names if name == "cosy-capture"]


def tone(path: Path, seconds: float, rate_hz: int = RATE_HZ) -> Path:
    time_s = np.arange(round(seconds * rate_hz)) / rate_hz
    soundfile.write(path, 0.5 * np.sin(2 * np.pi * 440 * time_s), rate_hz)
    return path


@contextlib.contextmanager
def started(device: str = "default", **options: int) -> Iterator[CaptureStream]:
    stream = CaptureStream(device, **options)
    stream.start()
    try:
        yield stream
    finally:
        stream.stop()


def readings(stream: CaptureStream) -> Iterator[Reading]:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        yield stream.read(RATE_HZ // 50, 100)
    pytest.fail("no end of readings")


def hear_all_of(stream: CaptureStream, is_over: Callable[[], bool]) -> Samples:
    """Everything until the recording was played and then the microphone's last buffers."""
    blocks: list[Samples] = []
    after = 0
    for reading in readings(stream):
        if reading.kind is ReadingKind.FRAMES:
            blocks.append(reading.samples)
            after += reading.count if is_over() else 0
        if after > RATE_HZ // 4:
            return np.concatenate(blocks)
    raise AssertionError


class Listener(threading.Thread):
    """Reads a source to its end, as the engine thread does."""

    def __init__(self, source: AlsaSource) -> None:
        super().__init__()
        self.source = source
        self.chunks: list[AudioChunk] = []
        self.events: list[SourceEvent] = []
        self.error: Exception | None = None
        self._changed = threading.Condition()

    def run(self) -> None:
        try:
            self.source.open()
            while (item := self.source.read()) is not None:
                with self._changed:
                    target = self.chunks if isinstance(item, AudioChunk) else self.events
                    target.append(item)  # type: ignore[arg-type]  # one list for each type
                    self._changed.notify_all()
        except DeviceUnavailableError as error:
            self.error = error

    def wait_for(self, condition: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(condition, PATIENCE_S), self.events

    def wait_for_event(self, kind: SourceEventKind) -> SourceEvent:
        self.wait_for(lambda: any(event.kind is kind for event in self.events))
        return next(event for event in self.events if event.kind is kind)

    def wait_for_audio(self, seconds: float = 0.3) -> None:
        before = len(self.chunks)
        self.wait_for(
            lambda: sum(len(c.samples) for c in self.chunks[before:]) > seconds * ENGINE_RATE_HZ
        )

    def end(self) -> None:
        self.source.close()
        self.join(PATIENCE_S)
        assert not self.is_alive()


@contextlib.contextmanager
def listening(device: str = "default") -> Iterator[Listener]:
    listener = Listener(AlsaSource(device))
    listener.start()
    try:
        yield listener
    finally:
        listener.end()


@pytest.mark.parametrize("virtual_mic", [("--pulse",)], indirect=True)
@pytest.mark.parametrize(("device", "access"), [("default", "mmap"), ("pulse", "rw")])
def test_every_frame_arrives_bit_exact(
    virtual_mic: VirtualMic, tmp_path: Path, device: str, access: str
) -> None:
    frames = 3 * RATE_HZ
    ramp = write_ramp(tmp_path / "ramp.wav", frames)
    for _ in range(_ROUNDS):
        with started(device) as stream:
            assert (stream.rate_hz, stream.channels, stream.format) == (RATE_HZ, 1, "S16_LE")
            assert stream.access == access
            stream.start_take()
            with virtual_mic.playing(ramp) as player:
                counter = heard_counter(hear_all_of(stream, lambda: player.poll() is not None))
            counts = stream.statistics
        assert (counts.lost_frames, counts.xruns, counts.ring_overrun_frames) == (0, 0, 0)
        if len(counter) == frames:
            assert missing_frames(counter) == 0
            return
    pytest.fail(f"not whole in {_ROUNDS} rounds: {frames - len(counter)} frames missing")


@pytest.mark.parametrize(
    "arguments",
    ["RATE=44100", "RATE=32000", "RATE=16000", "RATE=8000", "CHANNELS=2", "FORMAT=S32_LE"],
)
def test_device_that_grants_something_else_is_taken_as_it_is(
    virtual_mic: VirtualMic, tmp_path: Path, arguments: str
) -> None:
    device = f"pipewire:{arguments}"
    granted = CaptureStream(device)
    key, _, value = arguments.partition("=")
    got = {"RATE": granted.rate_hz, "CHANNELS": granted.channels, "FORMAT": granted.format}
    assert str(got[key]) == value
    assert_tone_is_heard(virtual_mic, tmp_path, device)


@pytest.mark.parametrize(
    "virtual_mic", [("--rate", "16000"), ("--rate", "8000"), ("--rate", "44100")], indirect=True
)
def test_microphone_of_a_headset_is_heard(virtual_mic: VirtualMic, tmp_path: Path) -> None:
    assert_tone_is_heard(virtual_mic, tmp_path, "default")


def assert_tone_is_heard(virtual_mic: VirtualMic, folder: Path, device: str) -> None:
    with listening(device) as listener:
        listener.wait_for_audio(0.1)
        with virtual_mic.playing(tone(folder / "tone.wav", 2.0)) as player:
            assert player.wait(PATIENCE_S) == 0
    heard = np.concatenate([chunk.samples for chunk in listener.chunks])
    loud = heard[np.flatnonzero(np.abs(heard) > 0.1)[0] :][4_000 : 4_000 + ENGINE_RATE_HZ]
    spectrum = np.abs(np.fft.rfft(loud * np.hanning(len(loud))))
    assert np.argmax(spectrum) == pytest.approx(440, abs=1)
    assert np.sqrt(2 * np.mean(loud**2)) == pytest.approx(0.5, rel=0.05)


def test_unplugged_microphone_that_is_plugged_again_goes_on(virtual_mic: VirtualMic) -> None:
    with listening() as listener:
        listener.wait_for_audio()
        virtual_mic.unplug()
        listener.wait_for_event(SourceEventKind.SILENT)
        until = listener.chunks[-1].end_frame
        unplugged_s = time.monotonic()
        virtual_mic.plug()
        listener.wait_for_event(SourceEventKind.GAP)
        listener.wait_for_audio()
        passed_s = time.monotonic() - unplugged_s
    jumps = [
        after.start_frame - before.end_frame
        for before, after in itertools.pairwise(listener.chunks)
        if after.start_frame != before.end_frame
    ]
    gaps = [e.lost_frames for e in listener.events if e.kind is SourceEventKind.GAP]
    assert jumps == [pytest.approx(gap, abs=2) for gap in gaps]
    assert 0.4 * ENGINE_RATE_HZ < sum(gaps) < (passed_s + 2) * ENGINE_RATE_HZ
    assert listener.chunks[-1].start_frame > until
    assert listener.source.statistics().lost_frames == 0  # nobody captured what was not there


@pytest.mark.parametrize("virtual_mic", [("--spare",)], indirect=True)
def test_stream_that_is_moved_to_another_microphone_goes_on(virtual_mic: VirtualMic) -> None:
    with listening() as listener:
        listener.wait_for_audio()
        virtual_mic.unplug()
        listener.wait_for_audio()
        virtual_mic.plug()
        listener.wait_for_audio()
        assert listener.source.statistics().reopens == 0
    assert listener.error is None


def test_server_that_is_killed_and_restarted_is_found_again(virtual_mic: VirtualMic) -> None:
    with listening() as listener:
        listener.wait_for_audio()
        virtual_mic.kill_server()
        listener.wait_for_event(SourceEventKind.DEVICE_LOST)
        virtual_mic.up()
        listener.wait_for_event(SourceEventKind.DEVICE_BACK)
        listener.wait_for_audio()
        assert listener.source.statistics().reopens == 1
    positions = [(chunk.start_frame, chunk.end_frame) for chunk in listener.chunks]
    assert all(after[0] >= before[1] for before, after in itertools.pairwise(positions))


def test_process_that_was_stopped_counts_what_it_missed(
    tmp_path: Path, virtual_mic: VirtualMic
) -> None:
    """The overrun that PipeWire keeps to itself: time stamps jump, nothing is reported."""
    ramp = write_ramp(tmp_path / "ramp.wav", 8 * RATE_HZ)
    program = textwrap.dedent("""
        import os, signal, sys, numpy as np
        from native._capture import CaptureStream, ReadingKind
        stream = CaptureStream("default")
        stream.start_take()
        stream.start()
        blocks = []
        while sum(map(len, blocks)) < 3 * 48_000:
            reading = stream.read(960, 100)
            if reading.kind is ReadingKind.FRAMES and (blocks or np.any(reading.samples)):
                if not blocks:
                    print("hears", flush=True)
                blocks.append(reading.samples)
            elif reading.kind is ReadingKind.LOST:
                print("lost", reading.count, flush=True)
        stream.stop()
        np.save(sys.argv[1], np.concatenate(blocks))
        print("counted", stream.statistics.lost_frames, stream.statistics.xruns, flush=True)
    """)
    with virtual_mic.playing(ramp):
        child = subprocess.Popen(
            [sys.executable, "-c", program, tmp_path / "heard.npy"],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert child.stdout is not None
        assert child.stdout.readline() == "hears\n"
        time.sleep(0.5)
        os.kill(child.pid, signal.SIGSTOP)
        time.sleep(2.0)
        os.kill(child.pid, signal.SIGCONT)
        printed, _ = child.communicate(timeout=PATIENCE_S)
    words = printed.split()
    assert words[:1] == ["lost"]
    assert words[2:] == ["counted", words[1], "1"]
    lost = int(words[1])
    assert 1.5 * RATE_HZ < lost < 2.5 * RATE_HZ
    # The counter wraps at 65,536; time stamps are those of the server's periods.
    missing = missing_frames(heard_counter(np.load(tmp_path / "heard.npy")))
    assert lost % 65_536 == pytest.approx(missing, abs=4_096)


def test_stop_takes_less_than_a_tenth_of_a_second(virtual_mic: VirtualMic) -> None:
    took_s = []
    for _ in range(5):
        with started() as stream:
            stream.start_take()
            stream.read(480, 1_000)
            before = time.monotonic()
            stream.stop()
            took_s.append(time.monotonic() - before)
    assert statistics.median(took_s) < 0.1


def test_stop_does_not_wait_for_a_microphone_that_is_gone(virtual_mic: VirtualMic) -> None:
    with started() as stream:
        virtual_mic.unplug()
        before = time.monotonic()
        stream.stop()
        assert time.monotonic() - before < 0.2


def test_a_hundred_starts_and_stops_leave_nothing_behind(virtual_mic: VirtualMic) -> None:
    def descriptors() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    for _ in range(3):
        with started():
            pass
    before = descriptors()
    for _ in range(100):
        with started():
            pass
    assert descriptors() <= before


def test_takes_of_a_ready_microphone_miss_no_frame_and_share_none(
    virtual_mic: VirtualMic, tmp_path: Path
) -> None:
    ramp = write_ramp(tmp_path / "ramp.wav", 8 * RATE_HZ)
    for _ in range(_ROUNDS):
        takes = last_three_takes_of(ramp, virtual_mic)
        for counter in takes:
            assert len(counter) > 0.4 * RATE_HZ
        assert 0.9 * RATE_HZ < len(takes[0]) < 1.2 * RATE_HZ  # pre-roll, take, tail
        for before, after in itertools.pairwise(takes):
            assert 1 <= (after[0] - before[-1]) % 65_536 < RATE_HZ
        if all(missing_frames(counter) == 0 for counter in takes):
            return
    pytest.fail(f"frames were missing in each of {_ROUNDS} rounds")


def last_three_takes_of(ramp: Path, virtual_mic: VirtualMic) -> list[NDArray[np.int64]]:
    takes = []
    with started(pre_roll_ms=500) as stream, virtual_mic.playing(ramp):
        stream.start_take()
        for reading in readings(stream):
            if np.any(reading.samples):
                break
        stream.end_take(1)
        for number, pause_s in ((2, 0.8), (3, 0.1), (4, 0.0)):
            time.sleep(pause_s)
            assert stream.start_take() == number
            time.sleep(0.3)
            stream.end_take(number, 200)
            takes.append(heard_counter(take_of(stream, number)))
    return takes


def take_of(stream: CaptureStream, number: int) -> Samples:
    blocks: list[Samples] = []
    is_live = False
    for reading in readings(stream):
        if reading.kind is ReadingKind.TAKE_START:
            is_live = reading.count == number
        elif reading.kind is ReadingKind.TAKE_END and reading.count == number:
            break
        elif is_live:
            blocks.append(reading.samples)
    return np.concatenate(blocks)


def test_ready_microphone_serves_source_after_source(virtual_mic: VirtualMic) -> None:
    microphone = Microphone(keep_ready=True)
    try:
        for _ in range(3):
            listener = Listener(AlsaSource(microphone=microphone))
            listener.start()
            listener.wait_for_audio(0.2)
            listener.end()
            assert listener.chunks[0].start_frame == 0
            assert capture_threads() == ["cosy-capture"]
    finally:
        microphone.close()


def test_devices_are_listed_as_they_come_and_go(virtual_mic: VirtualMic) -> None:
    listed = list_capture_devices()
    assert [device.name for device in listed] == ["default", "pipewire:NODE=vmic"]
    assert {device.description for device in listed} == {"Virtual microphone"}
    virtual_mic.unplug()
    assert list_capture_devices() == ()


def test_no_microphone_is_an_error_though_the_server_opens(virtual_mic: VirtualMic) -> None:
    virtual_mic.unplug()
    with listening() as listener:
        listener.join(PATIENCE_S)
    assert isinstance(listener.error, DeviceUnavailableError)
    assert listener.error.reason is DeviceUnavailableReason.NONE_FOUND


def test_no_server_is_an_error_at_once(virtual_mic: VirtualMic) -> None:
    virtual_mic.down()
    with pytest.raises(DeviceUnavailableError) as caught:
        AlsaSource().open()
    assert caught.value.reason is DeviceUnavailableReason.NONE_FOUND


PRIORITY = """
from native._capture import CaptureStream
stream = CaptureStream("default")
stream.start()
print(stream.statistics.priority)
stream.stop()
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="takes capabilities away, which needs them")
def test_user_who_may_raise_nothing_captures_all_the_same(virtual_mic: VirtualMic) -> None:
    assert priority_of_a_plain_user() == "normal"


@pytest.mark.skipif(os.geteuid() != 0, reason="takes capabilities away, which needs them")
def test_priority_comes_from_realtimekit_where_it_answers(
    virtual_mic: VirtualMic, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The session bus of the virtual microphone stands in for the system's.
    bus = f"unix:path={virtual_mic.environment['XDG_RUNTIME_DIR']}/bus"
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus)
    helper = [sys.executable, "-m", "tests.helpers.fake_rtkit", bus]
    service = subprocess.Popen(helper, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert service.stdout is not None
        assert service.stdout.readline() == "ready\n"
        assert priority_of_a_plain_user() == "rtkit"
        assert service.stdout.readline().split()[1:] == ["priority", "10", "limited", "True"]
    finally:
        service.terminate()
        service.communicate()


def priority_of_a_plain_user() -> str:
    """What capture reports in a process that may not raise its own priority."""
    result = subprocess.run(
        ["setpriv", "--bounding-set=-sys_nice", sys.executable, "-c", PRIORITY],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return result.stdout.strip()
