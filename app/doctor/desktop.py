"""Tries every way to put text into another program, and every way to get the dictation key."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from dbus_fast import Message

from app.desktop import gnome_shortcut, remote
from app.desktop.chord import Chord, ChordError
from app.desktop.hotkey import HotkeyError, HotkeyId, HotkeyProblem, KeyHandlers
from app.desktop.hotkey_evdev import EvdevHotkey
from app.desktop.hotkey_x11 import X11Hotkey
from app.doctor import session_bus
from app.doctor.finding import Area, Finding, State
from app.output.atspi_sink import AtspiSink
from app.output.desktop_session import DesktopKind, DesktopSession, DisplayServer, detect
from app.output.ibus_sink import IBusSink
from app.output.sink import DeliveryState, Reason, SinkId, TextSink
from app.output.wtype_sink import WtypeSink
from app.output.x11_paste import PasteSink
from engine import paths
from engine.settings import Settings

TEST_SENTENCE = "你好，CosyScribe 😀"
_WINDOW_TIMEOUT_S = 10.0
_ARRIVAL_TIMEOUT_S = 2.0
_AIM_AGAIN_S = 0.1
_CALL_TIMEOUT_S = 2.0
_SINKS = (SinkId.IBUS, SinkId.PASTE, SinkId.ATSPI, SinkId.WTYPE)
_FCITX_NAMES = ("org.fcitx.Fcitx5", "org.fcitx.Fcitx")


def check_delivery(_settings: Settings) -> Iterator[Finding]:
    """Puts a sentence into a window of our own by every way, and reads it back."""
    names = asyncio.run(session_bus.names())
    session = detect(os.environ, names)
    yield _fcitx(names)
    if session.server is DisplayServer.NONE:
        for sink_id in _SINKS:
            yield _unknown(sink_id, "there is no display", "run this in a desktop session")
        return
    yield from asyncio.run(_try_sinks(session))


def check_hotkeys(settings: Settings) -> Iterator[Finding]:
    """Asks for the dictation key by every way, and gives it back at once."""
    try:
        chord = Chord.parse(settings.hotkey.chord)
    except ChordError as error:
        action = "set other keys in the settings"
        for hotkey_id in (HotkeyId.X11, HotkeyId.PORTAL, HotkeyId.EVDEV):
            yield Finding(hotkey_id.value, Area.HOTKEY, State.FAILS, str(error), action)
        yield _shortcut(detect(os.environ))
        return
    yield from asyncio.run(_try_hotkeys(chord))


async def _try_sinks(session: DesktopSession) -> list[Finding]:
    findings: list[Finding] = []
    async with _TestWindow() as window:
        if not await window.has_focus():
            reason, action = "the test window got no focus", "leave the mouse and keyboard alone"
            return [_unknown(sink_id, reason, action) for sink_id in _SINKS]
        state_file = paths.runtime_dir() / "doctor-ibus-engine"
        ibus = IBusSink(state_file)
        findings.append(await _try_sink(ibus, window))
        await ibus.close()
        if session.server is DisplayServer.X11:
            paste = PasteSink()
            findings.append(await _try_sink(paste, window))
            await paste.close()
        else:
            reason = "programs of a Wayland session cannot be pasted into"
            findings.append(_unknown(SinkId.PASTE, reason))
        atspi = AtspiSink()
        findings.append(await _try_sink(atspi, window))
        await atspi.close()
        if session.kind is DesktopKind.WLROOTS:
            findings.append(await _try_sink(WtypeSink(), window))
        else:
            reason = "for wlroots compositors such as sway, which this is not"
            findings.append(_unknown(SinkId.WTYPE, reason))
    return findings


async def _try_sink(sink: TextSink, window: _TestWindow) -> Finding:
    sink_id = sink.sink_id
    await window.clear()
    refusal = await _begin(sink)
    if refusal is not None:
        await sink.cancel()
        return Finding(
            sink_id.value, Area.DELIVERY, State.FAILS, refusal.value, _ACTIONS.get(sink_id, "")
        )
    delivery = await sink.commit(TEST_SENTENCE)
    arrived = await window.wait_for(TEST_SENTENCE)
    await sink.cancel()
    if arrived:
        proof = "confirmed" if delivery.state is DeliveryState.DELIVERED else "not confirmed"
        reason = f"the test sentence arrived whole; the program's word: {proof}"
        return Finding(sink_id.value, Area.DELIVERY, State.WORKS, reason)
    what = f"said {delivery.state.value}, and the window holds {window.text!r}"
    return Finding(sink_id.value, Area.DELIVERY, State.FAILS, what, _ACTIONS.get(sink_id, ""))


async def _begin(sink: TextSink) -> Reason | None:
    """Takes aim; again while no field is seen: a new window takes a moment to tell of it."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + _ARRIVAL_TIMEOUT_S
    while (refusal := await sink.begin()) is Reason.NO_TARGET and loop.time() < deadline:
        await asyncio.sleep(_AIM_AGAIN_S)
    return refusal


