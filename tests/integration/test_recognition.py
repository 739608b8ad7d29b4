"""The embedded recogniser on real speech and on real noise."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.api import Recognizer, StreamingRecognizer
from engine.audio.wav_source import WavSource
from engine.types import ENGINE_RATE_HZ, AudioChunk, Samples, SegmentUpdate

pytestmark = pytest.mark.model

SECONDS = 20


@pytest.fixture(scope="module")
def recognizer() -> Iterator[StreamingRecognizer]:
    loaded = StreamingRecognizer("whisper-base")
    yield loaded
    loaded.close()


@pytest.fixture(scope="module")
def offline() -> Iterator[Recognizer]:
    loaded = Recognizer("whisper-base")
    yield loaded
    loaded.close()


def recording(path: Path) -> Samples:
    source = WavSource(path)
    source.open()
    chunks = []
    while isinstance(chunk := source.read(), AudioChunk):
        chunks.append(chunk.samples)
    return np.concatenate(chunks)


def stream(
    recognizer: StreamingRecognizer, audio: Samples, step: int, *, is_live: bool = False
) -> list[SegmentUpdate]:
    recognizer.start()
    updates: list[SegmentUpdate] = []
    for start in range(0, len(audio), step):
        chunk = AudioChunk(audio[start : start + step], start)
        updates += recognizer.accept(chunk, is_live=is_live)
    return updates + list(recognizer.end())


def finals(updates: list[SegmentUpdate]) -> list[tuple[str, int, int]]:
    return [(u.text, u.start_frame, u.end_frame) for u in updates if u.is_final]


def test_any_chunk_length_gives_the_same_finals(
    recognizer: StreamingRecognizer, read_speech: Path
) -> None:
    speech = recording(read_speech)
    audio = np.concatenate([speech, np.zeros(ENGINE_RATE_HZ, np.float32), speech])
    steps = (160, 1_600, 7_777, len(audio))
    results = [finals(stream(recognizer, audio, step)) for step in steps]
    assert len(results[0]) == 2
    assert all(result == results[0] for result in results)


def test_live_gives_the_finals_of_a_file(offline: Recognizer, read_speech: Path) -> None:
    audio = recording(read_speech)
    recognizer = StreamingRecognizer("whisper-base")
    try:
        live = finals(stream(recognizer, audio, 320, is_live=True))
    finally:
        recognizer.close()  # its decoder threads, too
    whole = offline.transcribe(audio).segments
    assert live == [(u.text, u.start_frame, u.end_frame) for u in whole]


def test_partials_come_while_one_speaks(recognizer: StreamingRecognizer, read_speech: Path) -> None:
    updates = stream(recognizer, recording(read_speech), 1_600)
    partials = list(itertools.takewhile(lambda update: not update.is_final, updates))
    assert len(partials) >= 3
    assert all(update.text for update in partials)


def noises() -> dict[str, Samples]:
    rng = np.random.default_rng(7)
    n_frames = SECONDS * ENGINE_RATE_HZ
    clicks = rng.normal(0, 10 ** (-65 / 20), n_frames)
    for at in rng.integers(0, n_frames - 400, SECONDS * 6):
        clicks[at : at + 300] += rng.normal(0, 0.3, 300) * np.exp(-np.arange(300) / 60)
    return {
        "silence": np.zeros(n_frames, np.float32),
        "white-50": rng.normal(0, 10 ** (-50 / 20), n_frames).astype(np.float32),
        "white-30": rng.normal(0, 10 ** (-30 / 20), n_frames).astype(np.float32),
        "keyboard": clicks.astype(np.float32),
        "tone": (0.1 * np.sin(2 * np.pi * 440 * np.arange(n_frames) / 16_000)).astype(np.float32),
    }


@pytest.mark.parametrize("name", noises())
def test_what_is_not_speech_gives_no_text(recognizer: StreamingRecognizer, name: str) -> None:
    assert stream(recognizer, noises()[name], 1_600) == []


def test_language_is_chosen_for_each_segment(offline: Recognizer, shared_data: Path) -> None:
    segments = offline.transcribe(recording(shared_data / "audio" / "mix_zh_en_1.flac")).segments
    assert [segment.language for segment in segments] == ["zh", "en", "zh"]
    assert "middle classes" in segments[1].text
    assert segments[0].text.startswith("甚至出现交易")


def test_chinese_is_simplified_and_ends_as_a_sentence(
    offline: Recognizer, shared_data: Path
) -> None:
    text = offline.transcribe(recording(shared_data / "audio" / "zh_aishell_S0724W0125.flac")).text
    assert text == "而在股市大幅震荡的环境下。"
