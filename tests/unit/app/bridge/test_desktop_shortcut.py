from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from pytestqt.qtbot import QtBot

from app.bridge.desktop_shortcut import DesktopShortcut
from app.desktop.chord import Chord
from app.desktop.gnome_shortcut import ShortcutTakenError


def test_shortcut_is_set_beside_the_window(qtbot: QtBot) -> None:
    asked: list[tuple[str, str]] = []

    def set_shortcut(chord: Chord, command: str) -> None:
        asked.append((str(chord), command))
        if len(asked) == 2:
            raise ShortcutTakenError("Terminal")

    with ThreadPoolExecutor(1) as pool:
        shortcut = DesktopShortcut(pool, "cosyscribe toggle", set_shortcut)
        for wanted in (type(None), ShortcutTakenError):
            with qtbot.waitSignal(shortcut.done) as told:
                shortcut.set("F9")
            assert told.args is not None
            assert isinstance(told.args[0], wanted)
    assert asked == [("F9", "cosyscribe toggle")] * 2
