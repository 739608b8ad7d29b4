from __future__ import annotations

from pathlib import Path

import pytest

from app.bridge.transcript_model import TranscriptModel
from app.export_formats import export_formats
from engine.errors import OutputFileError
from tests.helpers.fake_session import update


def paragraphs() -> TranscriptModel:
    model = TranscriptModel(" ".join)
    for words in (("one", "two"), ("three",)):
        model.begin_session()
        for segment, word in enumerate(words):
            model.apply(update(word, segment=segment, final=True))
    return model


def test_text_is_exported_as_it_stands_on_the_page(tmp_path: Path) -> None:
    formats = {entry.suffix: entry for entry in export_formats()}
    formats["txt"].write(tmp_path / "a.txt", paragraphs().paragraphs(), False)
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "one two\nthree\n"


def test_times_go_on_from_one_session_to_the_next(tmp_path: Path) -> None:
    formats = {entry.suffix: entry for entry in export_formats()}
    formats["srt"].write(tmp_path / "a.srt", paragraphs().paragraphs(), False)
    written = (tmp_path / "a.srt").read_text(encoding="utf-8")
    assert "00:00:02,000 --> 00:00:03,000" in written


def test_export_replaces_nothing_unasked(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("precious", encoding="utf-8")
    write = export_formats()[0].write
    with pytest.raises(OutputFileError) as refused:
        write(tmp_path / "a.txt", paragraphs().paragraphs(), False)
    assert refused.value.exists
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "precious"
    write(tmp_path / "a.txt", paragraphs().paragraphs(), True)
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "one two\nthree\n"
