"""What speaks to the desktop, built together on the desktop bus thread."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from dbus_fast import Message
from dbus_fast.aio import MessageBus

from app.desktop.bus_thread import BusThread, log_failure
from app.desktop.chord import Chord, ChordError
from app.desktop.hotkey import Hotkey, HotkeyId, HotkeyProblem, KeyHandlers, hotkey_order
from app.desktop.hotkey_evdev import EvdevHotkey
from app.desktop.hotkey_portal import PortalHotkey
from app.desktop.hotkey_x11 import X11Hotkey
from app.desktop.key_control import HotkeyStatus, KeyControl
from app.desktop.logind import Presence, PresenceWatch
from app.desktop.notification import Notifier
from app.desktop.service import AlreadyRunningError, DictationService, Request
from app.output.atspi_sink import AtspiSink
from app.output.desktop_session import DesktopSession, DisplayServer, detect, sink_order
from app.output.ibus_sink import IBusSink
from app.output.route import Route
from app.output.sink import Delivery, SinkId, TextSink
from app.output.wtype_sink import WtypeSink
from app.output.x11_paste import PasteSink
from engine import paths
from engine.settings import Settings
from engine.text.transcript import needs_space

_log = logging.getLogger("ui")

_START_TIMEOUT_S = 10.0
_STOP_TIMEOUT_S = 5.0
_OPEN_PATIENCE_S = 1.0
_ARM_AGAIN_S = (1.0, 5.0, 25.0)
"""Pauses before the key that was lost is asked for again: what gave it may come back late."""


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """The dictation key, or Esc while dictating.

    Attributes:
        kind: ``press``, ``release`` or ``escape``.
        at_s: ``time.monotonic()`` when it came in.
    """

    kind: str
    at_s: float


class DesktopListener(Protocol):
    """Whoever hears from the desktop; called on the desktop bus thread, must not block."""

    def on_request(self, request: Request) -> None:
        """Another program asks for something."""

    def on_key(self, event: KeyEvent) -> None:
        """The dictation key."""

    def on_hotkey(self, status: HotkeyStatus) -> None:
        """Whether the key works."""

    def on_presence(self, presence: Presence) -> None:
        """The user went, or came back."""

    def on_delivery(self, delivery: Delivery) -> None:
        """What became of a committed text."""


class DesktopServices:
    """Hotkey, delivery, D-Bus service and presence, driven from the GUI thread.

    Calls that deliver are carried out in the order they were made and return at once.

    Threads: made, started and stopped on the GUI thread.
    """

    def __init__(
        self, settings: Settings, listener: DesktopListener, key_description: str = "Dictate"
    ) -> None:
        """``key_description``: what the key does, for the desktop to show."""
        self._settings = settings
        self._key_description = key_description
        self._listener = listener
        self._thread = BusThread()
        self._service = DictationService(listener.on_request)
        self._presence = PresenceWatch(self._on_presence)
        self._notifier = Notifier(lambda: listener.on_request(Request.SHOW))
        self._ibus = IBusSink(paths.runtime_dir() / "ibus-engine", needs_space=needs_space)
        self._paste = PasteSink(trusts_ibus=lambda: self._ibus.connection.is_open)
        self._atspi = AtspiSink()
        self._sinks: dict[SinkId, TextSink] = {
            SinkId.IBUS: self._ibus,
            SinkId.PASTE: self._paste,
            SinkId.WTYPE: WtypeSink(),
            SinkId.ATSPI: self._atspi,
        }
        self._route: Route | None = None
        self._keys: KeyControl | None = None
        self._opening: Future[None] | None = None
        self._arming: asyncio.Task[Any] | None = None
        self.session = DesktopSession(DisplayServer.NONE, detect({}).kind)

    def start(self) -> None:
        """Starts the thread and takes the program's name on the session bus.

        Raises:
            AlreadyRunningError: another instance has the name; nothing was started.
        """
        self._thread.start()
        try:
            self._thread.submit(self._service.open()).result(_START_TIMEOUT_S)
        except AlreadyRunningError:
            self._thread.stop()
            raise
        self._opening = self._thread.submit(self._open())
        self._opening.add_done_callback(log_failure)

    def stop(self) -> None:
        """Gives back all that was taken from the desktop. Idempotent."""
        if not self._thread.is_running:
            return
        if self._opening is not None and wait([self._opening], _OPEN_PATIENCE_S).not_done:
            self._opening.cancel()  # the desktop is slow, or asks the user about the key
        done = self._thread.submit(self._close())
        try:
            done.result(_STOP_TIMEOUT_S)
        except TimeoutError:
            _log.error("the desktop did not answer in time; leaving it")
        self._thread.stop(_STOP_TIMEOUT_S)

    def change(self, settings: Settings) -> None:
        """Takes new settings."""
        before, self._settings = self._settings, settings
        if before.hotkey != settings.hotkey:
            self._thread.spawn(self._arm())
        if before.output != settings.output:
            self._thread.spawn(self._build_route())

    def begin(self) -> None:
        """Takes aim at what has the focus."""
        self._on_route(lambda route: route.begin())

    def preview(self, text: str) -> None:
        """Shows text that may still change, where it can be shown in place."""
        self._on_route(lambda route: route.preview(text))

    def commit(self, text: str) -> None:
        """Delivers; ``on_delivery`` tells what became of it."""
        self._thread.spawn(self._commit(text))

    def end(self) -> None:
        """Ends the utterance."""
        self._on_route(lambda route: route.end())

    def set_escape(self, is_on: bool) -> None:
        """Takes Esc while dictating."""
        self._thread.call_soon(self._set_escape, is_on)

    def set_state(self, state: str) -> None:
        """Tells other programs what this one does."""
        self._thread.call_soon(self._service.set_state, state)

    def tell_partial(self, text: str) -> None:
        """Tells other programs what is heard."""
        self._thread.call_soon(self._service.tell_partial, text)

    def tell_final(self, text: str) -> None:
        """Tells other programs what was said."""
        self._thread.call_soon(self._service.tell_final, text)

    def notify(self, summary: str, body: str, label: str) -> None:
        """Shows a notice of the desktop's; pressing it, named ``label``, asks for the window."""
        self._thread.spawn(self._notifier.show(summary, body, label))

    async def _open(self) -> None:
        if self._service.bus is not None:
            await self._notifier.open(self._service.bus)
        names = await _names(self._service.bus)
        self.session = detect(os.environ, names)
        _log.info("desktop: %s, %s", self.session.server.value, self.session.kind.value)
        self._ibus.escape_handler = self._on_escape
        await self._ibus.recover()
        await self._build_route()
        await self._presence.open()
        await self._arm()

    async def _close(self) -> None:
        if self._keys is not None:
            await self._keys.disarm()
        if self._route is not None:
            await self._route.end()
        await self._ibus.close()
        await self._paste.close()
        await self._atspi.close()
        self._presence.close()
        self._service.close()

    async def _build_route(self) -> None:
        if self._route is not None:
            await self._route.end()
        wanted = self._settings.output.method
        order = sink_order(self.session) if wanted == "auto" else (SinkId(wanted),)
        # COPY is no sink: the window offers what none of them took.
        sinks = [self._sinks[sink_id] for sink_id in order if sink_id in self._sinks]
        is_x11 = self.session.server is DisplayServer.X11
        self._route = Route(sinks, self._paste.window_in_use) if is_x11 else Route(sinks)
        await self._route.block(not self._presence.presence.is_there)

    def _hotkeys(self) -> list[Hotkey]:
        handlers = KeyHandlers(
            on_press=lambda: self._on_key("press"),
            on_release=lambda: self._on_key("release"),
            on_escape=lambda: self._on_key("escape"),
            on_lost=lambda: self._thread.spawn(self._arm_again()),
        )
        is_wayland = self.session.server is DisplayServer.WAYLAND
        order = hotkey_order(is_wayland=is_wayland, uses_evdev=self._settings.hotkey.evdev)
        made: dict[HotkeyId, Callable[[], Hotkey]] = {
            HotkeyId.X11: lambda: X11Hotkey(handlers, paths.runtime_dir() / "x11-repeat"),
            HotkeyId.PORTAL: lambda: PortalHotkey(handlers, self._key_description),
            HotkeyId.EVDEV: lambda: EvdevHotkey(handlers, Path("/dev/input")),
        }
        return [made[hotkey_id]() for hotkey_id in order if hotkey_id in made]

    async def _arm(self) -> None:
        """Asks for the key; what is still being asked for, the user perhaps, is withdrawn."""
        before, self._arming = self._arming, asyncio.current_task()
        if before not in (None, self._arming) and not before.done():
            before.cancel()
            await asyncio.wait([before])
        if self._keys is not None:
            await self._keys.disarm()
        if not self._settings.hotkey.enabled:
            return
        self._keys = KeyControl(self._hotkeys(), self._listener.on_hotkey)
        try:
            chord = Chord.parse(self._settings.hotkey.chord)
        except ChordError as error:
            problem = HotkeyProblem.NO_SUCH_KEY
            self._listener.on_hotkey(
                HotkeyStatus(self._settings.hotkey.chord, None, problem, str(error))
            )
            return
        await self._keys.arm(chord)

    async def _arm_again(self) -> None:
        for pause_s in _ARM_AGAIN_S:
            await asyncio.sleep(pause_s)
            await self._arm()
            if self._keys is None or self._keys.has_key:
                break

    async def _commit(self, text: str) -> None:
        if self._route is not None:
            self._listener.on_delivery(await self._route.commit(text))

    def _on_route(self, call: Callable[[Route], Coroutine[Any, Any, object]]) -> None:
        async def run() -> None:
            if self._route is not None:
                await call(self._route)

        self._thread.spawn(run())

    def _set_escape(self, is_on: bool) -> None:
        if self._keys is not None:
            self._keys.set_escape(is_on)

    def _on_key(self, kind: str) -> None:
        if kind == "release" and self._keys is not None:
            self._keys.note_release()
        self._listener.on_key(KeyEvent(kind, time.monotonic()))

    def _on_escape(self) -> bool:
        self._on_key("escape")
        return True

    def _on_presence(self, presence: Presence) -> None:
        self._listener.on_presence(presence)
        if self._route is not None:
            task = asyncio.get_running_loop().create_task(self._route.block(not presence.is_there))
            task.add_done_callback(lambda done: done.exception())


async def _names(bus: MessageBus | None) -> tuple[str, ...]:
    """The names on the session bus."""
    if bus is None:
        return ()
    name, path = "org.freedesktop.DBus", "/org/freedesktop/DBus"
    try:
        reply = await bus.call(Message(name, path, name, "ListNames"))
    except (OSError, EOFError) as error:
        _log.info("the session bus went away: %s", error)
        return ()
    return tuple(reply.body[0]) if reply is not None and not reply.error_name else ()
