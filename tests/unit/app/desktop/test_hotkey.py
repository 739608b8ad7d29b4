from __future__ import annotations

from app.desktop.hotkey import HotkeyError, HotkeyId, HotkeyProblem, hotkey_order


def test_wayland_asks_the_portal_first_and_evdev_only_by_wish() -> None:
    assert hotkey_order(is_wayland=False, uses_evdev=True) == (HotkeyId.X11,)
    assert HotkeyId.EVDEV not in hotkey_order(is_wayland=True, uses_evdev=False)
    assert hotkey_order(is_wayland=True, uses_evdev=True)[:2] == (HotkeyId.PORTAL, HotkeyId.EVDEV)


def test_error_keeps_the_problem_for_the_window() -> None:
    error = HotkeyError(HotkeyProblem.CONFLICT, "Ctrl+Alt+d")
    assert (error.problem, error.detail) == (HotkeyProblem.CONFLICT, "Ctrl+Alt+d")
    assert str(HotkeyError(HotkeyProblem.REFUSED)) == "refused"
