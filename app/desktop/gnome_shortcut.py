"""A shortcut of GNOME's own that runs ``cosyscribe toggle``, set with ``gsettings``.

For GNOME before 48 on Wayland, which has no global shortcuts portal: it taps, it cannot be held.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass

from app.desktop.chord import Chord

_KEYS = "org.gnome.settings-daemon.plugins.media-keys"
_LIST = "custom-keybindings"
_ONE = "org.gnome.settings-daemon.plugins.media-keys.custom-keybinding"
_PLACE = f"/{_KEYS.replace('.', '/')}/{_LIST}/cosyscribe/"
_OTHERS = (_KEYS, "org.gnome.desktop.wm.keybindings", "org.gnome.shell.keybindings")
_TIMEOUT_S = 5.0
_MODIFIER = re.compile(r"<([A-Za-z0-9]+)>")
_RUNS_US = re.compile(r"(cosyscribe|-m app)\b.*\b(toggle|press)\s*$")
_SAME = {"primary": "control", "ctrl": "control", "mod1": "alt", "mod4": "super"}


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A shortcut of the desktop's that runs this program.

    Attributes:
        accelerator: its keys, as GNOME writes them; empty where it has none.
        command: what it runs.
        holder: what else has the same keys, in GNOME's own words; empty where nothing has.
    """

    accelerator: str
    command: str
    holder: str


class ShortcutError(Exception):
    """The shortcut could not be set."""


class ShortcutTakenError(ShortcutError):
    """The keys do something else already.

    Attributes:
        holder: what has them, in GNOME's own words.
    """

    def __init__(self, holder: str) -> None:
        super().__init__(holder)
        self.holder = holder


def is_available(environ: Mapping[str, str]) -> bool:
    """Whether this is a GNOME desktop whose shortcuts can be set."""
    names = environ.get("XDG_CURRENT_DESKTOP", "").lower().split(":")
    return "gnome" in names and shutil.which("gsettings") is not None


def set_shortcut(chord: Chord, command: str) -> None:
    """Gives a command the keys, in place of those it had; slow, for a pool's thread.

    Raises:
        ShortcutTakenError: something else has them.
        ShortcutError: GNOME's settings cannot be written.
    """
    accelerator = chord.for_gtk()
    holder = _holder(accelerator)
    if holder:
        raise ShortcutTakenError(holder)
    for key, value in (("name", "CosyScribe"), ("command", command), ("binding", accelerator)):
        _run("set", f"{_ONE}:{_PLACE}", key, value)
    places = _places()
    if _PLACE not in places:  # last: a shortcut that is listed is whole
        _run("set", _KEYS, _LIST, str([*places, _PLACE]))


def find_shortcut() -> Shortcut | None:
    """The shortcut that runs ``cosyscribe toggle`` or ``press``, whoever set it; None without one.

    Raises:
        ShortcutError: GNOME's settings cannot be read.
    """
    for place in _places():
        command = str(ast.literal_eval(_run("get", f"{_ONE}:{place}", "command")))
        if _RUNS_US.search(command):
            accelerator = str(ast.literal_eval(_run("get", f"{_ONE}:{place}", "binding")))
            holder = _holder(accelerator, place) if accelerator else ""
            return Shortcut(accelerator, command, holder)
    return None


def remove_shortcut() -> None:
    """Takes it away. Idempotent.

    Raises:
        ShortcutError: GNOME's settings cannot be written.
    """
    places = _places()
    if _PLACE in places:
        _run("set", _KEYS, _LIST, str([place for place in places if place != _PLACE]))
    for key in ("name", "command", "binding"):
        _run("reset", f"{_ONE}:{_PLACE}", key)


def _holder(accelerator: str, own_place: str = _PLACE) -> str:
    """What else has these keys; empty where nothing has."""
    wanted = _normalised(accelerator)
    for place in _places():
        if place == own_place:
            continue
        binding = ast.literal_eval(_run("get", f"{_ONE}:{place}", "binding"))
        if _normalised(binding) == wanted:
            return str(ast.literal_eval(_run("get", f"{_ONE}:{place}", "name")))
    for schema in _OTHERS:
        try:
            listed = _run("list-recursively", schema)
        except ShortcutError:
            continue  # not installed here
        for line in listed.splitlines():
            _schema, name, value = line.split(" ", 2)
            found = re.findall(r"'([^']*)'", value)
            if wanted in map(_normalised, found):
                return name
    return ""


def _normalised(accelerator: str) -> str:
    """The same text for the same keys, however their modifiers are written."""
    held = (name.lower() for name in _MODIFIER.findall(accelerator))
    names = sorted({_SAME.get(name, name) for name in held})
    return "+".join([*names, _MODIFIER.sub("", accelerator).lower()])


def _places() -> list[str]:
    listed = _run("get", _KEYS, _LIST).removeprefix("@as ")
    return [str(place) for place in ast.literal_eval(listed)]


def _run(*arguments: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603  # a list, no shell
            ["gsettings", *arguments],  # noqa: S607  # the desktop's own, wherever it is
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ShortcutError(str(error)) from error
    return done.stdout.strip()
