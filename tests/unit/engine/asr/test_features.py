from __future__ import annotations

import tracemalloc

import librosa
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.asr.features import FeaturePool, FeatureStore, log_mel
from engine.types import Samples

SECOND = 16_000


def noise(seconds: float, seed: int = 0) -> Samples:
    rng = np.random.default_rng(seed)
    return rng.normal(0, 0.1, round(seconds * SECOND)).astype(np.float32)


@pytest.mark.parametrize("bands", [80, 128])
def test_log_mel_is_librosas(bands: int) -> None:
    samples = noise(2.0)
    expected = librosa.feature.melspectrogram(
        y=samples, sr=SECOND, n_fft=400, hop_length=160, n_mels=bands, center=False
    )
    ours = log_mel(samples, bands)
    assert ours.shape == expected.shape
    np.testing.assert_allclose(ours, np.log10(np.maximum(expected, 1e-10)), atol=1e-4)


def test_features_are_scaled_as_whisper_scales_them() -> None:
    samples = noise(3.0)
    store = FeatureStore(5 * SECOND)
    store.accept(samples)
    mel = librosa.feature.melspectrogram(
        y=samples, sr=SECOND, n_fft=400, hop_length=160, n_mels=80, pad_mode="constant"
    )
    log = np.log10(np.maximum(mel, 1e-10))
    log = (np.maximum(log, log.max() - 8) + 4) / 4
    whole = (len(samples) - 200) // 160 + 1  # those that see nothing of what follows
    np.testing.assert_allclose(store.window(whole, len(samples)), log[:, :whole], atol=1e-4)


@settings(max_examples=30, deadline=None)
@given(cuts=st.lists(st.integers(0, SECOND), max_size=20))
def test_any_split_gives_the_same_features(cuts: list[int]) -> None:
    samples = noise(1.0)
    whole, split = FeatureStore(SECOND), FeatureStore(SECOND)
    whole.accept(samples)
    for part in np.split(samples, sorted(cuts)):
        split.accept(part)
    # Matrix products of other sizes may round their last bit otherwise; the pipeline's are equal.
    np.testing.assert_allclose(split.window(120, SECOND), whole.window(120, SECOND), atol=1e-6)


def test_each_feature_frame_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    computed = 0

    def counted(samples: Samples, bands: int = 80) -> object:
        nonlocal computed
        block = log_mel(samples, bands)
        computed += block.shape[1]
        return block

    monkeypatch.setattr("engine.asr.features.log_mel", counted)
    store = FeatureStore(2 * SECOND)
    for part in np.split(noise(2.0), 50):
        store.accept(part)
        store.window(200, store.n_frames)
    assert computed == (2 * SECOND - 200) // 160 + 1


def test_a_window_does_not_depend_on_what_follows_it() -> None:
    short, long = FeatureStore(4 * SECOND), FeatureStore(4 * SECOND)
    samples = noise(3.0)
    short.accept(samples[:SECOND])
    long.accept(samples)
    np.testing.assert_allclose(long.window(200, SECOND), short.window(200, SECOND), atol=1e-6)


def test_a_window_may_begin_later() -> None:
    store = FeatureStore(4 * SECOND)
    store.accept(np.concatenate([noise(1.0) / 10, noise(1.0, seed=1)]))
    later = store.window(100, 2 * SECOND, SECOND)
    np.testing.assert_allclose(later[:, :90], store.window(200, 2 * SECOND)[:, 100:190], atol=1e-6)


def test_padding_is_silence_eight_below_the_loudest() -> None:
    store = FeatureStore(SECOND)
    store.accept(noise(0.5))
    features = store.window(200, SECOND // 2)
    assert features.shape == (80, 200)
    np.testing.assert_allclose(features[:, 100:], features.max() - 2.0, atol=1e-6)


def test_the_quietest_point_is_found() -> None:
    samples = noise(3.0)
    samples[20_000:23_200] *= 0.01
    store = FeatureStore(3 * SECOND)
    store.accept(samples)
    assert 20_000 < store.quietest_frame(SECOND, 3 * SECOND) < 23_200


def test_a_segment_that_is_too_long_is_refused() -> None:
    store = FeatureStore(SECOND)
    store.accept(noise(1.0))
    with pytest.raises(ValueError, match="longer than"):
        store.accept(np.zeros(1, np.float32))


def test_reset_leaves_nothing_of_the_segment() -> None:
    used, fresh = FeatureStore(SECOND), FeatureStore(SECOND)
    used.accept(noise(1.0, seed=1))
    used.reset()
    for store in (used, fresh):
        store.accept(noise(0.5))
    np.testing.assert_array_equal(used.window(80, 8_000), fresh.window(80, 8_000))


def test_the_pool_has_memory_for_two_streams_before_they_begin() -> None:
    pool = FeaturePool(30 * SECOND)
    tracemalloc.start()
    try:
        taken = [pool.take(), pool.take()]
        grown, _ = tracemalloc.get_traced_memory()
        taken.append(pool.take())
        grown_more, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert grown < 10_000
    assert grown_more > 900_000


def test_the_pool_hands_the_same_memory_on() -> None:
    pool = FeaturePool(SECOND)
    first, second = pool.take(), pool.take()
    assert first is not second
    first.accept(noise(1.0))
    pool.give_back(first)
    again = pool.take()
    assert again is first
    assert again.n_frames == 0
