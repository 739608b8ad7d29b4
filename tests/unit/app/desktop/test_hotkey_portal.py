from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from app.desktop.chord import Chord
from app.desktop.hotkey import HotkeyError, HotkeyProblem, KeyHandlers
from app.desktop.hotkey_portal import SILENCE_S, PortalHotkey
from tests.helpers.desktop.fake_portal import CANCELLED, OK, OTHER, FakePortal

pytestmark = [pytest.mark.desktop, pytest.mark.usefixtures("session_bus")]

CHORD = Chord.parse("Ctrl+Alt+space")


class Heard:
    def __init__(self) -> None:
        self.events: asyncio.Queue[str] = asyncio.Queue()
        put = self.events.put_nowait
        words = ("press", "release", "escape", "lost")
        handlers = KeyHandlers(*(partial(put, word) for word in words))
        self.hotkey = PortalHotkey(handlers)

    async def next(self) -> str:
        return await asyncio.wait_for(self.events.get(), 5)


def play(scenario: Callable[[Heard, FakePortal], Awaitable[None]]) -> None:
    async def main() -> None:
        portal, heard = FakePortal(), Heard()
        await portal.open()
        try:
            await scenario(heard, portal)
        finally:
            await heard.hotkey.disarm()
            await heard.hotkey.disarm()
            portal.close()

    asyncio.run(main())


def test_key_is_bound_under_our_name_and_heard() -> None:
    async def scenario(heard: Heard, portal: FakePortal) -> None:
        await heard.hotkey.arm(CHORD)
        assert portal.app_id == "org.cosyscribe.CosyScribe"
        assert portal.trigger == "CTRL+ALT+space"
        assert portal.description == "Dictate"
        assert heard.hotkey.trigger == "Press CTRL+ALT+space"
        assert not heard.hotkey.has_signalled
        portal.press()
        assert await heard.next() == "press"
        portal.release()
        assert await heard.next() == "release"
        assert heard.hotkey.has_signalled

    play(scenario)


def test_other_keys_are_had_where_the_desktop_remembers_the_first() -> None:
    async def scenario(heard: Heard, portal: FakePortal) -> None:
        await heard.hotkey.arm(CHORD)
        await heard.hotkey.arm(Chord.parse("Ctrl+Alt+d"))
        assert portal.trigger == "CTRL+ALT+d"
        portal.press()
        assert await heard.next() == "press"

    play(scenario)


def test_portal_that_binds_and_never_signals_is_known_as_such() -> None:
    async def scenario(heard: Heard, portal: FakePortal) -> None:
        await heard.hotkey.arm(CHORD)
        portal.Activated("/some/other/session", portal.shortcut_id)
        heard.hotkey.set_escape(True)
        await asyncio.sleep(0.05)
        assert not heard.hotkey.has_signalled
        assert heard.events.empty()

    play(scenario)


def test_key_that_repeats_while_held_is_one_press() -> None:
    async def scenario(heard: Heard, portal: FakePortal) -> None:
        await heard.hotkey.arm(CHORD)
        for _ in range(3):
            portal.press()
        portal.release()
        assert [await heard.next(), await heard.next()] == ["press", "release"]

    play(scenario)


def test_key_that_stops_repeating_was_let_go() -> None:
    """GNOME 48 tells nothing where Ctrl or Alt is let go before the other key."""

    async def scenario(heard: Heard, portal: FakePortal) -> None:
        await heard.hotkey.arm(CHORD)
        for _ in range(2):
            portal.press()
            portal.press()
            assert [await heard.next(), await heard.next()] == ["press", "release"]

    play(scenario)


def test_key_that_does_not_repeat_is_held_until_the_portal_says_so() -> None:
    async def scenario(heard: Heard, portal: FakePortal) -> None:
        await heard.hotkey.arm(CHORD)
        portal.press()
        assert await heard.next() == "press"
        await asyncio.sleep(2 * SILENCE_S)
        assert heard.events.empty()
        portal.release()
        assert await heard.next() == "release"

    play(scenario)


def test_portal_that_ends_lets_the_key_go_and_is_told() -> None:
    async def scenario(heard: Heard, portal: FakePortal) -> None:
        await heard.hotkey.arm(CHORD)
        portal.press()
        assert await heard.next() == "press"
        portal.close()
        assert [await heard.next(), await heard.next()] == ["release", "lost"]

    play(scenario)


def test_shortcut_that_is_taken_back_is_told_once() -> None:
    async def scenario(heard: Heard, portal: FakePortal) -> None:
        await heard.hotkey.arm(CHORD)
        await portal.take_back()
        assert await heard.next() == "lost"
        portal.close()
        await heard.hotkey.disarm()
        assert heard.events.empty()

    play(scenario)


@pytest.mark.parametrize("response", [OK, CANCELLED, OTHER])
def test_key_that_was_not_bound_is_refused(response: int) -> None:
    async def scenario(heard: Heard, portal: FakePortal) -> None:
        portal.response, portal.binds_nothing = response, True
        with pytest.raises(HotkeyError) as caught:
            await heard.hotkey.arm(CHORD)
        assert caught.value.problem is HotkeyProblem.REFUSED

    play(scenario)


def test_program_that_the_desktop_does_not_know_is_told_so() -> None:
    async def scenario(heard: Heard, portal: FakePortal) -> None:
        portal.knows_us, portal.response, portal.binds_nothing = False, OTHER, True
        with pytest.raises(HotkeyError) as caught:
            await heard.hotkey.arm(CHORD)
        assert caught.value.problem is HotkeyProblem.NOT_INSTALLED
        portal.binds_nothing = False  # some desktops do not ask who we are
        await heard.hotkey.arm(CHORD)

    play(scenario)


def test_key_that_gnome_48_binds_and_calls_an_error_is_bound() -> None:
    async def scenario(heard: Heard, portal: FakePortal) -> None:
        portal.response = OTHER
        await heard.hotkey.arm(CHORD)
        portal.press()
        assert await heard.next() == "press"

    play(scenario)


def test_desktop_without_the_portal_is_unavailable() -> None:
    async def scenario() -> None:
        with pytest.raises(HotkeyError) as caught:
            await Heard().hotkey.arm(CHORD)
        assert caught.value.problem is HotkeyProblem.UNAVAILABLE

    asyncio.run(scenario())


@pytest.mark.parametrize("address", ["nonsense", "unix:path=/nowhere"])
def test_address_that_leads_nowhere_is_unavailable(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)

    async def scenario() -> None:
        nothing = KeyHandlers(lambda: None, lambda: None, lambda: None)
        with pytest.raises(HotkeyError) as caught:
            await PortalHotkey(nothing).arm(Chord.parse("Ctrl+Alt+space"))
        assert caught.value.problem is HotkeyProblem.UNAVAILABLE

    asyncio.run(scenario())
