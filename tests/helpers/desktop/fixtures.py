"""Fixtures for tests that need an X server or a desktop; each skips where it is not installed."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.desktop.x_desktop import XDesktop, missing_programs, x_desktop


def need(*programs: str) -> None:
    """Skips the test where one of them is not installed."""
    missing = missing_programs(programs)
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    """A folder with a short name: paths of sockets may have 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="cosy-") as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def plain_desktop() -> Iterator[XDesktop]:
    """X server, window manager and session bus; no input method."""
    need("Xvfb", "openbox", "xdotool", "dbus-daemon")
    with _folder() as folder, x_desktop(folder, with_ibus=False) as desktop:
        yield desktop


@pytest.fixture(scope="module")
def ibus_desktop() -> Iterator[XDesktop]:
    """The same with IBus, as most desktops have it."""
    need("Xvfb", "openbox", "xdotool", "dbus-daemon", "ibus-daemon")
    with _folder() as folder, x_desktop(folder) as desktop:
        yield desktop


@pytest.fixture
def session_bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a private session bus, also in the environment."""
    need("dbus-daemon")
    with _folder() as folder:
        desktop = XDesktop(folder)
        try:
            desktop.start_bus()
            address = desktop.env["DBUS_SESSION_BUS_ADDRESS"]
            monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
            yield address
        finally:
            desktop.stop()
