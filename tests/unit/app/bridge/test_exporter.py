from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.bridge.exporter import Exporter, ExportFormat, ExportJob, Paragraphs, in_sequence
from engine.errors import OutputFileError
from engine.types import Word
from tests.helpers.fake_session import update


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


def job(tmp_path: Path, written: list[object], error: Exception | None = None) -> ExportJob:
    def write(path: Path, paragraphs: Paragraphs, may_replace: bool) -> None:
        if error:
            raise error
        written.append((path, paragraphs, may_replace))

    paragraphs = ((update("hello", final=True),),)
    return ExportJob(tmp_path / "a.txt", ExportFormat("txt", write), paragraphs, True)


def test_export_writes_and_tells(qtbot: QtBot, pool: ThreadPoolExecutor, tmp_path: Path) -> None:
    written: list[object] = []
    exporter, export = Exporter(pool, ()), job(tmp_path, written)
    with qtbot.waitSignal(exporter.exported) as told:
        exporter.export(export)
    assert told.args == [export]
    assert written == [(export.path, export.paragraphs, True)]


def test_failure_is_told_with_the_job(
    qtbot: QtBot, pool: ThreadPoolExecutor, tmp_path: Path
) -> None:
    error = OutputFileError(tmp_path / "a.txt", "No space left on device")
    exporter, export = Exporter(pool, ()), job(tmp_path, [], error)
    with qtbot.waitSignal(exporter.failed) as told:
        exporter.export(export)
    assert told.args == [export, error]


def test_sessions_in_sequence_go_on_in_time_and_number() -> None:
    word = Word("hi", 0.5, 1.0)
    first = replace(update("hi", segment=0, final=True), words=(word,))
    second = update("there", segment=1, final=True)
    sequence = in_sequence(((first, second), (first,)))
    assert [segment.segment_id for segment in sequence] == [0, 1, 2]
    assert [segment.start_frame for segment in sequence] == [0, 16_000, 32_000]
    assert [segment.end_frame for segment in sequence] == [16_000, 32_000, 48_000]
    assert sequence[0].words == (word,)
    assert sequence[2].words == (Word("hi", 2.5, 3.0),)


def test_nothing_in_sequence_is_nothing() -> None:
    assert in_sequence(()) == ()
