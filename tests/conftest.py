"""Fixtures for every test: a private home, an offscreen Qt, test data where it is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine import paths

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")


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
