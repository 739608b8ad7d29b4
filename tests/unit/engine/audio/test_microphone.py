from __future__ import annotations

import errno

import numpy as np
import pytest

from engine.audio import microphone
from engine.audio.microphone import TAIL_MS, Microphone
from engine.errors import DeviceUnavailableError, DeviceUnavailableReason
from native._capture import PcmError, ReadingKind
from tests.helpers.fake_capture import FakeStream


@pytest.fixture
def streams(monkeypatch: pytest.MonkeyPatch) -> list[FakeStream]:
    """The streams opened so far, in order."""
    opened: list[FakeStream] = []

    def make(device: str, *, pre_roll_ms: int) -> FakeStream:
        opened.append(FakeStream())
        opened[-1].pre_roll_ms = pre_roll_ms
        return opened[-1]

    monkeypatch.setattr(microphone, "CaptureStream", make)
    return opened


def block(value: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.full(10, value, np.float32)


@pytest.mark.parametrize(
    ("device", "number", "reason"),
    [
        ("usb", errno.ENOENT, DeviceUnavailableReason.NOT_FOUND),
        ("usb", errno.ENODEV, DeviceUnavailableReason.NOT_FOUND),
        ("default", errno.ENOENT, DeviceUnavailableReason.NONE_FOUND),
        ("default", errno.EHOSTDOWN, DeviceUnavailableReason.NONE_FOUND),
        ("default", errno.ECONNREFUSED, DeviceUnavailableReason.NONE_FOUND),
        ("default", errno.EBUSY, DeviceUnavailableReason.BUSY),
        ("default", errno.EACCES, DeviceUnavailableReason.NO_PERMISSION),
        ("default", errno.EINVAL, DeviceUnavailableReason.UNSUPPORTED),
        ("default", errno.EIO, DeviceUnavailableReason.OTHER),
    ],
)
def test_error_of_the_device_becomes_a_reason(
    monkeypatch: pytest.MonkeyPatch, device: str, number: int, reason: DeviceUnavailableReason
) -> None:
    def refuse(device: str, *, pre_roll_ms: int) -> FakeStream:
        raise PcmError(number, "snd_pcm_open: words of the library")

    monkeypatch.setattr(microphone, "CaptureStream", refuse)
    with pytest.raises(DeviceUnavailableError) as caught:
        Microphone(device).open()
    assert caught.value.device == device
    assert caught.value.reason is reason
    assert caught.value.detail == "snd_pcm_open: words of the library"


def test_real_library_reports_an_unknown_device() -> None:
    with pytest.raises(DeviceUnavailableError) as caught:
        Microphone("no-such-device").open()
    assert caught.value.reason is DeviceUnavailableReason.NOT_FOUND


def test_device_that_is_not_kept_is_opened_for_each_take(streams: list[FakeStream]) -> None:
    device = Microphone()
    first, second = device.open(), device.open()
    assert first is not second
    assert device.ready() is None
    assert [stream.pre_roll_ms for stream in streams] == [0, 0]


def test_device_that_is_kept_is_opened_once(streams: list[FakeStream]) -> None:
    device = Microphone(keep_ready=True)
    assert device.ready() is None
    assert device.open() is device.open() is device.ready()
    assert [stream.pre_roll_ms for stream in streams] == [500]


def test_kept_device_that_is_gone_is_opened_again(streams: list[FakeStream]) -> None:
    device = Microphone(keep_ready=True)
    first = device.open()
    streams[0].is_running = False
    assert device.ready() is None
    assert device.open() is not first


def test_close_stops_the_kept_stream_and_may_come_twice(streams: list[FakeStream]) -> None:
    device = Microphone(keep_ready=True)
    device.close()
    device.open()
    device.close()
    device.close()
    assert streams[0].is_stopped
    assert device.ready() is None


def test_ending_a_take_ends_the_stream_unless_it_is_kept(streams: list[FakeStream]) -> None:
    once = Microphone().open()
    once.end_take(once.start_take())
    assert once.read(1) is None
    assert streams[0].tails_ms == [0]

    kept = Microphone(keep_ready=True).open()
    kept.end_take(kept.start_take())
    assert kept.read(1) is None
    assert kept.is_running
    assert streams[1].tails_ms == [TAIL_MS]


def test_take_passes_over_what_is_left_of_earlier_ones(streams: list[FakeStream]) -> None:
    device = Microphone(keep_ready=True).open()
    device.end_take(device.start_take())
    streams[0].push_frames(block(0.1))
    streams[0].push(ReadingKind.LOST, 5)
    second = device.start_take()
    streams[0].push_frames(block(0.2))
    reading = device.read(second)
    assert reading is not None
    np.testing.assert_array_equal(reading.samples, block(0.2))


def test_take_that_a_later_one_cut_off_takes_nothing_of_it(streams: list[FakeStream]) -> None:
    device = Microphone(keep_ready=True).open()
    first, second = device.start_take(), device.start_take()
    streams[0].push_frames(block(0.2))
    assert device.read(first) is None
    assert device.read(first) is None
    reading = device.read(second)
    assert reading is not None
    assert reading.kind is ReadingKind.FRAMES
