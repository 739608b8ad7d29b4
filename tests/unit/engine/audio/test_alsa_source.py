from __future__ import annotations

import threading

import numpy as np
import pytest
import soxr

from engine.audio import alsa_source, microphone
from engine.audio.alsa_source import AlsaSource
from engine.audio.microphone import Microphone
from engine.errors import DeviceUnavailableError, DeviceUnavailableReason
from engine.types import (
    ENGINE_RATE_HZ,
    AudioChunk,
    CaptureDevice,
    Samples,
    SourceEvent,
    SourceEventKind,
)
from native._capture import PcmError, ReadingKind
from tests.helpers.fake_capture import RATE_HZ, FakeStream


class Bench:
    """Streams that the source opens, one after the other; time passes only by waiting."""

    def __init__(self) -> None:
        self.to_open: list[FakeStream | int] = []
        self.opened: list[FakeStream] = []
        self.now_s = 50.0
        self.waits_s: list[float] = []
        self.devices: tuple[CaptureDevice, ...] = (
            CaptureDevice("default", "A microphone", is_default=True),
        )

    def open(self, device: str, *, pre_roll_ms: int) -> FakeStream:
        stream = self.to_open.pop(0) if self.to_open else FakeStream()
        if isinstance(stream, int):
            raise PcmError(stream, "no")
        self.opened.append(stream)
        return stream

    @property
    def stream(self) -> FakeStream:
        return self.opened[-1]


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    bench = Bench()

    class Event(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            assert timeout is not None
            bench.waits_s.append(timeout)
            bench.now_s += timeout
            return self.is_set()

    monkeypatch.setattr(microphone, "CaptureStream", bench.open)
    monkeypatch.setattr(alsa_source, "list_capture_devices", lambda: bench.devices)
    monkeypatch.setattr("time.monotonic", lambda: bench.now_s)
    monkeypatch.setattr("threading.Event", Event)
    return bench


def noise(seconds: float, seed: int = 1, rate_hz: int = RATE_HZ) -> Samples:
    values = np.random.default_rng(seed).uniform(-0.5, 0.5, round(seconds * rate_hz))
    return values.astype(np.float32)


def converted(samples: Samples, rate_hz: int = RATE_HZ) -> Samples:
    result: Samples = soxr.resample(samples, rate_hz, ENGINE_RATE_HZ, quality="HQ")
    return result


def opened(bench: Bench) -> AlsaSource:
    source = AlsaSource()
    source.open()
    return source


def read_all(source: AlsaSource) -> list[AudioChunk | SourceEvent]:
    items = []
    while (item := source.read()) is not None:
        items.append(item)
    return items


def joined(items: list[AudioChunk | SourceEvent]) -> Samples:
    return np.concatenate([item.samples for item in items if isinstance(item, AudioChunk)])


def events(items: list[AudioChunk | SourceEvent]) -> list[tuple[SourceEventKind, int]]:
    return [(i.kind, i.lost_frames) for i in items if isinstance(i, SourceEvent)]


def starts_of_streams(items: list[AudioChunk | SourceEvent]) -> list[int]:
    """Where audio begins afresh: the first chunk's position, and each that does not join."""
    starts, end = [], -1
    for item in items:
        if isinstance(item, AudioChunk):
            if item.start_frame != end:
                starts.append(item.start_frame)
            end = item.end_frame
    return starts


def test_take_is_one_resampled_stream_without_seams(bench: Bench) -> None:
    source = opened(bench)
    audio = noise(1.0)
    for piece in np.split(audio, [7, 960, 5_000, 31_000]):
        bench.stream.push_frames(piece)
    source.close()
    items = read_all(source)
    np.testing.assert_array_equal(joined(items), converted(audio))
    assert starts_of_streams(items) == [0]
    assert source.statistics().frames == RATE_HZ
    assert source.read() is None


@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 32_000, 44_100])
def test_any_rate_that_the_device_has_will_do(bench: Bench, rate_hz: int) -> None:
    bench.to_open = [FakeStream(rate_hz)]
    source = opened(bench)
    audio = noise(0.5, rate_hz=rate_hz)
    bench.stream.push_frames(audio)
    source.close()
    np.testing.assert_array_equal(joined(read_all(source)), converted(audio, rate_hz))
    assert source.statistics().rate_hz == rate_hz


