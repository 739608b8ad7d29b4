from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.doctor import store
from app.doctor.finding import Finding, State
from engine.settings import Settings
from tests.helpers.desktop.fixtures import need, session_bus

bus = session_bus


def look() -> Finding:
    (finding,) = store.check_keyring(Settings())
    assert finding.finding_id == "keyring"
    return finding


def test_without_a_bus_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    found = look()
    assert found.state is State.UNKNOWN
    assert found.action


@pytest.fixture
def keyring(
    bus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[subprocess.Popen[str]]:
    """A new user's keyring, opened by the login."""
    del bus
    need("gnome-keyring-daemon")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    command = ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as daemon:
        assert daemon.stdin is not None
        assert daemon.stdout is not None
        daemon.stdin.write("\n")
        daemon.stdin.close()
        daemon.stdout.readline()  # it says where it listens once it does
        yield daemon
        daemon.terminate()


@pytest.mark.desktop
def test_open_keyring_works_and_a_locked_one_says_what_to_do(
    keyring: subprocess.Popen[str],
) -> None:
    del keyring
    assert look().state is State.WORKS
    call = "gdbus call --session -d org.freedesktop.secrets -o /org/freedesktop/secrets -m"
    lock = [*call.split(), "org.freedesktop.Secret.Service.Lock"]
    subprocess.run([*lock, "['/org/freedesktop/secrets/collection/login']"], check=True)
    found = look()
    assert (found.state, found.reason) == (State.FAILS, "the keyring is locked")
    assert found.action
