from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.microphone_keeper import MicrophoneKeeper, may_be_kept
from engine.audio import microphone
from engine.audio.alsa_source import AlsaSource
from engine.audio.microphone import PRE_ROLL_MS, Microphone
from engine.settings import AudioSettings
from engine.types import CaptureDevice
from native._capture import PcmError
from tests.helpers.fake_capture import FakeStream

DEFAULT = CaptureDevice("default", "Built-in", is_default=True)
USB = CaptureDevice("hw:1", "Blue Yeti", is_default=False)
HEADSET = CaptureDevice("pipewire:NODE=bluez_input.1", "Headset", False, is_bluetooth=True)
DEVICES = (DEFAULT, USB, HEADSET)

KEEP = AudioSettings(keep_ready=True)


class Rig:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.streams: dict[str, list[FakeStream]] = {}
        self.refuses = False
        monkeypatch.setattr(microphone, "CaptureStream", self._open)
        self.pool = ThreadPoolExecutor(1)
        self.keeper = MicrophoneKeeper(self.pool)

    def _open(self, device: str, *, pre_roll_ms: int) -> FakeStream:
        if self.refuses:
            raise PcmError(16, "busy")
        stream = FakeStream()
        stream.pre_roll_ms = pre_roll_ms
        self.streams.setdefault(device, []).append(stream)
        return stream

    def follow(
        self, audio: AudioSettings, devices: tuple[CaptureDevice, ...] = DEVICES
    ) -> list[str]:
        """The devices that are open once the pool is through."""
        self.keeper.follow(audio, devices)
        return self.open()

    def open(self) -> list[str]:
        self.pool.submit(lambda: None).result()  # one thread: all before it is done
        return [name for name, made in self.streams.items() if any(s.is_running for s in made)]


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    rig = Rig(monkeypatch)
    yield rig
    rig.keeper.close()
    rig.pool.shutdown()


def test_microphone_is_closed_between_takes_unless_asked_for(rig: Rig) -> None:
    assert rig.follow(AudioSettings()) == []


def test_kept_microphone_is_open_before_the_key(rig: Rig) -> None:
    assert rig.follow(KEEP) == ["default"]
    assert rig.streams["default"][0].pre_roll_ms == PRE_ROLL_MS


def test_take_of_a_kept_microphone_leaves_it_open(rig: Rig) -> None:
    rig.follow(KEEP)
    source = rig.keeper.source("default")
    source.open()
    source.close()
    while source.read() is not None:
        pass
    assert len(rig.streams["default"]) == 1
    assert rig.open() == ["default"]


def test_take_of_another_device_opens_that_one(rig: Rig) -> None:
    rig.follow(KEEP)
    source = rig.keeper.source("hw:1")
    source.open()
    assert rig.streams["hw:1"][0].pre_roll_ms == 0
    source.close()
    while source.read() is not None:
        pass
    assert rig.open() == ["default"]


def test_choice_of_another_device_keeps_that_one_instead(rig: Rig) -> None:
    rig.follow(KEEP)
    assert rig.follow(AudioSettings("hw:1", keep_ready=True)) == ["hw:1"]


def test_turned_off_closes_it(rig: Rig) -> None:
    rig.follow(KEEP)
    assert rig.follow(AudioSettings()) == []


def test_bluetooth_headset_is_never_kept(rig: Rig) -> None:
    assert rig.follow(AudioSettings(HEADSET.name, keep_ready=True)) == []


def test_headset_that_becomes_the_default_is_let_go_of(rig: Rig) -> None:
    rig.follow(KEEP)
    headset = CaptureDevice("default", "Headset", is_default=True, is_bluetooth=True)
    assert rig.follow(KEEP, (headset, HEADSET)) == []


def test_microphone_that_went_away_is_opened_again(rig: Rig) -> None:
    rig.follow(KEEP)
    rig.streams["default"][0].is_running = False
    assert rig.follow(KEEP) == ["default"]
    assert len(rig.streams["default"]) == 2


def test_microphone_that_cannot_be_opened_is_tried_again(rig: Rig) -> None:
    rig.refuses = True
    assert rig.follow(KEEP) == []
    rig.refuses = False
    assert rig.follow(KEEP) == ["default"]


def test_nothing_is_opened_after_the_end(rig: Rig) -> None:
    rig.follow(KEEP)
    rig.keeper.close()
    assert rig.open() == []
    assert rig.follow(KEEP) == []


def test_microphone_let_go_of_while_it_opens_is_closed(rig: Rig) -> None:
    made: list[Microphone] = []

    class Late(Microphone):
        def open(self) -> microphone.OpenDevice:
            rig.keeper.follow(AudioSettings(), DEVICES)
            return super().open()

    def make(device: str) -> Microphone:
        made.append(Late(device, keep_ready=True))
        return made[-1]

    rig.keeper = MicrophoneKeeper(rig.pool, make)
    assert rig.follow(KEEP) == []
    assert made[0].ready() is None


def test_take_is_an_alsa_source(rig: Rig) -> None:
    assert isinstance(rig.keeper.source("default"), AlsaSource)


@pytest.mark.parametrize(
    ("device", "may_be"),
    [("default", True), ("hw:1", True), (HEADSET.name, False), ("bluealsa", False), ("my", True)],
)
def test_which_devices_may_stay_open(device: str, may_be: bool) -> None:
    assert may_be_kept(device, DEVICES) is may_be
    assert not may_be_kept(device, ())
