"""The objects we export to IBus: a factory, and an engine that passes every key through.

dbus-fast reads D-Bus signatures from annotations, so this file cannot postpone their evaluation,
and its methods carry IBus's names.
"""

# ruff: noqa: N802, D102, F821
# mypy: disable-error-code="no-untyped-def, name-defined, valid-type, syntax, misc, no-redef"

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from dbus_fast.constants import PropertyAccess
from dbus_fast.service import ServiceInterface, dbus_method, dbus_property

from app.output import ibus_wire

_RELEASE_MASK = 1 << 30
_ESCAPE = 0xFF1B


@dataclass(frozen=True, slots=True)
class InputContext:
    """A field as IBus knows it.

    Attributes:
        path: the daemon's object path; empty before IBus 1.5.27.
        client: the program's own word for itself: ``gtk3-im:...``, ``Qt``, ``xim``,
            ``gnome-shell`` for every Wayland window there, ``fake`` where no field has focus.
        serial: rises with each focus change; tells fields of a shared context apart.
    """

    path: str
    client: str
    serial: int

    def is_same_field(self, other: "InputContext") -> bool:
        """Whether text meant for one goes where the other is."""
        if self.path != other.path:
            return False
        is_shared = (self.client or other.client).startswith(_SHARED_CLIENTS)
        return self.serial == other.serial if is_shared or not self.path else True

    @property
    def is_field(self) -> bool:
        """False where this only stands for "nothing has the focus"."""
        return self.path != NO_FIELD_PATH and self.client != "fake"


NO_FIELD_PATH = "/org/freedesktop/IBus/InputContext_1"
"""The daemon's own context, made first of all, in use while no text field has the focus."""

_SHARED_CLIENTS = ("gnome-shell", "kwin")


class EngineListener(Protocol):
    """Whoever wants to know; called on the bus thread, must not block."""

    def on_change(self) -> None: ...
    def on_escape(self) -> bool: ...


class EngineState:
    """What IBus told our engine; one for all engine objects, since only one is ever in use."""

    def __init__(self, listener: EngineListener) -> None:
        self._listener = listener
        self._serial = 0
        self.is_enabled = False
        self.path = ""  # of the engine object in use
        self.focus: InputContext | None = None
        self.capabilities = 0
        self.purpose = 0
        self.surrounding: ibus_wire.Surrounding | None = None

    def focus_in(self, path: str, client: str) -> None:
        """Takes a focus, or the name of the one that was told of without it.

        IBus 1.5.32 tells of the first focus twice: without its name, and again once it has
        asked our engine whether it wants names.
        """
        if not self._names(path, client):
            self._serial += 1
        self.focus = InputContext(path, client, self._serial)
        self._listener.on_change()

    def _names(self, path: str, client: str) -> bool:
        known = self.focus
        return known is not None and bool(client) and not known.client and known.path in ("", path)

    def name_focus(self, path: str) -> None:
        """Adds the path that the daemon left out: always for the first focus after a takeover."""
        if self.focus is None:
            self._serial += 1
            self.focus = InputContext(path, "", self._serial)
        elif not self.focus.path:
            self.focus = replace(self.focus, path=path)

    def focus_out(self) -> None:
        self.focus = None
        self.surrounding = None
        self._listener.on_change()

    def set_enabled(self, path: str, is_enabled: bool) -> None:
        self.is_enabled = is_enabled
        self.path = path
        self._listener.on_change()

    def set_surrounding(self, surrounding: ibus_wire.Surrounding) -> None:
        self.surrounding = surrounding
        self._listener.on_change()

    def set_purpose(self, purpose: int) -> None:
        self.purpose = purpose
        self._listener.on_change()

    def key(self, keyval: int, modifiers: int) -> bool:
        if keyval != _ESCAPE or modifiers & _RELEASE_MASK:
            return False
        return self._listener.on_escape()


class Engine(ServiceInterface):
    """``org.freedesktop.IBus.Engine``: forwards what matters to the state, ignores the rest."""

    def __init__(self, path: str, state: EngineState) -> None:
        super().__init__("org.freedesktop.IBus.Engine")
        self._path = path
        self._state = state

    @dbus_method()
    def ProcessKeyEvent(self, keyval: "u", keycode: "u", modifiers: "u") -> "b":  # noqa: ARG002
        return self._state.key(keyval, modifiers)

    @dbus_method()
    def SetCursorLocation(self, x: "i", y: "i", width: "i", height: "i"):
        pass

    @dbus_method()
    def ProcessHandWritingEvent(self, coordinates: "ad"):
        pass

    @dbus_method()
    def CancelHandWriting(self, strokes: "u"):
        pass

    @dbus_method()
    def SetCapabilities(self, capabilities: "u"):
        self._state.capabilities = capabilities

    @dbus_method()
    def PropertyActivate(self, name: "s", state: "u"):
        pass

    @dbus_method()
    def PropertyShow(self, name: "s"):
        pass

    @dbus_method()
    def PropertyHide(self, name: "s"):
        pass

    @dbus_method()
    def CandidateClicked(self, index: "u", button: "u", state: "u"):
        pass

    @dbus_method()
    def FocusIn(self):
        self._state.focus_in("", "")

    @dbus_method()
    def FocusInId(self, path: "s", client: "s"):
        self._state.focus_in(path, client)

    @dbus_method()
    def FocusOut(self):
        self._state.focus_out()

    @dbus_method()
    def FocusOutId(self, path: "s"):  # noqa: ARG002
        self._state.focus_out()

    @dbus_method()
    def Reset(self):
        pass

    @dbus_method()
    def Enable(self):
        self._state.set_enabled(self._path, True)

    @dbus_method()
    def Disable(self):
        self._state.set_enabled(self._path, False)

    @dbus_method()
    def PageUp(self):
        pass

    @dbus_method()
    def PageDown(self):
        pass

    @dbus_method()
    def CursorUp(self):
        pass

    @dbus_method()
    def CursorDown(self):
        pass

    @dbus_method()
    def SetSurroundingText(self, text: "v", cursor: "u", anchor: "u"):  # noqa: ARG002
        self._state.set_surrounding(ibus_wire.Surrounding(ibus_wire.text_content(text), cursor))

    @dbus_method()
    def PanelExtensionReceived(self, event: "v"):
        pass

    @dbus_method()
    def PanelExtensionRegisterKeys(self, event: "v"):
        pass

    @dbus_property(access=PropertyAccess.READWRITE)
    def ContentType(self) -> "(uu)":
        return [self._state.purpose, 0]

    @ContentType.setter
    def ContentType(self, value: "(uu)"):
        self._state.set_purpose(value[0])

    @dbus_property(access=PropertyAccess.READ)
    def FocusId(self) -> "b":
        return True

    @dbus_property(access=PropertyAccess.READ)
    def ActiveSurroundingText(self) -> "b":
        return True


class Service(ServiceInterface):
    """``org.freedesktop.IBus.Service``: lets the daemon drop an engine object."""

    def __init__(self, on_destroy: Callable[[], None]) -> None:
        super().__init__("org.freedesktop.IBus.Service")
        self._on_destroy = on_destroy

    @dbus_method()
    def Destroy(self):
        self._on_destroy()


class Factory(ServiceInterface):
    """``org.freedesktop.IBus.Factory``: the daemon asks it for engine objects."""

    def __init__(self, create: Callable[[], str]) -> None:
        super().__init__("org.freedesktop.IBus.Factory")
        self._create = create

    @dbus_method()
    def CreateEngine(self, name: "s") -> "o":  # noqa: ARG002  # we registered one only
        return self._create()
