from __future__ import annotations

import io
from argparse import ArgumentParser
from types import SimpleNamespace

import pytest

from app.cli import normalize
from engine.text.hot_words import hot_words_file


def run(monkeypatch: pytest.MonkeyPatch, text: bytes, *arguments: str) -> int:
    parser = ArgumentParser()
    normalize.configure(parser)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text)))
    return normalize.run(parser.parse_args(arguments))


def test_writes_one_line_for_each_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "我有三百二十块\n\n一共八千字".encode()
    assert run(monkeypatch, text, "--stages", "itn") == 0
    assert capsys.readouterr().out == "我有320块\n\n一共8000字\n"


def test_a_spoken_line_break_is_printed_as_backslash_n(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "第一行换行第二行".encode(), "--stages", "punct") == 0
    assert capsys.readouterr().out == "第一行\\n第二行\n"


def test_stops_at_a_line_that_is_not_utf8(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, b"one\ntw\xffo\n", "--stages", "itn") == 1
    captured = capsys.readouterr()
    assert captured.out == "one\n"
    assert "line 2 is not UTF-8 at byte 3" in captured.err


def test_an_unknown_stage_is_wrong_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit) as stop:
        run(monkeypatch, b"", "--stages", "itn,magic")
    assert stop.value.code == 2


def test_own_words_are_corrected_and_a_bad_line_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = hot_words_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes("张伟明\n".encode() + b"\xff\n")
    assert run(monkeypatch, "昨天章伟名来过".encode()) == 0
    captured = capsys.readouterr()
    assert captured.out == "昨天张伟明来过\n"
    assert captured.err == f"cosyscribe: {path}:2: not UTF-8; the line was skipped\n"
