from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QListWidget, QStackedWidget
from pytestqt.qtbot import QtBot

from app.ui.settings_dialog import SettingsDialog
from app.ui.settings_pages.page import SettingsPage
from app.ui.theme import Theme
from engine.settings import Settings, TextSettings

OTHER = Settings(text=TextSettings(numbers=False))


class Page(SettingsPage):
    def __init__(self, title: str) -> None:
        super().__init__(title, "text")
        self.shown: list[Settings] = []
        self.switch = self.add_switch("A switch")
        self.switch.clicked.connect(lambda: self._tell(OTHER))

    def _show(self, settings: Settings) -> None:
        self.shown.append(settings)


@pytest.fixture
def pages(qtbot: QtBot) -> tuple[Page, Page]:
    return Page("First"), Page("Second")


@pytest.fixture
def dialog(qtbot: QtBot, theme: Theme, pages: tuple[Page, Page]) -> SettingsDialog:
    dialog = SettingsDialog(pages, theme)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def shows(dialog: SettingsDialog, page: Page) -> bool:
    return page.isVisibleTo(dialog) and dialog.findChildren(QStackedWidget)[0].isVisible()


def test_pages_are_listed_and_chosen_with_the_keyboard(
    dialog: SettingsDialog, pages: tuple[Page, Page]
) -> None:
    titles = dialog.findChildren(QListWidget)[0]
    assert [titles.item(at).text() for at in range(titles.count())] == ["First", "Second"]
    assert shows(dialog, pages[0])
    QTest.keyClick(titles, Qt.Key.Key_Down)
    assert shows(dialog, pages[1])
    assert not shows(dialog, pages[0])


def test_page_can_be_turned_to(dialog: SettingsDialog, pages: tuple[Page, Page]) -> None:
    dialog.choose(pages[1])
    assert shows(dialog, pages[1])


def test_every_page_shows_the_settings(dialog: SettingsDialog, pages: tuple[Page, Page]) -> None:
    dialog.show_settings(OTHER)
    assert [page.shown for page in pages] == [[OTHER], [OTHER]]


def test_change_on_any_page_is_told(
    dialog: SettingsDialog, pages: tuple[Page, Page], qtbot: QtBot
) -> None:
    with qtbot.waitSignal(dialog.edited) as told:
        pages[1].switch.click()
    assert told.args == [OTHER]


@pytest.mark.parametrize(
    "leave",
    [
        lambda dialog: QTest.keyClick(dialog, Qt.Key.Key_Escape),
        lambda dialog: next(
            b for b in dialog.findChildren(QAbstractButton) if b.text() == "Close"
        ).click(),
    ],
)
def test_dialog_closes(dialog: SettingsDialog, leave: Callable[[SettingsDialog], None]) -> None:
    leave(dialog)
    assert dialog.isHidden()


def test_enter_does_not_close_it(dialog: SettingsDialog, pages: tuple[Page, Page]) -> None:
    pages[0].switch.setFocus()
    QTest.keyClick(pages[0].switch, Qt.Key.Key_Return)
    assert dialog.isVisible()


def test_everything_on_a_page_can_be_reached_with_tab(
    dialog: SettingsDialog, pages: tuple[Page, Page]
) -> None:
    seen: list[object] = []
    titles = dialog.findChildren(QListWidget)[0]
    titles.setFocus()
    while (widget := dialog.focusWidget()) not in seen:
        assert widget is not None
        seen.append(widget)
        QTest.keyClick(widget, Qt.Key.Key_Tab)
    assert pages[0].switch in seen
    assert pages[1].findChildren(QCheckBox)[0] not in seen
    assert len(seen) == 3  # the list, the switch, Close
