"""Fixtures for every test: a private home, an offscreen Qt, test data where it is."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import paths

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

_THREAD_PATIENCE_S = 5.0
"""A thread that is ending when its test does may take this long; one that leaks stays."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves tests that need a desktop's packages to ``scripts/test --desktop``."""
    if os.environ.get("COSYSCRIBE_TEST_DESKTOP"):
        return
    for item in items:
        if any(item.iter_markers("desktop")) or any(item.iter_markers("virtual_mic")):
            item.add_marker(pytest.mark.skip(reason="for scripts/test --desktop"))


@pytest.fixture(autouse=True)
def private_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing a test does touches the developer's settings; installed models stay readable."""
    monkeypatch.setenv(
        "COSYSCRIBE_MODELS",
        os.pathsep.join([str(paths.models_dir()), os.environ.get("COSYSCRIBE_MODELS", "")]),
    )
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    return tmp_path


@pytest.fixture(autouse=True)
def _no_leaked_thread() -> Iterator[None]:
    """A thread that a test started and did not end fails it."""
    before = set(threading.enumerate())
    yield
    until = time.monotonic() + _THREAD_PATIENCE_S
    for thread in set(threading.enumerate()) - before:
        thread.join(max(0.0, until - time.monotonic()))
    leaked = [thread.name for thread in set(threading.enumerate()) - before]
    assert not leaked, f"threads left running: {leaked}"


@pytest.fixture(autouse=True)
def _no_unexpected_warning(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A warning in the log fails the test; an expected one is taken with ``caplog.clear()``."""
    yield
    unexpected = [
        f"{record.name}: {record.getMessage()}"
        for when in ("setup", "call")
        for record in caplog.get_records(when)
        if record.levelno >= logging.WARNING
    ]
    assert not unexpected, f"logged: {unexpected}"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The project's recordings and text cases, found through ``COSYSCRIBE_TEST_DATA``."""
    place = os.environ.get("COSYSCRIBE_TEST_DATA")
    if not place:
        pytest.skip("COSYSCRIBE_TEST_DATA is not set")
    return Path(place).resolve()


_READ_SPEECH = Path("/usr/share/pocketsphinx/test/data/librivox")


@pytest.fixture(scope="session")
def read_speech() -> Path:
    """A recording of read English: "A great deal of ..." is not asked for; words are."""
    return _READ_SPEECH / "sense_and_sensibility_01_austen_64kb-0880.wav"
