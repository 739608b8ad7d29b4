from __future__ import annotations

import itertools
import threading
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.audio.wav_source import WavSource
from engine.errors import AudioFileError, AudioFileReason
from engine.types import ENGINE_RATE_HZ, AudioChunk


def chunks_of(source: WavSource) -> list[AudioChunk]:
    chunks = []
    while (item := source.read()) is not None:
        assert isinstance(item, AudioChunk)
        chunks.append(item)
    return chunks


def tone(path: Path, seconds: float, rate_hz: int = 44_100) -> Path:
    time = np.arange(int(seconds * rate_hz)) / rate_hz
    soundfile.write(path, 0.5 * np.sin(2 * np.pi * 440 * time), rate_hz)
    return path


class Clock:
    """Time that passes only by waiting."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.waits = 0

    def monotonic(self) -> float:
        return self.now_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()

    class Event(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            assert timeout is not None
            clock.waits += 1
            if not self.is_set():
                clock.now_s += timeout
            return self.is_set()

    monkeypatch.setattr("time.monotonic", clock.monotonic)
    monkeypatch.setattr("threading.Event", Event)
    return clock


@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 44_100, 48_000])
@pytest.mark.parametrize("seconds", [0.01, 0.5, 1.234])
def test_chunks_join_to_the_whole_file(tmp_path: Path, rate_hz: int, seconds: float) -> None:
    source = WavSource(tone(tmp_path / "a.wav", seconds, rate_hz))
    source.open()
    chunks = chunks_of(source)
    assert chunks[0].start_frame == 0
    for before, after in itertools.pairwise(chunks):
        assert after.start_frame == before.end_frame
    assert abs(chunks[-1].end_frame - int(seconds * rate_hz) * ENGINE_RATE_HZ / rate_hz) <= 1
    assert source.statistics().frames == int(seconds * rate_hz)
    assert source.statistics().lost_frames == 0


def test_samples_are_read_only_mono_float(tmp_path: Path) -> None:
    source = WavSource(tone(tmp_path / "a.wav", 0.2))
    source.open()
    samples = chunks_of(source)[0].samples
    assert samples.dtype == np.float32
    assert samples.ndim == 1
    assert not samples.flags.writeable


def test_real_time_gives_what_full_speed_gives(tmp_path: Path, clock: Clock) -> None:
    path = tone(tmp_path / "a.wav", 1.0)
    whole = []
    for realtime in (False, True):
        source = WavSource(path, realtime=realtime)
        source.open()
        whole.append(np.concatenate([c.samples for c in chunks_of(source)]))
    np.testing.assert_array_equal(whole[0], whole[1])


def test_real_time_takes_as_long_as_the_recording(tmp_path: Path, clock: Clock) -> None:
    source = WavSource(tone(tmp_path / "a.wav", 2.0), realtime=True)
    source.open()
    chunks_of(source)
    assert clock.now_s - 100 == pytest.approx(2.02, abs=0.03)


def test_late_reader_finds_the_audio_waiting(tmp_path: Path, clock: Clock) -> None:
    source = WavSource(tone(tmp_path / "a.wav", 1.0), realtime=True)
    source.open()
    source.read()
    clock.now_s += 5
    clock.waits = 0
    chunks_of(source)
    assert clock.waits == 0


def test_close_in_real_time_keeps_what_was_spoken_before_it(tmp_path: Path, clock: Clock) -> None:
    source = WavSource(tone(tmp_path / "a.wav", 10.0), realtime=True)
    source.open()
    source.read()
    clock.now_s += 1
    source.close()
    assert chunks_of(source)[-1].end_frame == pytest.approx(1.04 * ENGINE_RATE_HZ, abs=400)
    assert source.read() is None


def test_close_from_another_thread_ends_a_waiting_read(tmp_path: Path) -> None:
    source = WavSource(tone(tmp_path / "a.wav", 600.0, 8_000), realtime=True)
    source.open()
    assert source.read() is not None
    reader = threading.Thread(target=chunks_of, args=(source,))
    reader.start()
    source.close()
    reader.join(5)
    assert not reader.is_alive()


def test_closed_before_reading_gives_nothing(tmp_path: Path) -> None:
    source = WavSource(tone(tmp_path / "a.wav", 1.0))
    source.open()
    source.close()
    source.close()
    assert source.read() is None


def test_error_of_opening_reaches_the_caller(tmp_path: Path) -> None:
    with pytest.raises(AudioFileError) as caught:
        WavSource(tmp_path / "none.wav").open()
    assert caught.value.reason is AudioFileReason.MISSING


def test_memory_does_not_grow_with_length(tmp_path: Path) -> None:
    path = tmp_path / "long.flac"
    with soundfile.SoundFile(path, "w", 48_000, 2) as file:
        for _ in range(20):
            file.write(np.zeros((48_000 * 60, 2), np.int16))
    source = WavSource(path)
    source.open()
    for _ in range(20):
        source.read()
    tracemalloc.start()
    try:
        while source.read() is not None:
            pass
        assert tracemalloc.get_traced_memory()[1] < 2 << 20
    finally:
        tracemalloc.stop()
