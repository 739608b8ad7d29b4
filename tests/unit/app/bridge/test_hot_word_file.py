from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bridge import hot_word_file
from app.bridge.hot_word_file import HotWordFile
from engine.paths import resources_dir
from engine.text.hot_words import EXAMPLE, HotWordFault, HotWordList, HotWordProblem


class Opener:
    """Takes files as a program would that opens them."""

    def __init__(self, opened: list[Path]) -> None:
        self._opened = opened

    def __call__(self, path: Path) -> bool:
        self._opened.append(path)
        return True


def test_refresh_counts_words_and_names_bad_lines(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "hotwords.txt"
    path.write_text("张伟明\nKubernetes | wieght=2\nPyTorch\n", encoding="utf-8")
    words = HotWordFile(path)
    with qtbot.waitSignal(words.changed):
        words.refresh()
    assert words.count == 2
    assert len(words.problems) == 1
    assert words.problems[0].startswith("Line 2: “wieght=2”")


@pytest.mark.parametrize("fault", HotWordFault)
def test_every_fault_has_words_in_the_users_language(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: HotWordFault
) -> None:
    path = tmp_path / "hotwords.txt"
    found = HotWordList((), (HotWordProblem(path, 3, fault, "12"),))
    monkeypatch.setattr(hot_word_file, "read_hot_words", lambda _path: found)
    words = HotWordFile(path)
    words.refresh()
    (english,) = words.problems
    translator = QTranslator()
    assert translator.load(str(resources_dir() / "i18n" / "cosyscribe_zh_CN.qm"))
    qapp.installTranslator(translator)
    (chinese,) = words.problems
    qapp.removeTranslator(translator)
    assert english != chinese
    assert ("12" in chinese) == ("{value}" in fault.value)
    assert "{" not in english + chinese


def test_open_makes_a_file_without_words_and_hands_it_over(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "config" / "hotwords.txt"
    opened: list[Path] = []
    words = HotWordFile(path, Opener(opened))
    words.open()
    assert opened == [path]
    assert path.read_text(encoding="utf-8") == EXAMPLE
    words.refresh()
    assert (words.count, words.problems) == (0, ())


def test_open_leaves_the_users_file_as_it_is(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "hotwords.txt"
    path.write_text("张伟明\n", encoding="utf-8")
    HotWordFile(path, lambda file: True).open()
    assert path.read_text(encoding="utf-8") == "张伟明\n"


def test_file_that_nothing_opens_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "hotwords.txt"
    words = HotWordFile(path, lambda file: False)
    with qtbot.waitSignal(words.not_opened) as told:
        words.open()
    assert told.args == [str(path)]


def test_folder_that_cannot_be_made_is_told(
    qtbot: QtBot, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    words = HotWordFile(tmp_path / "file" / "hotwords.txt", lambda file: True)
    with qtbot.waitSignal(words.not_opened):
        words.open()
    caplog.clear()
