from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path

import pytest

from app.bench import corpus, scoring, systems
from app.bench.corpus import Clip
from app.bench.live import LiveMeasurement
from app.bench.systems import SystemSpec, Transcription
from app.cli import bench

CLIPS = tuple(Clip(Path(f"{n}.wav"), "en", "hello") for n in range(10))
SPECS = (SystemSpec("ours", "fake"), SystemSpec("peer", "fake", "faster-whisper"))


@pytest.fixture(autouse=True)
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    def in_child(
        function: Callable[..., object], spec: SystemSpec, clips: tuple[Clip, ...]
    ) -> object:
        if function is bench._play:
            return LiveMeasurement(1.0, 0.2, (500.0,), (), (200.0,), 300.0)
        texts = tuple("hello" for _ in clips)
        return Transcription(texts, 1.0, 0.1, 0.1, 0.5), 250.0

    monkeypatch.setattr(bench, "_in_child", in_child)
    monkeypatch.setattr(systems, "installed", lambda engine: SPECS)
    monkeypatch.setattr(corpus, "read_manifest", lambda path: CLIPS)
    monkeypatch.setattr(corpus, "synthesise", lambda folder: CLIPS)


def run(*arguments: str) -> int:
    parser = ArgumentParser()
    bench.configure(parser)
    return bench.run(parser.parse_args(arguments))


def test_recordings_are_scored(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scoring, "error_percents", lambda clips, texts: {"en": 1.5})
    assert run("--audio", "manifest.tsv", "--json") == 0
    read = json.loads(capsys.readouterr().out)
    assert [system["name"] for system in read["systems"]] == ["ours", "peer"]
    assert read["systems"][0]["error_percent"] == {"en": 1.5}
    assert "live" in read["systems"][0]
    assert "live" not in read["systems"][1]
    assert read["clips"] == 10


def test_without_the_scorers_the_rest_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unavailable(clips: object, texts: object) -> None:
        raise scoring.ScoringUnavailableError

    monkeypatch.setattr(scoring, "error_percents", unavailable)
    assert run("--audio", "manifest.tsv") == 0
    captured = capsys.readouterr()
    assert "rtf" in captured.out
    assert "scripts/bench" in captured.err


def test_synthetic_speech_is_not_scored_and_quick_takes_a_few(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("--quick", "--json") == 0
    read = json.loads(capsys.readouterr().out)
    assert read["synthetic"] is True
    assert read["clips"] == 4
    assert read["systems"][0]["error_percent"] == {}
