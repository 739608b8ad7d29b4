from __future__ import annotations

import asyncio
from dataclasses import replace

from app.desktop.chord import Chord
from app.desktop.hotkey import HotkeyError, HotkeyId, HotkeyProblem
from app.desktop.key_control import HotkeyStatus, KeyControl


class FakeHotkey:
    trigger = ""

    def __init__(self, hotkey_id: HotkeyId, problem: HotkeyProblem | None = None) -> None:
        self.hotkey_id = hotkey_id
        self.problem = problem
        self.calls: list[str] = []

    async def arm(self, chord: Chord) -> None:
        self.calls.append(f"arm {chord}")
        if self.problem is not None:
            raise HotkeyError(self.problem, "because")

    def set_escape(self, is_on: bool) -> None:
        self.calls.append(f"escape {is_on}")

    async def disarm(self) -> None:
        self.calls.append("disarm")


def arm(*hotkeys: FakeHotkey) -> list[HotkeyStatus]:
    seen: list[HotkeyStatus] = []

    async def main() -> None:
        control = KeyControl(hotkeys, seen.append)
        await control.arm(Chord.parse("F9"))
        control.set_escape(True)
        control.note_release()
        control.note_release()
        await control.disarm()
        await control.disarm()

    asyncio.run(main())
    return seen


def test_first_way_that_works_is_used() -> None:
    portal = FakeHotkey(HotkeyId.PORTAL, HotkeyProblem.UNAVAILABLE)
    evdev = FakeHotkey(HotkeyId.EVDEV)
    assert arm(portal, evdev) == [HotkeyStatus("F9", HotkeyId.EVDEV)]
    assert portal.calls == ["arm F9"]
    assert evdev.calls == ["arm F9", "escape True", "disarm"]


def test_problem_of_the_best_way_is_told_where_none_works() -> None:
    taken = FakeHotkey(HotkeyId.X11, HotkeyProblem.CONFLICT)
    other = FakeHotkey(HotkeyId.EVDEV, HotkeyProblem.NO_PERMISSION)
    assert arm(taken, other) == [HotkeyStatus("F9", None, HotkeyProblem.CONFLICT, "because")]


def test_no_way_at_all_is_told_too() -> None:
    assert arm() == [HotkeyStatus("F9", None, HotkeyProblem.UNAVAILABLE)]


def test_key_of_the_portal_counts_as_tried_once_it_was_pressed_and_let_go() -> None:
    portal = FakeHotkey(HotkeyId.PORTAL)
    portal.trigger = "Press F9"
    untried = HotkeyStatus("F9", HotkeyId.PORTAL, trigger="Press F9", is_tried=False)
    assert arm(portal) == [untried, replace(untried, is_tried=True)]