_ACTIONS = {
    SinkId.IBUS: "install and start IBus, or leave delivery to the other ways",
    SinkId.PASTE: "close programs that manage the clipboard, then try again",
    SinkId.ATSPI: "install it with: sudo apt install at-spi2-core",
    SinkId.WTYPE: "install it with: sudo apt install wtype",
}


class _TestWindow:
    """A window of ours in a process of its own."""

    def __init__(self) -> None:
        self.text: str | None = None
        self._changed = asyncio.Event()
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> _TestWindow:
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        environ.setdefault("QT_IM_MODULE", "ibus")
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "app.ui.doctor_window",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environ,
        )
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_error: object) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._reader is not None
        self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), _CALL_TIMEOUT_S)
        except asyncio.TimeoutError:
            self._process.kill()
            await self._process.wait()
        await self._reader

    async def has_focus(self) -> bool:
        """Waits until it has."""
        return await self._wait(lambda: self.text is not None, _WINDOW_TIMEOUT_S)

    async def wait_for(self, text: str) -> bool:
        """Waits until the field holds exactly this."""
        return await self._wait(lambda: self.text == text, _ARRIVAL_TIMEOUT_S)

    async def clear(self) -> None:
        """Empties the field."""
        if self.text:
            assert self._process is not None
            assert self._process.stdin is not None
            self._process.stdin.write(b"clear\n")
            await self._wait(lambda: self.text == "", _ARRIVAL_TIMEOUT_S)

    async def _wait(self, condition: Callable[[], bool], timeout_s: float) -> bool:
        deadline = asyncio.get_running_loop().time() + timeout_s
        while not condition():
            left = deadline - asyncio.get_running_loop().time()
            if left <= 0:
                return False
            self._changed.clear()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
        return True

    async def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            self.text = str(json.loads(line))
            self._changed.set()


async def _try_hotkeys(chord: Chord) -> list[Finding]:
    session = detect(os.environ)
    findings = [await _try_x11_key(chord, session), await _portal(session), await _try_evdev(chord)]
    return [*findings, _shortcut(session)]


async def _try_x11_key(chord: Chord, session: DesktopSession) -> Finding:
    if session.server is not DisplayServer.X11:
        return Finding("x11-key", Area.HOTKEY, State.UNKNOWN, "this is no X11 session")
    if remote.is_running():
        reason = f"the program runs, and asks for {chord} itself"
        action = "end it and run this again, or press the keys"
        return Finding("x11-key", Area.HOTKEY, State.UNKNOWN, reason, action)
    hotkey = X11Hotkey(_NO_HANDLERS, paths.runtime_dir() / "doctor-x11-repeat")
    try:
        await hotkey.arm(chord)
    except HotkeyError as error:
        reason = f"{chord}: {error}"
        return Finding("x11-key", Area.HOTKEY, State.FAILS, reason, "set other keys")
    await hotkey.disarm()
    return Finding("x11-key", Area.HOTKEY, State.WORKS, f"{chord} can be held and tapped")