@pytest.mark.parametrize("kind", [ReadingKind.LOST, ReadingKind.NOT_CAPTURED])
def test_gap_is_a_jump_and_the_audio_after_it_a_new_stream(bench: Bench, kind: ReadingKind) -> None:
    source = opened(bench)
    before, after = noise(0.4), noise(0.3, seed=2)
    bench.stream.push_frames(before)
    bench.stream.push(kind, 4_801)
    bench.stream.push_frames(after)
    source.close()
    items = read_all(source)
    expected = np.concatenate([converted(before), converted(after)])
    np.testing.assert_array_equal(joined(items), expected)
    assert starts_of_streams(items) == [0, round((0.4 + 4_801 / RATE_HZ) * ENGINE_RATE_HZ)]
    assert events(items) == [(SourceEventKind.GAP, 1_600)]


def test_rounding_to_the_engine_rate_never_adds_up(bench: Bench) -> None:
    source = opened(bench)
    for _ in range(300):  # each piece and each gap is a third of a frame off by itself
        bench.stream.push_frames(noise(100 / RATE_HZ))
        bench.stream.push(ReadingKind.LOST, 100)
    bench.stream.push_frames(noise(0.1))
    source.close()
    last = [i for i in read_all(source) if isinstance(i, AudioChunk)][-1]
    assert abs(last.end_frame - (300 * 200 / 3 + 1_600)) <= 35  # the converter's own rounding


def test_closing_twice_or_before_opening_is_harmless(bench: Bench) -> None:
    source = AlsaSource()
    source.close()
    source.close()
    source.open()
    assert source.read() is None
    assert bench.opened == []


def test_stream_is_stopped_when_the_take_is_over(bench: Bench) -> None:
    source = opened(bench)
    source.close()
    source.close()
    assert read_all(source) == []
    assert bench.stream.is_stopped
    assert bench.stream.tails_ms == [0]


def test_lost_device_is_opened_again_in_the_same_take(bench: Bench) -> None:
    bench.to_open = [FakeStream(), 19, 19, 19, 19, 19, FakeStream(44_100)]
    source = opened(bench)
    bench.stream.push_frames(noise(0.4))
    bench.stream.lose()
    items = [source.read() for _ in range(3)]
    assert isinstance(items[-1], SourceEvent)
    assert items[-1].kind is SourceEventKind.DEVICE_LOST
    back = source.read()
    assert bench.waits_s == [0.25, 0.5, 1.0, 2.0, 2.0, 2.0]
    assert back == SourceEvent(SourceEventKind.DEVICE_BACK, "default", round(7.75 * 16_000))
    bench.stream.push_frames(noise(0.3, rate_hz=44_100))
    source.close()
    rest = read_all(source)
    assert starts_of_streams(rest) == [round((0.4 + 7.75) * ENGINE_RATE_HZ)]
    assert source.statistics().reopens == 1
    assert source.statistics().rate_hz == 44_100


def test_device_that_stays_away_is_given_up(bench: Bench) -> None:
    bench.to_open = [FakeStream(), *[19] * 100]
    source = opened(bench)
    bench.stream.lose()
    assert isinstance(source.read(), SourceEvent)
    with pytest.raises(DeviceUnavailableError) as caught:
        source.read()
    assert caught.value.reason is DeviceUnavailableReason.LOST
    assert 55 < sum(bench.waits_s) < 65


def test_close_while_the_device_is_away_ends_the_take(bench: Bench) -> None:
    source = opened(bench)
    bench.stream.lose()
    assert isinstance(source.read(), SourceEvent)
    source.close()
    assert source.read() is None
    assert len(bench.opened) == 1


