from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer

from engine.asr import engines
from engine.asr.backends.whisper_model import (
    AUTO,
    DecodeRequest,
    WhisperWeights,
    decoding_tokenizer,
)
from engine.asr.features import FeatureStore
from engine.audio.wav_source import WavSource
from engine.cores import DecoderPlan
from engine.errors import BackendError, ModelCorruptError
from engine.types import AudioChunk, Samples

pytestmark = pytest.mark.model

PLAN = DecoderPlan(None, threads=1, workers=2)


@pytest.fixture
def weights() -> Iterator[WhisperWeights]:
    loaded = WhisperWeights("whisper-base", engines.find_model("whisper-base").folder, PLAN)
    yield loaded
    loaded.close()


def recording(path: Path) -> Samples:
    source = WavSource(path)
    source.open()
    chunks = []
    while isinstance(chunk := source.read(), AudioChunk):
        chunks.append(chunk.samples)
    return np.concatenate(chunks)


def request(samples: Samples, language: str = AUTO, *, is_final: bool = True) -> DecodeRequest:
    store = FeatureStore(30 * 16_000)
    store.accept(samples)
    features = store.window(1200, len(samples))
    return DecodeRequest(features, len(samples), language, is_final=is_final)


def test_read_english_is_understood(weights: WhisperWeights, read_speech: Path) -> None:
    decoded = weights.decode(request(recording(read_speech)))
    assert decoded.language == "en"
    assert "young man" in decoded.text
    assert decoded.confidence > 0.5
    assert decoded.no_speech < 0.5
    assert weights.text(decoded.tokens) == decoded.text


def test_a_decoder_thread_gives_the_same(weights: WhisperWeights, read_speech: Path) -> None:
    wanted = request(recording(read_speech), "en", is_final=False)
    assert weights.submit(wanted).result(60) == weights.decode(wanted)


def test_noise_is_not_text(weights: WhisperWeights) -> None:
    rng = np.random.default_rng(0)
    for level in (0.0, 0.003, 0.03):
        decoded = weights.decode(request(rng.normal(0, level, 32_000).astype(np.float32)))
        assert decoded.text == ""


def test_abandoned_work_is_left_undone(weights: WhisperWeights, read_speech: Path) -> None:
    wanted = request(recording(read_speech))
    wanted.is_abandoned = True
    assert weights.decode(wanted).text == ""


def test_tokens_become_the_same_text_without_the_merges() -> None:
    path = engines.find_model("whisper-base").folder / "tokenizer.json"
    ours, whole = decoding_tokenizer(path), Tokenizer.from_file(str(path))
    every = range(whole.get_vocab_size())
    assert ours.decode_batch([[token] for token in every]) == whole.decode_batch(
        [[token] for token in every]
    )
    assert ours.get_vocab() == whole.get_vocab()
    assert json.loads(ours.to_str())["model"]["merges"] == []


def test_a_tokenizer_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{")
    with pytest.raises(ModelCorruptError) as caught:
        WhisperWeights("mine", tmp_path, PLAN)
    assert caught.value.path == tmp_path / "tokenizer.json"


def test_weights_that_the_runtime_refuses_are_told(tmp_path: Path) -> None:
    folder = engines.find_model("whisper-base").folder
    for name in ("tokenizer.json", "vocabulary.json", "config.json"):
        shutil.copy(folder / name, tmp_path)
    (tmp_path / "model.bin").write_bytes(b"\xff" * 100)
    with pytest.raises(BackendError):
        WhisperWeights("mine", tmp_path, PLAN)