async def _try_evdev(chord: Chord) -> Finding:
    hotkey = EvdevHotkey(_NO_HANDLERS, Path("/dev/input"))
    try:
        await hotkey.arm(chord)
    except HotkeyError as error:
        may_not = error.problem is HotkeyProblem.NO_PERMISSION
        action = "add yourself with: sudo usermod -aG input $USER, then log in again"
        reason = "the keyboards may not be read" if may_not else str(error)
        state = State.FAILS if may_not else State.UNKNOWN
        return Finding("evdev", Area.HOTKEY, state, reason, action if may_not else "")
    await hotkey.disarm()
    return Finding("evdev", Area.HOTKEY, State.WORKS, "the keyboards can be read")


async def _portal(session: DesktopSession) -> Finding:
    if session.server is not DisplayServer.WAYLAND:
        return Finding("portal", Area.HOTKEY, State.UNKNOWN, "for Wayland sessions")
    name, path = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
    properties = "org.freedesktop.DBus.Properties"
    shortcuts = "org.freedesktop.portal.GlobalShortcuts"
    reply = await session_bus.call(
        Message(name, path, properties, "Get", signature="ss", body=[shortcuts, "version"])
    )
    if reply is None:
        reason = "the desktop offers no global shortcuts"
        action = "set a shortcut of the desktop that runs “cosyscribe toggle”"
        return Finding("portal", Area.HOTKEY, State.FAILS, reason, action)
    reason = f"GlobalShortcuts version {reply.body[0].value}; whether it signals, a press shows"
    action = "set the keys in the settings, then press them"
    return Finding("portal", Area.HOTKEY, State.UNKNOWN, reason, action)


def _shortcut(session: DesktopSession) -> Finding:
    state = State.UNKNOWN
    if session.server is DisplayServer.NONE:
        return Finding("shortcut", Area.HOTKEY, state, "there is no desktop session")
    action = "give “cosyscribe toggle” a key in the desktop's keyboard settings"
    if not gnome_shortcut.is_available(os.environ):
        reason = "every desktop can run a command at a key; it taps, it cannot be held"
        return Finding("shortcut", Area.HOTKEY, state, reason, action)
    try:
        found = gnome_shortcut.find_shortcut()
    except gnome_shortcut.ShortcutError as error:
        return Finding("shortcut", Area.HOTKEY, state, str(error), action)
    if found is None:
        reason = "no shortcut of GNOME's runs “cosyscribe toggle”"
        return Finding("shortcut", Area.HOTKEY, state, reason, "one click in the settings sets it")
    fault, action = _fault_of(found)
    reason = f"{found.accelerator or 'a shortcut'} runs “{found.command}”"
    if fault:
        return Finding("shortcut", Area.HOTKEY, State.FAILS, f"{reason}, but {fault}", action)
    return Finding("shortcut", Area.HOTKEY, State.WORKS, reason)


def _fault_of(shortcut: gnome_shortcut.Shortcut) -> tuple[str, str]:
    """Why a shortcut cannot work, and what to do; empty where nothing is in its way."""
    if not shortcut.accelerator:
        return "it has no keys", "give it some in GNOME's keyboard settings"
    if shortcut.holder:
        action = "give one of them other keys in GNOME's keyboard settings"
        return f"“{shortcut.holder}” has the same keys", action
    action = "set the shortcut again, in the settings"
    try:
        program = shlex.split(shortcut.command)[0]
    except ValueError:
        return "its quotes do not match", action
    if shutil.which(program) is None:
        return "there is no such program", action
    return "", ""


def _fcitx(names: tuple[str, ...]) -> Finding:
    if any(name in names for name in _FCITX_NAMES):
        reason = "it runs, so its own input method is left alone: text is pasted or inserted"
        return Finding("fcitx5", Area.DELIVERY, State.WORKS, reason)
    return Finding("fcitx5", Area.DELIVERY, State.UNKNOWN, "it does not run")


def _unknown(sink_id: SinkId, reason: str, action: str = "") -> Finding:
    return Finding(sink_id.value, Area.DELIVERY, State.UNKNOWN, reason, action)


_NO_HANDLERS = KeyHandlers(lambda: None, lambda: None, lambda: None)
