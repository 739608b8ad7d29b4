from __future__ import annotations

import numpy as np
import pytest
import soxr
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.audio.resample import StreamingResampler
from engine.types import ENGINE_RATE_HZ, Samples

RATES_HZ = (8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 96_000)


def noise(frames: int) -> Samples:
    return np.random.default_rng(1).uniform(-0.5, 0.5, frames).astype(np.float32)


def resample(rate_hz: int, pieces: list[Samples]) -> Samples:
    resampler = StreamingResampler(rate_hz)
    return np.concatenate([*map(resampler.process, pieces), resampler.flush()])


@settings(max_examples=60, deadline=None)
@given(
    rate_hz=st.sampled_from(RATES_HZ),
    cuts=st.lists(st.integers(1, 3_000), min_size=1, max_size=20),
)
def test_any_split_gives_what_one_call_gives(rate_hz: int, cuts: list[int]) -> None:
    audio = noise(sum(cuts))
    pieces = np.split(audio, np.cumsum(cuts)[:-1])
    np.testing.assert_array_equal(resample(rate_hz, pieces), resample(rate_hz, [audio]))


@pytest.mark.parametrize("rate_hz", RATES_HZ)
def test_stream_equals_the_one_shot_high_quality_converter(rate_hz: int) -> None:
    audio = noise(rate_hz)
    expected = soxr.resample(audio, rate_hz, ENGINE_RATE_HZ, quality="HQ")
    np.testing.assert_allclose(resample(rate_hz, [audio]), expected, atol=1e-6)


@pytest.mark.parametrize("rate_hz", RATES_HZ)
def test_no_frame_is_added_or_lost(rate_hz: int) -> None:
    assert len(resample(rate_hz, [noise(3 * rate_hz)])) == 3 * ENGINE_RATE_HZ


def test_what_lies_above_the_band_does_not_fold_into_it() -> None:
    time = np.arange(48_000) / 48_000
    above = np.sin(2 * np.pi * 10_000 * time).astype(np.float32)
    inside = resample(48_000, [above])[1_000:-1_000]
    assert 20 * np.log10(np.abs(inside).max()) < -100
