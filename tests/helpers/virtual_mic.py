"""``virtual-mic`` as a fixture: a private PipeWire server with one microphone."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_SCRIPT = Path(__file__).with_name("virtual-mic")
_PROGRAMS = ("pipewire", "wireplumber", "pw-cli", "pw-link", "pw-play", "dbus-daemon")


class VirtualMic:
    """Drives one server of its own.

    Attributes:
        environment: what a program needs to find it; names the pcm too.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.environment: dict[str, str] = {}

    def up(self, *options: str) -> None:
        """Starts the server, or starts it again after it died."""
        printed = self._run("up", *options)
        self.environment = dict(re.findall(r"^export (\w+)=(.*)$", printed, re.MULTILINE))

    def plug(self) -> None:
        self._run("plug")

    def unplug(self) -> None:
        self._run("unplug")

    def down(self) -> None:
        self._run("down")

    def kill_server(self) -> None:
        """Ends the sound server without a word to its clients."""
        process_id = (self._folder / "pipewire.pid").read_text().split()[0]
        os.kill(int(process_id), signal.SIGKILL)

    @contextlib.contextmanager
    def playing(self, recording: Path) -> Iterator[subprocess.Popen[bytes]]:
        """Speaks a recording into the microphone while the block runs."""
        process = subprocess.Popen(
            [_SCRIPT, "play", recording], env=self._environment(), stderr=subprocess.DEVNULL
        )
        try:
            yield process
        finally:
            process.terminate()
            process.wait()

    def _run(self, *arguments: str) -> str:
        # Into a file: the server it starts would keep a pipe open.
        with tempfile.TemporaryFile() as output:
            subprocess.run(
                [_SCRIPT, *arguments],
                env=self._environment(),
                stdout=output,
                stdin=subprocess.DEVNULL,
                check=True,
                timeout=60,
            )
            output.seek(0)
            return output.read().decode()

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "VIRTUAL_MIC_DIR": str(self._folder)}


@pytest.fixture
def virtual_mic(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[VirtualMic]:
    """A server that is up, in this process's environment; parametrise with options of ``up``."""
    missing = [program for program in _PROGRAMS if shutil.which(program) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    # A short name: paths of sockets may have 107 bytes.
    with tempfile.TemporaryDirectory(prefix="virtual-mic-") as folder:
        microphone = VirtualMic(Path(folder))
        try:
            microphone.up(*getattr(request, "param", ()))
            for name, value in microphone.environment.items():
                monkeypatch.setenv(name, value)
            yield microphone
        finally:
            microphone.down()