def test_device_lost_at_the_very_end_is_no_news(bench: Bench) -> None:
    source = opened(bench)
    bench.stream.push_frames(noise(0.1))
    bench.stream.lose()
    source.close()
    assert events(read_all(source)) == []


def test_silence_is_told_once_until_frames_come_again(bench: Bench) -> None:
    source = opened(bench)
    told = []
    for _ in range(2):
        bench.stream.is_silent = False
        bench.stream.push_frames(noise(0.1))
        assert isinstance(source.read(), AudioChunk)
        bench.stream.is_silent = True
        told.append(source.read())
    assert told == [SourceEvent(SourceEventKind.SILENT, "default")] * 2
    source.close()
    assert events(read_all(source)) == []


def test_silence_from_the_start_without_any_microphone_is_an_error(bench: Bench) -> None:
    bench.devices = ()
    source = opened(bench)
    bench.stream.is_silent = True
    with pytest.raises(DeviceUnavailableError) as caught:
        source.read()
    assert caught.value.reason is DeviceUnavailableReason.NONE_FOUND


def test_silence_from_the_start_of_a_device_that_is_not_there_is_an_error(bench: Bench) -> None:
    source = AlsaSource("pipewire:NODE=gone")
    source.open()
    bench.stream.is_silent = True
    with pytest.raises(DeviceUnavailableError) as caught:
        source.read()
    assert caught.value.reason is DeviceUnavailableReason.NOT_FOUND


def test_statistics_are_those_of_the_take(bench: Bench) -> None:
    device = Microphone(keep_ready=True)
    device.open()
    bench.stream.statistics.xruns = 3
    bench.stream.statistics.lost_frames = 300
    source = AlsaSource(microphone=device)
    source.open()
    bench.stream.statistics.xruns = 5
    bench.stream.statistics.lost_frames = 380
    bench.stream.statistics.ring_overrun_frames = 7
    statistics = source.statistics()
    assert (statistics.xruns, statistics.lost_frames, statistics.ring_overruns) == (2, 80, 7)
    assert (statistics.priority, statistics.access) == ("fifo", "mmap")
    source.close()
    read_all(source)
    bench.stream.statistics.xruns = 9
    assert source.statistics() == statistics


class TestMicrophoneKeptReady:
    def test_take_starts_when_the_source_is_made(self, bench: Bench) -> None:
        device = Microphone(keep_ready=True)
        device.open()
        source = AlsaSource(microphone=device)
        audio = noise(0.6)
        bench.stream.push_frames(audio)
        source.open()
        source.close()
        np.testing.assert_array_equal(joined(read_all(source)), converted(audio))
        assert len(bench.opened) == 1
        assert not bench.stream.is_stopped

    def test_takes_follow_each_other_on_one_stream(self, bench: Bench) -> None:
        device = Microphone(keep_ready=True)
        device.open()
        for seed in range(3):
            source = AlsaSource(microphone=device)
            source.open()
            bench.stream.push_frames(noise(0.2, seed))
            source.close()
            items = read_all(source)
            np.testing.assert_array_equal(joined(items), converted(noise(0.2, seed)))
            assert starts_of_streams(items) == [0]
        assert len(bench.opened) == 1

    def test_device_that_was_not_ready_yet_is_opened_and_kept(self, bench: Bench) -> None:
        device = Microphone(keep_ready=True)
        source = AlsaSource(microphone=device)
        source.open()
        source.close()
        read_all(source)
        assert device.ready() is not None

    def test_device_lost_in_a_take_is_opened_again_and_kept(self, bench: Bench) -> None:
        device = Microphone(keep_ready=True)
        device.open()
        source = AlsaSource(microphone=device)
        source.open()
        bench.stream.lose()
        assert isinstance(source.read(), SourceEvent)
        assert isinstance(source.read(), SourceEvent)
        source.close()
        read_all(source)
        assert len(bench.opened) == 2
        assert bench.opened[0].is_stopped
        assert device.ready() is not None
