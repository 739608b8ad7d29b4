from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from app.desktop import gnome_shortcut
from app.desktop.chord import Chord
from app.desktop.gnome_shortcut import Shortcut, ShortcutError, ShortcutTakenError

KEYS = "org.gnome.settings-daemon.plugins.media-keys"
CHORD = Chord.parse("Ctrl+Alt+space")


def gsettings(*arguments: str) -> str:
    done = subprocess.run(["gsettings", *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Real settings of GNOME's own, in a file of the test's."""
    monkeypatch.setenv("GSETTINGS_BACKEND", "keyfile")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    if shutil.which("gsettings") is None:
        pytest.skip("gsettings is not installed")
    schemas = gsettings("list-schemas").splitlines()
    if KEYS not in schemas:
        pytest.skip("gnome-settings-daemon-common is not installed")


@pytest.mark.desktop
@pytest.mark.usefixtures("settings")
class TestOnGnomesSettings:
    def test_command_gets_its_keys_and_loses_them(self) -> None:
        gnome_shortcut.set_shortcut(CHORD, "cosyscribe toggle")
        gnome_shortcut.set_shortcut(Chord.parse("Super+d"), "cosyscribe toggle")
        (place,) = gnome_shortcut._places()
        one = f"{KEYS}.custom-keybinding:{place}"
        assert gsettings("get", one, "command") == "'cosyscribe toggle'"
        assert gsettings("get", one, "binding") == "'<Super>d'"
        gnome_shortcut.remove_shortcut()
        gnome_shortcut.remove_shortcut()
        assert gnome_shortcut._places() == []

    def test_shortcut_that_runs_us_is_found(self) -> None:
        assert gnome_shortcut.find_shortcut() is None
        gnome_shortcut.set_shortcut(CHORD, "/usr/bin/cosyscribe toggle")
        found = gnome_shortcut.find_shortcut()
        assert found == Shortcut("<Control><Alt>space", "/usr/bin/cosyscribe toggle", "")

    def test_shortcut_of_the_users_own_that_runs_us_is_found_with_its_rival(self) -> None:
        places = [f"/{KEYS.replace('.', '/')}/custom-keybindings/custom{n}/" for n in range(2)]
        gsettings("set", KEYS, "custom-keybindings", str(places))
        own = (("Mail", "mail"), ("Talk", "cosyscribe press"))
        for place, (name, command) in zip(places, own, strict=True):
            one = f"{KEYS}.custom-keybinding:{place}"
            for key, value in (("name", name), ("command", command), ("binding", "<Super>d")):
                gsettings("set", one, key, value)
        assert gnome_shortcut.find_shortcut() == Shortcut("<Super>d", "cosyscribe press", "Mail")

    def test_shortcuts_of_the_users_own_stay(self) -> None:
        place = f"/{KEYS.replace('.', '/')}/custom-keybindings/custom0/"
        one = f"{KEYS}.custom-keybinding:{place}"
        gsettings("set", KEYS, "custom-keybindings", str([place]))
        gsettings("set", one, "name", "Terminal")
        gsettings("set", one, "binding", "<Alt><Primary>space")
        with pytest.raises(ShortcutTakenError) as taken:
            gnome_shortcut.set_shortcut(CHORD, "cosyscribe toggle")
        assert taken.value.holder == "Terminal"
        gnome_shortcut.set_shortcut(Chord.parse("Super+d"), "cosyscribe toggle")
        gnome_shortcut.remove_shortcut()
        assert gnome_shortcut._places() == [place]

    def test_keys_of_the_desktop_itself_are_taken(self) -> None:
        gsettings("set", KEYS, "screensaver", "['<Super>l']")
        with pytest.raises(ShortcutTakenError) as taken:
            gnome_shortcut.set_shortcut(Chord.parse("Super+l"), "cosyscribe toggle")
        assert taken.value.holder == "screensaver"


def test_settings_that_cannot_be_reached_are_one_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ShortcutError):
        gnome_shortcut.set_shortcut(CHORD, "cosyscribe toggle")
    assert not gnome_shortcut.is_available({"XDG_CURRENT_DESKTOP": "ubuntu:GNOME"})


def test_other_desktops_have_none() -> None:
    assert not gnome_shortcut.is_available({"XDG_CURRENT_DESKTOP": "KDE"})
    assert not gnome_shortcut.is_available({})
