from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.bridge.exporter import Exporter, ExportFormat, Paragraphs, WriteFile
from app.bridge.transcript_model import TranscriptModel
from app.ui.message_bar import Message, Severity
from app.ui.theme import Theme
from app.ui.transcript_actions import TranscriptActions
from app.ui.transcript_view import TranscriptView
from engine.errors import OutputFileError
from tests.helpers.fake_session import update


class Rig:
    """The actions on a page of their own, with files written by a fake."""

    def __init__(self, qtbot: QtBot, theme: Theme, pool: ThreadPoolExecutor) -> None:
        self.qtbot = qtbot
        self.written: list[tuple[Path, str, bool]] = []
        self.error: OutputFileError | None = None
        self.messages: list[Message] = []
        self.model = TranscriptModel(" ".join)
        self.model.begin_session()
        view = TranscriptView(self.model, theme)
        formats = tuple(ExportFormat(suffix, self._writer(suffix)) for suffix in ("txt", "srt"))
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.actions = TranscriptActions(self.model, view, Exporter(pool, formats), theme)
        self.actions.setParent(self.window)
        view.setParent(self.window)
        self.actions.message_raised.connect(self.messages.append)
        self.window.show()

    def _writer(self, suffix: str) -> WriteFile:
        def write(path: Path, paragraphs: Paragraphs, may_replace: bool) -> None:
            if self.error:
                raise self.error
            self.written.append((path, suffix, may_replace))

        return write

    def say(self, text: str) -> None:
        self.model.apply(update(text, segment=self.model.rowCount(), final=True))

    def button(self, name: str) -> QToolButton:
        return next(
            button
            for button in self.actions.findChildren(QToolButton)
            if button.defaultAction().objectName() == name
        )

    def dialog(self) -> QFileDialog:
        return next(iter(self.window.findChildren(QFileDialog)))

    def export_to(self, path: Path, suffix: str = "txt") -> None:
        """As the user would in the dialog."""
        self.actions.export()
        dialog = self.dialog()
        dialog.selectNameFilter(next(f for f in dialog.nameFilters() if f"*.{suffix}" in f))
        dialog.setDefaultSuffix("")  # what the desktop's own dialog leaves to us
        dialog.selectFile(str(path))
        dialog.accepted.emit()
        dialog.close()

    def message(self) -> Message:
        self.qtbot.waitUntil(lambda: bool(self.messages))
        return self.messages[-1]


@pytest.fixture
def rig(
    qtbot: QtBot, theme: Theme, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Rig]:
    monkeypatch.setenv("HOME", str(tmp_path))
    with ThreadPoolExecutor(1) as pool:
        yield Rig(qtbot, theme, pool)


def test_nothing_can_be_done_without_text(rig: Rig) -> None:
    names = ("copy", "export", "clear")
    assert not any(rig.button(name).isEnabled() for name in names)
    rig.say("hello")
    assert all(rig.button(name).isEnabled() for name in names)


def test_copy_takes_everything_and_says_so(rig: Rig) -> None:
    rig.say("hello")
    rig.say("world")
    rig.button("copy").click()
    assert QApplication.clipboard().text() == "hello world"
    assert rig.button("copy").text() == "Copied"
    rig.qtbot.waitUntil(lambda: rig.button("copy").text() == "Copy")


def test_export_begins_in_the_home_folder_where_there_are_no_documents(
    rig: Rig, tmp_path: Path
) -> None:
    rig.say("hello")
    rig.button("export").click()
    dialog = rig.dialog()
    assert Path(dialog.directory().absolutePath()) == tmp_path
    assert dialog.labelText(QFileDialog.DialogLabel.LookIn) == "Folder:"
    assert dialog.labelText(QFileDialog.DialogLabel.FileType) == "Format:"
    dialog.close()


def test_clear_can_be_undone(rig: Rig) -> None:
    rig.say("hello")
    rig.button("clear").click()
    assert rig.model.rowCount() == 0
    message = rig.message()
    assert message.severity is Severity.INFO
    assert message.on_action is not None
    message.on_action()
    assert rig.model.text() == "hello"
    assert rig.actions.has_unsaved_text


def test_text_is_unsaved_until_copied_or_exported(rig: Rig, tmp_path: Path) -> None:
    def is_unsaved() -> bool:
        return rig.actions.has_unsaved_text

    assert not is_unsaved()
    rig.say("hello")
    assert is_unsaved()
    rig.actions.copy()
    assert not is_unsaved()
    rig.say("more")
    assert is_unsaved()
    rig.export_to(tmp_path / "a.txt")
    rig.qtbot.waitUntil(lambda: not is_unsaved())
    rig.say("and more")
    rig.actions.clear()
    assert not is_unsaved()


def test_every_format_is_offered_the_usual_one_first(rig: Rig) -> None:
    rig.say("hello")
    rig.actions.export()
    assert rig.dialog().nameFilters() == ["Plain text (*.txt)", "SubRip subtitles (*.srt)"]
    rig.dialog().close()


def test_export_writes_where_asked_and_names_the_file(rig: Rig, tmp_path: Path) -> None:
    rig.say("hello")
    rig.export_to(tmp_path / "a.txt")
    assert str(tmp_path / "a.txt") in rig.message().text
    assert rig.written == [(tmp_path / "a.txt", "txt", True)]


def test_suffix_in_the_name_chooses_the_format(rig: Rig, tmp_path: Path) -> None:
    rig.say("hello")
    rig.export_to(tmp_path / "a.srt", "txt")
    rig.message()
    assert rig.written == [(tmp_path / "a.srt", "srt", True)]


def test_name_without_suffix_gets_it_but_replaces_nothing_unasked(rig: Rig, tmp_path: Path) -> None:
    rig.say("hello")
    rig.export_to(tmp_path / "minutes 1.2", "srt")
    rig.message()
    assert rig.written == [(tmp_path / "minutes 1.2.srt", "srt", False)]


def test_file_that_exists_is_replaced_on_request(rig: Rig, tmp_path: Path) -> None:
    rig.say("hello")
    rig.error = OutputFileError(tmp_path / "a.txt", "already exists", exists=True)
    rig.export_to(tmp_path / "a")
    message = rig.message()
    assert message.action == "Replace"
    rig.error = None
    assert message.on_action is not None
    message.on_action()
    rig.qtbot.waitUntil(lambda: rig.written == [(tmp_path / "a.txt", "txt", True)])


def test_full_disk_is_told_and_another_place_can_be_chosen(rig: Rig, tmp_path: Path) -> None:
    rig.say("hello")
    rig.error = OutputFileError(tmp_path / "a.txt", "No space left on device")
    rig.export_to(tmp_path / "a.txt")
    message = rig.message()
    assert message.severity is Severity.ERROR
    assert "No space left" in message.text
    assert rig.actions.has_unsaved_text
    assert message.on_action is not None
    message.on_action()
    assert rig.dialog().isVisible()
    rig.dialog().close()


def test_shortcuts_are_told_in_the_tool_tips(rig: Rig) -> None:
    assert "Ctrl+C" in rig.button("copy").toolTip()
    assert "Ctrl+S" in rig.button("export").toolTip()
