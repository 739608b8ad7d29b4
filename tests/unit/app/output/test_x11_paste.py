from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Awaitable, Callable, Iterator

import pytest

from app.output.sink import DeliveryState, Reason
from app.output.x11_paste import PasteSink, paste_chord
from tests.helpers.desktop.fixtures import need
from tests.helpers.desktop.x_desktop import Target, XDesktop, wait_for

Scenario = Callable[[PasteSink], Awaitable[None]]


@pytest.mark.parametrize(
    ("wm_class", "modifiers", "selection"),
    [
        ((), ("Control_L",), "CLIPBOARD"),
        (("gedit", "gedit"), ("Control_L",), "CLIPBOARD"),
        (("gnome-terminal-server", "gnome-terminal"), ("Control_L", "Shift_L"), "CLIPBOARD"),
        (("notes", "xterm"), ("Shift_L",), "PRIMARY"),
        (("emacs", "emacs"), ("Shift_L",), "CLIPBOARD"),
    ],
)
def test_programs_paste_in_their_own_way(
    wm_class: tuple[str, ...], modifiers: tuple[str, ...], selection: str
) -> None:
    chord = paste_chord(wm_class)
    assert (chord.modifiers, chord.selection) == (modifiers, selection)


@pytest.fixture(scope="module")
def target(plain_desktop: XDesktop) -> Iterator[Target]:
    window = plain_desktop.start_target("gtk", "text")
    yield window
    window.close()


def play(desktop: XDesktop, scenario: Scenario, trusts_ibus: bool = False) -> None:
    async def main() -> None:
        sink = PasteSink(desktop.env["DISPLAY"], lambda: trusts_ibus)
        try:
            await scenario(sink)
        finally:
            await sink.close()

    asyncio.run(main())


def read_clipboard(desktop: XDesktop, kind: str) -> bytes:
    return subprocess.run(
        ["xclip", "-selection", "clipboard", "-t", kind, "-o"],
        env=desktop.env,
        check=False,
        capture_output=True,
        timeout=10,
    ).stdout


@pytest.mark.desktop
def test_text_arrives_and_a_large_image_on_the_clipboard_survives(
    plain_desktop: XDesktop, target: Target
) -> None:
    need("xclip")
    image = bytes(range(256)) * 8192  # 2 MiB: more than one request carries
    owner = subprocess.Popen(
        ["xclip", "-selection", "clipboard", "-t", "image/png", "-i", "-quiet"],
        env=plain_desktop.env,
        stdin=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert owner.stdin is not None
    owner.stdin.write(image)
    owner.stdin.close()
    wait_for(lambda: read_clipboard(plain_desktop, "TARGETS") != b"")

    async def scenario(sink: PasteSink) -> None:
        target.focus()
        before = target.text()
        assert await sink.begin() is None
        for text in ("你好，world 👩‍👩‍👧 é", "a\tb\nc"):
            assert (await sink.commit(text)).state is DeliveryState.DELIVERED
            before += text
            await asyncio.to_thread(target.wait_for_text, before)
        await sink.cancel()
        restored = ""
        while "image/png" not in restored:
            found = await asyncio.to_thread(read_clipboard, plain_desktop, "TARGETS")
            restored = found.decode()
        assert "UTF8_STRING" not in restored
        assert await asyncio.to_thread(read_clipboard, plain_desktop, "image/png") == image

    try:
        play(plain_desktop, scenario)
    finally:
        owner.terminate()  # where it is the owner still
        owner.wait(5)


@pytest.mark.desktop
def test_empty_clipboard_is_empty_again(plain_desktop: XDesktop, target: Target) -> None:
    need("xclip")

    async def scenario(sink: PasteSink) -> None:
        target.focus()
        await sink.begin()
        assert (await sink.commit("x")).state is DeliveryState.DELIVERED

    play(plain_desktop, scenario)
    assert read_clipboard(plain_desktop, "TARGETS") == b""


@pytest.mark.desktop
def test_moved_focus_gets_nothing(plain_desktop: XDesktop, target: Target) -> None:
    other = plain_desktop.start_target("gtk", "line", "other")

    async def scenario(sink: PasteSink) -> None:
        target.focus()
        await sink.begin()
        other.focus()
        before = target.text()
        assert (await sink.commit("lost")).reason is Reason.FOCUS_CHANGED
        assert (target.text(), other.text()) == (before, "")

    play(plain_desktop, scenario)
    other.close()


@pytest.mark.desktop
def test_closed_target_is_a_focus_change(plain_desktop: XDesktop) -> None:
    window = plain_desktop.start_target("gtk", "line", "closing")

    async def scenario(sink: PasteSink) -> None:
        assert await sink.begin() is None
        window.close()
        assert (await sink.commit("lost")).reason is Reason.FOCUS_CHANGED

    play(plain_desktop, scenario)


@pytest.mark.desktop
def test_held_shift_does_not_change_what_is_pressed(
    plain_desktop: XDesktop, target: Target
) -> None:
    async def scenario(sink: PasteSink) -> None:
        target.focus()
        before = target.text()
        await sink.begin()
        plain_desktop.run("xdotool", "keydown", "shift")
        assert (await sink.commit("好")).state is DeliveryState.DELIVERED
        await asyncio.to_thread(target.wait_for_text, before + "好")

    play(plain_desktop, scenario)


@pytest.mark.desktop
def test_program_that_ignores_the_chord_is_unconfirmed(plain_desktop: XDesktop) -> None:
    window = plain_desktop.start_target("gtk", "deaf", "deaf")

    async def scenario(sink: PasteSink) -> None:
        await sink.begin()
        assert (await sink.commit("好")).state is DeliveryState.UNCONFIRMED

    play(plain_desktop, scenario)
    window.close()


@pytest.mark.desktop
def test_password_field_of_an_ibus_program_gets_nothing(ibus_desktop: XDesktop) -> None:
    window = ibus_desktop.start_target("gtk", "password", "secret")

    async def scenario(sink: PasteSink) -> None:
        assert await sink.begin() is Reason.NO_TARGET
        assert (await sink.commit("好")).reason is Reason.NO_TARGET

    play(ibus_desktop, scenario, trusts_ibus=True)
    assert window.text() == ""
    window.close()


def test_no_display_is_unavailable() -> None:
    async def scenario() -> None:
        sink = PasteSink(":4711")
        assert await sink.begin() is Reason.UNAVAILABLE
        assert (await sink.commit("好")).reason is Reason.NO_TARGET
        await sink.close()

    asyncio.run(scenario())


@pytest.mark.desktop
def test_window_in_use_follows_the_focus(plain_desktop: XDesktop, target: Target) -> None:
    async def scenario(sink: PasteSink) -> None:
        target.focus()
        first = sink.window_in_use()
        assert first
        other = plain_desktop.start_target("gtk", "line", "elsewhere")
        assert sink.window_in_use() not in (first, 0, None)
        other.close()

    play(plain_desktop, scenario)


def test_window_in_use_is_unknown_without_a_server() -> None:
    async def scenario() -> None:
        assert PasteSink(":4711").window_in_use() is None

    asyncio.run(scenario())
