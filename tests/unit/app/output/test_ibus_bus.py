from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from app.output.ibus_bus import IBusConnection, IBusError, find_address, read_address_file


class Listener:
    def on_change(self) -> None: ...

    def on_escape(self) -> bool:
        return False


def write_address(folder: Path, name: str, pid: int) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"# comment\nIBUS_ADDRESS=unix:path=/x,guid=1\nIBUS_DAEMON_PID={pid}\n")
    return path


def test_environment_names_the_address_first() -> None:
    assert find_address({"IBUS_ADDRESS": "unix:path=/y"}) == "unix:path=/y"


@pytest.mark.parametrize(
    ("name", "environ"),
    [
        ("abc-unix-wayland-0", {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}),
        ("abc-unix-7", {"DISPLAY": ":7.0"}),
        ("abc-there-7", {"DISPLAY": "there:7"}),
    ],
)
def test_address_file_is_found_by_display(
    tmp_path: Path, name: str, environ: dict[str, str]
) -> None:
    write_address(tmp_path / "ibus" / "bus", name, os.getpid())
    assert find_address({"XDG_CONFIG_HOME": str(tmp_path), **environ}) == "unix:path=/x,guid=1"


def test_file_of_a_dead_daemon_is_not_believed(tmp_path: Path) -> None:
    dead = write_address(tmp_path, "abc-unix-0", 2**22 + 1)
    assert read_address_file(dead) is None
    assert read_address_file(tmp_path / "none") is None


def test_no_daemon_is_an_error_and_leaves_nothing_open(tmp_path: Path) -> None:
    async def scenario() -> None:
        connection = IBusConnection(Listener())
        with pytest.raises(IBusError):
            await connection.open({"HOME": str(tmp_path)})
        with pytest.raises(IBusError):
            await connection.open({"IBUS_ADDRESS": f"unix:path={tmp_path}/none"})
        assert not connection.is_open
        with pytest.raises(IBusError):
            await connection.call("Ping")
        with pytest.raises(IBusError):
            await connection.emit("CommitText", "", [])
        connection.close()

    asyncio.run(scenario())


@pytest.mark.parametrize("address", ["nonsense", "unix:", "unix:path=/nowhere"])
def test_address_that_leads_nowhere_is_an_error_of_ours(address: str) -> None:
    async def scenario() -> None:
        connection = IBusConnection(Listener())
        with pytest.raises(IBusError):
            await connection.open({"IBUS_ADDRESS": address})
        assert not connection.is_open

    asyncio.run(scenario())
