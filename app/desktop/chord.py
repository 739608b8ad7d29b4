"""A key combination, as people write it and as each desktop wants it."""

from __future__ import annotations

from dataclasses import dataclass

MODIFIERS = ("Ctrl", "Alt", "Shift", "Super")
"""In the order they are written."""

_ALIASES = {
    "control": "Ctrl",
    "ctrl": "Ctrl",
    "primary": "Ctrl",
    "alt": "Alt",
    "mod1": "Alt",
    "shift": "Shift",
    "super": "Super",
    "meta": "Super",
    "win": "Super",
    "logo": "Super",
    "mod4": "Super",
}
_GTK = {"Ctrl": "<Control>", "Alt": "<Alt>", "Shift": "<Shift>", "Super": "<Super>"}
_PORTAL = {"Ctrl": "CTRL", "Alt": "ALT", "Shift": "SHIFT", "Super": "LOGO"}
MODIFIER_KEYS = frozenset(
    f"{name}_{side}" for name in ("Control", "Alt", "Shift", "Super") for side in ("L", "R")
)


class ChordError(ValueError):
    """Not a key combination."""


@dataclass(frozen=True, slots=True)
class Chord:
    """Modifiers and one key.

    Attributes:
        modifiers: a subset of ``MODIFIERS``, in their order.
        key: the key's xkb keysym name: ``space``, ``F9``, ``d``, ``Control_R``.
    """

    modifiers: tuple[str, ...]
    key: str

    @classmethod
    def parse(cls, text: str) -> Chord:
        """Reads ``Ctrl+Alt+space``.

        Raises:
            ChordError: no key, or a modifier nobody knows.
        """
        *names, key = [part.strip() for part in text.split("+")]
        if not key:
            raise ChordError(f"{text!r} has no key")
        try:
            held = {_ALIASES[name.lower()] for name in names}
        except KeyError as error:
            raise ChordError(f"{text!r}: {error.args[0]} is no modifier") from error
        return cls(tuple(m for m in MODIFIERS if m in held), _keysym_name(key))

    def __str__(self) -> str:
        return "+".join((*self.modifiers, self.key))

    @property
    def is_modifier_alone(self) -> bool:
        """One modifier key by itself: listened to, never taken from other programs."""
        return not self.modifiers and self.key in MODIFIER_KEYS

    @property
    def types_text(self) -> bool:
        """Pressing it types something, so that it cannot be taken from other programs."""
        is_plain = not self.modifiers or self.modifiers == ("Shift",)
        return is_plain and (len(self.key) == 1 or self.key in _TYPING_KEYS)

    def for_gtk(self) -> str:
        """As gsettings key bindings have it."""
        return "".join(_GTK[m] for m in self.modifiers) + self.key

    def for_portal(self) -> str:
        """As the XDG shortcuts specification has it."""
        return "+".join([*(_PORTAL[m] for m in self.modifiers), self.key])


_TYPING_KEYS = frozenset({"space", "Return", "Tab", "BackSpace", "Delete", "Escape"})


def _keysym_name(key: str) -> str:
    """Letters in lower case, as keysyms of unshifted keys are; a few names people use."""
    if len(key) == 1:
        return key.lower()
    known = {"space": "space", "enter": "Return", "esc": "Escape", "escape": "Escape"}
    return known.get(key.lower(), key)
