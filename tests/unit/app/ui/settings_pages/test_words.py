from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton

from app.bridge.hot_word_file import HotWordFile
from app.ui.settings_pages.page import SettingsPage
from app.ui.settings_pages.words import WordsPage
from engine.settings import Settings, TextSettings

Follow = Callable[[SettingsPage], list[Settings]]


class Opener:
    """Takes files as a program would that opens them."""

    def __init__(self, opened: list[Path]) -> None:
        self._opened = opened

    def __call__(self, path: Path) -> bool:
        self._opened.append(path)
        return True


def shown(page: WordsPage) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel) if not label.isHidden())


def test_switch_turns_correction_off(tmp_path: Path, follow: Follow) -> None:
    page = WordsPage(HotWordFile(tmp_path / "hotwords.txt"))
    told = follow(page)
    page.findChildren(QCheckBox)[0].click()
    assert told == [Settings(text=TextSettings(words=False))]


def test_number_of_words_follows_the_file(tmp_path: Path, follow: Follow) -> None:
    path = tmp_path / "hotwords.txt"
    page = WordsPage(HotWordFile(path))
    follow(page)
    assert "list: 0" in shown(page)
    path.write_text("张伟明\nPyTorch\n", encoding="utf-8")
    QCoreApplication.sendEvent(page, QEvent(QEvent.Type.WindowActivate))
    assert "list: 2" in shown(page)


def test_line_that_is_skipped_is_named(tmp_path: Path, follow: Follow) -> None:
    path = tmp_path / "hotwords.txt"
    path.write_bytes(b"PyTorch\n\xff\xfe\n")
    page = WordsPage(HotWordFile(path))
    follow(page)
    assert "Line 2: This is not UTF-8" in shown(page)


def test_button_opens_the_file(tmp_path: Path, follow: Follow) -> None:
    opened: list[Path] = []
    path = tmp_path / "hotwords.txt"
    page = WordsPage(HotWordFile(path, Opener(opened)))
    follow(page)
    page.findChildren(QPushButton)[0].click()
    assert opened == [path]


def test_file_that_nothing_opens_is_said(tmp_path: Path, follow: Follow) -> None:
    page = WordsPage(HotWordFile(tmp_path / "hotwords.txt", lambda file: False))
    follow(page)
    page.findChildren(QPushButton)[0].click()
    assert str(tmp_path / "hotwords.txt") in shown(page)
