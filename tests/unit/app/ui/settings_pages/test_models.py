from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel, QListWidget, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.bridge.model_list import ModelEntry, ModelProgress
from app.ui.settings_dialog import SettingsDialog
from app.ui.settings_pages.models import ModelRow, ModelsPage
from app.ui.theme import Theme
from engine.errors import DownloadError, DownloadReason, ModelBusyError
from engine.settings import Settings


class FakeModels(QObject):
    changed = Signal(object)
    progressed = Signal(str, object)
    ended = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.busy: set[str] = set()
        self.asked: list[str] = []

    def refresh(self) -> None:
        self.asked.append("refresh")

    def install(self, model_id: str) -> None:
        self.asked.append(f"install {model_id}")
        self.busy.add(model_id)

    def cancel(self, model_id: str) -> None:
        self.asked.append(f"cancel {model_id}")

    def remove(self, model_id: str) -> None:
        self.asked.append(f"remove {model_id}")


def entry(model_id: str, *, installed: bool = False, ours: bool = True) -> ModelEntry:
    return ModelEntry(model_id, ("zh",), "MIT", "us", 5_000_000, True, False, installed, ours)


@pytest.mark.parametrize(
    ("is_streaming", "sets_marks", "kind"),
    [
        (True, False, "words while you speak"),
        (False, False, "finals only"),
        (True, True, "sets punctuation"),
    ],
)
def test_each_row_says_what_the_model_is_for(
    page: ModelsPage, models: FakeModels, is_streaming: bool, sets_marks: bool, kind: str
) -> None:
    shown = replace(entry("a"), is_streaming=is_streaming, sets_marks=sets_marks)
    models.changed.emit((shown,))
    assert kind in " ".join(label.text() for label in row(page, 0).findChildren(QLabel))


def test_languages_are_named_where_they_are_known(page: ModelsPage, models: FakeModels) -> None:
    models.changed.emit((replace(entry("a"), languages=("zh", "en", "xx")),))
    about = " ".join(label.text() for label in row(page, 0).findChildren(QLabel))
    assert "Chinese, English, xx" in about


@pytest.fixture
def models(qtbot: QtBot) -> FakeModels:
    del qtbot
    return FakeModels()


@pytest.fixture
def page(qtbot: QtBot, models: FakeModels) -> ModelsPage:
    made = ModelsPage(models)  # type: ignore[arg-type]  # what is used of it
    qtbot.addWidget(made)
    made.show_settings(Settings())
    made.show()
    models.changed.emit(
        (entry("a"), entry("b", installed=True), entry("c", installed=True, ours=False))
    )
    return made


def row(page: ModelsPage, at: int) -> ModelRow:
    return page.rows[at]


def test_each_row_offers_the_one_thing_to_do(page: ModelsPage, models: FakeModels) -> None:
    labels = [(made.button.text(), made.button.isEnabled()) for made in page.rows]
    assert labels == [("Install", True), ("Remove", True), ("Installed", False)]
    row(page, 0).button.click()
    assert row(page, 0).button.text() == "Cancel"
    row(page, 0).button.click()
    row(page, 1).button.click()
    assert models.asked == ["refresh", "install a", "cancel a", "remove b"]


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (ModelProgress(0.5, 50_000_000, 2_500_000.0, is_unpacking=False), "50 % of 100 MB, 2.5"),
        (ModelProgress(None, 7_000_000, 0.0, is_unpacking=False), "7 MB"),
        (ModelProgress(None, 9_000_000, 0.0, is_unpacking=True), "Unpacking, 9 MB"),
    ],
)
def test_progress_is_in_words(
    page: ModelsPage, models: FakeModels, progress: ModelProgress, words: str
) -> None:
    models.progressed.emit("a", progress)
    models.progressed.emit("unknown", progress)
    assert words in row(page, 0).state_text


@pytest.mark.parametrize("reason", DownloadReason)
def test_every_reason_of_a_failure_has_words(
    page: ModelsPage, models: FakeModels, reason: DownloadReason
) -> None:
    models.ended.emit("a", DownloadError("a", reason, "why"))
    assert "why" in row(page, 0).state_text
    assert row(page, 0).button.text() == "Install"


def test_success_leaves_no_words(page: ModelsPage, models: FakeModels) -> None:
    models.ended.emit("a", ModelBusyError("a"))
    assert "another program" in row(page, 0).state_text
    models.ended.emit("a", None)
    models.ended.emit("unknown", None)
    models.changed.emit((entry("a", installed=True),))
    assert row(page, 0).state_text == ""
    assert row(page, 0).button.text() == "Remove"


def following(widget: QWidget) -> QWidget:
    found = widget.nextInFocusChain()
    assert found is not None
    return found


def test_models_come_before_the_dialogs_button(
    qtbot: QtBot, theme: Theme, models: FakeModels
) -> None:
    page = ModelsPage(models)  # type: ignore[arg-type]  # what is used of it
    dialog = SettingsDialog([page], theme)
    qtbot.addWidget(dialog)
    models.changed.emit((entry("a"), entry("b")))
    titles = dialog.findChildren(QListWidget)[0]
    order: list[QWidget] = []
    widget = following(titles)
    while widget is not titles:
        if isinstance(widget, QPushButton):
            order.append(widget)
        widget = following(widget)
    assert order[:2] == [row(page, 0).button, row(page, 1).button]
    assert len(order) == 3
