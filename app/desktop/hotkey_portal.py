"""The dictation key on Wayland, from the GlobalShortcuts portal.

https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.GlobalShortcuts.html
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Any

from dbus_fast import AuthError, BusType, DBusError, Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from app.desktop.chord import Chord
from app.desktop.hotkey import HotkeyError, HotkeyId, HotkeyProblem, KeyHandlers

_log = logging.getLogger("ui")

_BUS, _BUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
_OWNER_CHANGED = "NameOwnerChanged"
_PORTAL = "org.freedesktop.portal.Desktop"
_PATH = "/org/freedesktop/portal/desktop"
_SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"
_REQUEST = "org.freedesktop.portal.Request"
_SESSION = "org.freedesktop.portal.Session"
_PORTAL_ERROR = "org.freedesktop.portal.Error"
_APP_ID = "org.cosyscribe.CosyScribe"
_OK, _CANCELLED = 0, 1
"""What a request may be answered with."""
SILENCE_S = 0.4
"""A key that has repeated and does not for so long was let go. GNOME's repeats are 0.03 s apart, at
most 0.11 by its settings; the rest is patience with a busy desktop."""
_CALL_TIMEOUT_S = 25.0
"""The first call may start the portal and its back end, while the desktop is starting too."""
_USER_TIMEOUT_S = 120.0
"""The desktop may ask the user whether we may have the key."""


class PortalHotkey:
    """A global shortcut with press and release.

    Some desktops bind a shortcut and never signal it: ``has_signalled`` says whether this one
    ever did, for "press your key now".

    Attributes:
        trigger: the keys in the desktop's words; the user may have given it others than ours.
    """

    hotkey_id = HotkeyId.PORTAL

    def __init__(self, handlers: KeyHandlers, description: str = "Dictate") -> None:
        """``description``: what the key does, as the desktop shows it."""
        self._handlers = handlers
        self._description = description
        self._shortcut_id = ""
        self._bus: MessageBus | None = None
        self._session = ""
        self._answers: dict[str, asyncio.Future[list[Any]]] = {}
        self._is_known = True
        self._is_down = False
        self._silence: asyncio.TimerHandle | None = None
        self.has_signalled = False
        self.trigger = ""

    async def arm(self, chord: Chord) -> None:
        """Asks for the shortcut; the desktop may ask the user first.

        Raises:
            HotkeyError: no such portal, or the user said no.
        """
        await self.disarm()
        try:
            self._bus = await asyncio.wait_for(
                MessageBus(bus_type=BusType.SESSION).connect(), _CALL_TIMEOUT_S
            )
            await self._register()
            await self._listen()
            self._session = await self._create_session()
            await self._bind(chord)
        except (HotkeyError, asyncio.CancelledError):
            await self.disarm()
            raise
        except (OSError, EOFError, ValueError, AuthError, DBusError, asyncio.TimeoutError) as error:
            await self.disarm()
            detail = str(error) or type(error).__name__
            raise HotkeyError(HotkeyProblem.UNAVAILABLE, detail) from error

    def set_escape(self, is_on: bool) -> None:
        """Nothing: the portal has no Esc for the time of a dictation."""

    async def disarm(self) -> None:
        """Gives the shortcut back: it lives as long as the connection. Idempotent."""
        bus, self._bus = self._bus, None
        self._session = ""
        self._is_down = False
        self._hear_repeats(is_on=False)
        for answer in self._answers.values():
            answer.cancel()
        self._answers.clear()
        if bus is not None:
            bus.disconnect()

    async def _register(self) -> None:
        """Tells the portal who we are, before anything else: unsandboxed programs have no id."""
        self._is_known = True
        try:
            await self._call(
                "Register", "sa{sv}", [_APP_ID, {}], "org.freedesktop.host.portal.Registry"
            )
        except HotkeyError as error:
            _log.info("portal: app id not registered: %s", error.detail)
            # Before 1.19 there is no registry; one that there is wants our desktop file.
            self._is_known = _PORTAL_ERROR not in error.detail

    async def _listen(self) -> None:
        assert self._bus is not None
        self._bus.add_message_handler(self._on_message)
        rules = [
            f"type='signal',sender='{_PORTAL}',interface='{interface}'"
            for interface in (_REQUEST, _SHORTCUTS, _SESSION)
        ]
        rules.append(f"type='signal',sender='{_BUS}',member='{_OWNER_CHANGED}',arg0='{_PORTAL}'")
        for rule in rules:
            await self._bus.call(
                Message(_BUS, _BUS_PATH, _BUS, "AddMatch", signature="s", body=[rule])
            )

    async def _create_session(self) -> str:
        token = Variant("s", f"cosyscribe_{secrets.token_hex(4)}")
        response, values = await self._ask(
            "CreateSession", "a{sv}", [], {"session_handle_token": token}, _CALL_TIMEOUT_S
        )
        if response != _OK:
            raise HotkeyError(HotkeyProblem.UNAVAILABLE, "CreateSession")
        return str(values["session_handle"].value)

    async def _bind(self, chord: Chord) -> None:
        # A desktop keeps the keys that an id was given first, and passes over others that are
        # asked for later: other keys are another shortcut.
        self._shortcut_id = f"dictate-{chord}"
        shortcut = {
            "description": Variant("s", self._description),
            "preferred_trigger": Variant("s", chord.for_portal()),
        }
        body = [self._session, [[self._shortcut_id, shortcut]], ""]
        response, values = await self._ask(
            "BindShortcuts", "oa(sa{sv})sa{sv}", body, {}, _USER_TIMEOUT_S
        )
        # GNOME 48 binds the key and answers "other" all the same: what it lists decides.
        # https://github.com/bilelmoussaoui/ashpd/issues/302
        bound = values["shortcuts"].value if "shortcuts" in values else []
        if not bound or response == _CANCELLED:
            # "Cancel" in GNOME's dialog is answered with "other" too.
            problem = HotkeyProblem.REFUSED if self._is_known else HotkeyProblem.NOT_INSTALLED
            raise HotkeyError(problem, f"BindShortcuts answered {response}")
        description = bound[0][1].get("trigger_description")
        self.trigger = str(description.value) if description else ""

    async def _ask(
        self,
        member: str,
        signature: str,
        body: list[Any],
        options: dict[str, Variant],
        timeout_s: float,
    ) -> tuple[int, dict[str, Variant]]:
        """A request whose answer comes as a signal; listened for before it is made."""
        assert self._bus is not None
        token = f"cosyscribe_{secrets.token_hex(4)}"
        sender = (self._bus.unique_name or "").removeprefix(":").replace(".", "_")
        path = f"{_PATH}/request/{sender}/{token}"
        answer = self._answers[path] = asyncio.get_running_loop().create_future()
        options = {**options, "handle_token": Variant("s", token)}
        try:
            await self._call(member, signature, [*body, options], _SHORTCUTS)
            response, values = await asyncio.wait_for(answer, timeout_s)
        finally:
            self._answers.pop(path, None)
        return response, dict(values)

    async def _call(
        self, member: str, signature: str, body: list[Any], interface: str
    ) -> list[Any]:
        assert self._bus is not None
        message = Message(_PORTAL, _PATH, interface, member, signature=signature, body=body)
        reply = await asyncio.wait_for(self._bus.call(message), _CALL_TIMEOUT_S)
        if reply is None or reply.message_type is MessageType.ERROR:
            detail = f"{member}: {reply.error_name if reply else 'no reply'}"
            raise HotkeyError(HotkeyProblem.UNAVAILABLE, detail)
        return list(reply.body)

    def _on_message(self, message: Message) -> None:
        if message.message_type is not MessageType.SIGNAL:
            return
        if message.interface == _REQUEST:
            answer = self._answers.get(message.path or "")
            if answer is not None and not answer.done():
                answer.set_result(message.body)
        elif message.interface == _SHORTCUTS and message.member in ("Activated", "Deactivated"):
            if message.body[:2] == [self._session, self._shortcut_id]:
                self._on_key(is_down=message.member == "Activated")
        elif message.interface == _SESSION and message.path == self._session:
            self._lose("the desktop took the shortcut back")
        elif message.interface == _BUS:
            self._on_owner_changed(message)

    def _on_owner_changed(self, message: Message) -> None:
        if message.member == _OWNER_CHANGED:
            name, owner_before, _owner = message.body
            if name == _PORTAL and owner_before:
                self._lose("the portal ended")

    def _lose(self, why: str) -> None:
        """The shortcut is gone, and with it the signal of a key that is held now."""
        if not self._session:
            return
        _log.info("portal: %s", why)
        self._session = ""
        if self._is_down:
            self._on_key(is_down=False)
        self._handlers.on_lost()

    def _on_key(self, *, is_down: bool) -> None:
        """Takes a press or a release, once.

        GNOME 48 says Activated again at each repeat of a held key. It never says Deactivated where
        a modifier is let go before the other key; the repeats end there all the same.
        """
        self.has_signalled = True
        self._hear_repeats(is_on=is_down and self._is_down)
        if is_down is not self._is_down:
            self._is_down = is_down
            (self._handlers.on_press if is_down else self._handlers.on_release)()

    def _hear_repeats(self, *, is_on: bool) -> None:
        """Waits for the next repeat, or no longer."""
        if self._silence is not None:
            self._silence.cancel()
        self._silence = None
        if is_on:
            loop = asyncio.get_running_loop()
            self._silence = loop.call_later(SILENCE_S, lambda: self._on_key(is_down=False))
