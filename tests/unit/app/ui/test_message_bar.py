from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.ui.message_bar import Message, MessageBar, Severity
from app.ui.theme import Theme


@pytest.fixture
def bar(qtbot: QtBot, theme: Theme) -> MessageBar:
    bar = MessageBar(theme)
    qtbot.addWidget(bar)
    bar.resize(600, 60)
    return bar


def action(bar: MessageBar) -> QPushButton:
    button = bar.findChild(QPushButton)
    assert button is not None
    return button


def test_message_shows_text_and_action(bar: MessageBar) -> None:
    assert bar.isHidden()
    bar.show_message(Message("It broke.", action="Mend"))
    assert "It broke." in [label.text() for label in bar.findChildren(QLabel)]
    assert action(bar).text() == "Mend"
    assert bar.isVisible()


def test_action_is_called_once_and_the_bar_is_gone(bar: MessageBar, qtbot: QtBot) -> None:
    called: list[bool] = []
    bar.show_message(Message("a", action="Do", on_action=lambda: called.append(bar.isHidden())))
    QTest.mouseClick(action(bar), Qt.MouseButton.LeftButton)
    assert called == [True]


def test_action_may_show_the_next_message(bar: MessageBar, qtbot: QtBot) -> None:
    follow_up = Message("next")
    bar.show_message(Message("a", action="Do", on_action=lambda: bar.show_message(follow_up)))
    QTest.mouseClick(action(bar), Qt.MouseButton.LeftButton)
    assert bar.message is follow_up
    assert bar.isVisible()


def test_message_without_action_has_no_button(bar: MessageBar) -> None:
    bar.show_message(Message("a"))
    assert action(bar).isHidden()


def test_newer_message_replaces_the_older(bar: MessageBar) -> None:
    bar.show_message(Message("old"))
    bar.show_message(Message("new", Severity.INFO))
    assert bar.message is not None
    assert bar.message.text == "new"
    assert bar.property("severity") == "info"


def test_dismiss_takes_away_only_its_topic(bar: MessageBar) -> None:
    bar.show_message(Message("a", topic="device"))
    bar.dismiss("other")
    assert bar.isVisible()
    bar.dismiss("device")
    assert bar.isHidden()


def test_close_button_takes_it_away(bar: MessageBar, qtbot: QtBot) -> None:
    bar.show_message(Message("a"))
    close = bar.findChild(QToolButton)
    assert close is not None
    assert close.accessibleName()
    QTest.mouseClick(close, Qt.MouseButton.LeftButton)
    assert bar.message is None


def test_markup_in_a_file_name_is_not_rendered(bar: MessageBar) -> None:
    bar.show_message(Message("<b>x</b>.txt"))
    texts = [label for label in bar.findChildren(QLabel) if label.text() == "<b>x</b>.txt"]
    assert [label.textFormat() for label in texts] == [Qt.TextFormat.PlainText]


def test_action_goes_below_the_text_where_it_is_narrow(bar: MessageBar) -> None:
    bar.show_message(Message("word " * 20, action="A rather long label"))
    assert action(bar).y() < 30
    bar.resize(300, 200)
    assert action(bar).y() > 30


def following(widget: QWidget) -> QWidget:
    found = widget.nextInFocusChain()
    assert found is not None
    return found


def test_what_helps_comes_before_what_dismisses(bar: MessageBar) -> None:
    widget = following(action(bar))
    while not isinstance(widget, (QToolButton, QPushButton)):
        widget = following(widget)
    assert isinstance(widget, QToolButton)
