from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from app.__main__ import main

pytestmark = pytest.mark.model


def test_one_file_goes_to_standard_output(
    read_speech: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["transcribe", str(read_speech)]) == 0
    assert "young man" in capsys.readouterr().out


def test_output_name_decides_the_format(read_speech: Path, tmp_path: Path) -> None:
    assert main(["transcribe", str(read_speech), "-o", str(tmp_path / "a.json")]) == 0
    document = json.loads((tmp_path / "a.json").read_text())
    assert "young man" in document["text"]
    assert document["duration"] == pytest.approx(2.99, abs=0.01)


def test_many_files_are_written_beside_each_and_one_bad_one_stops_no_other(
    read_speech: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(read_speech, tmp_path / "会议 一.wav")
    (tmp_path / "bad.wav").write_text("not audio at all")
    files = [str(tmp_path / "bad.wav"), str(tmp_path / "会议 一.wav")]
    assert main(["transcribe", *files]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert f"{tmp_path / 'bad.wav'} is not a recording" in err
    assert "young man" in (tmp_path / "会议 一.txt").read_text()
    assert not (tmp_path / "bad.txt").exists()


def test_two_at_a_time_give_what_one_gives(read_speech: Path, tmp_path: Path) -> None:
    files = [str(p) for p in sorted(read_speech.parent.glob("*.wav"))[:3]]
    for jobs in ("1", "2"):
        status = main(["transcribe", *files, "--jobs", jobs, "--out-dir", str(tmp_path / jobs)])
        assert status == 0
    texts = [[p.read_text() for p in sorted((tmp_path / jobs).iterdir())] for jobs in "12"]
    assert texts[0] == texts[1]
    assert len(texts[0]) == 3


def test_existing_file_is_refused_before_any_work(
    read_speech: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "a.txt"
    target.write_text("mine")
    assert main(["transcribe", str(read_speech), "-o", str(target)]) == 1
    assert "--force" in capsys.readouterr().err
    assert target.read_text() == "mine"


@pytest.mark.parametrize(
    "arguments", [["-o", "x.txt", "b.wav"], ["--jobs", "0"], ["-o", "x", "--out-dir", "y"]]
)
def test_wrong_usage_is_status_2(arguments: list[str]) -> None:
    try:
        status: object = main(["transcribe", "a.wav", *arguments])
    except SystemExit as exit_:
        status = exit_.code
    assert status == 2


def test_two_recordings_of_one_name_do_not_overwrite_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(tmp_path / "a" / "x.wav"), str(tmp_path / "b" / "x.wav")]
    assert main(["transcribe", *files, "--out-dir", str(tmp_path / "out")]) == 2
    assert "would both be written" in capsys.readouterr().err
