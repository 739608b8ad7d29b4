from __future__ import annotations

import json
import math
import struct
import wave
from pathlib import Path

import pytest

from app.__main__ import main
from app.cli.dictate import _JsonView, describe
from engine.audio.limited_source import LimitedSource
from engine.types import SegmentUpdate, SourceEvent, SourceEventKind, UpdateKind
from tests.helpers.fake_source import FakeSource


def write_tone(path: Path, seconds: float = 1.0) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, 16_000, 0, "NONE", ""))
        tone = (round(3000 * math.sin(i / 6)) for i in range(round(16_000 * seconds)))
        file.writeframes(b"".join(struct.pack("<h", value) for value in tone))
    return path


@pytest.mark.model
def test_recording_is_recognised(read_speech: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dictate", "--wav", str(read_speech)]) == 0
    out, err = capsys.readouterr()
    assert "young man" in out
    assert err == ""


@pytest.mark.model
def test_json_events_follow_the_contract(
    read_speech: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dictate", "--json", "--realtime", "--wav", str(read_speech)]) == 0
    *updates, stats = map(json.loads, capsys.readouterr().out.splitlines())
    finals = [u for u in updates if u["event"] == "final"]
    assert "young man" in finals[0]["text"]
    assert {"event", "segment", "revision", "text", "start", "end", "t"} == set(updates[0])
    assert set(finals[0]) - set(updates[0]) == {"language", "confidence", "latency_ms"}
    assert updates[0]["event"] == "partial"
    assert [u["revision"] for u in updates] == list(range(len(updates)))
    assert 0 <= finals[0]["start"] < finals[0]["end"] <= finals[0]["t"]
    assert stats["event"] == "stats"
    assert {"frames", "lost_frames", "xruns", "ring_overruns", "rtf", "pss_mib"} <= set(stats)
    assert stats["frames"] == 47_840
    assert stats["lost_frames"] == 0


@pytest.mark.parametrize("is_first_pass", [True, False])
def test_final_of_the_first_pass_is_marked(
    capsys: pytest.CaptureFixture[str], is_first_pass: bool
) -> None:
    view = _JsonView(LimitedSource(FakeSource()))
    final = SegmentUpdate(0, 1, UpdateKind.FINAL, "so", 0, 1600, is_first_pass=is_first_pass)
    view.update(final, 1.0)
    assert json.loads(capsys.readouterr().out).get("first_pass", False) is is_first_pass


@pytest.mark.model
def test_seconds_end_the_dictation(read_speech: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dictate", "--json", "--seconds", "0.5", "--wav", str(read_speech)]) == 0
    stats = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert stats["audio_s"] == 0.5


@pytest.mark.model
@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("none.wav", None, "there is no file"),
        ("empty.wav", b"", "is empty"),
        ("picture.wav", b"\x89PNG\r\n\x1a\n" + bytes(400), "is not a recording"),
        ("short.wav", b"RIFF\x24\x00", "is damaged"),
    ],
)
def test_bad_recording_is_one_sentence(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    content: bytes | None,
    said: str,
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    assert main(["dictate", "--wav", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert str(path) in err
    assert err.count("\n") == 1


@pytest.mark.model
def test_folder_in_place_of_a_recording_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dictate", "--wav", str(tmp_path)]) == 1
    assert f"{tmp_path} is a folder" in capsys.readouterr().err


def test_missing_model_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", "")
    assert main(["dictate", "--wav", str(write_tone(tmp_path / "a.wav"))]) == 1
    err = capsys.readouterr().err
    assert "whisper-base" in err
    assert "models install" in err


@pytest.mark.parametrize(
    "arguments",
    [["--realtime"], ["--seconds", "0"], ["--seconds", "nan"], ["--lang", "xx"], ["--what"]],
)
def test_wrong_usage_is_status_2(arguments: list[str]) -> None:
    try:
        status: object = main(["dictate", *arguments])
    except SystemExit as exit_:
        status = exit_.code
    assert status == 2


@pytest.mark.parametrize("kind", SourceEventKind)
def test_every_source_event_has_words(kind: SourceEventKind) -> None:
    assert "microphone" in describe(SourceEvent(kind, "default")) or kind is SourceEventKind.GAP


def test_lost_audio_is_told_in_seconds() -> None:
    event = SourceEvent(SourceEventKind.DEVICE_BACK, "default", lost_frames=24_000)
    assert describe(event) == "the microphone is back; 1.5 s were not heard"
