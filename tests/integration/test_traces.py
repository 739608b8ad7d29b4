"""What a run of the program leaves behind: its own files and no telemetry."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.model
def test_a_transcription_leaves_nothing_but_our_own_cache(
    tmp_path: Path, read_speech: Path
) -> None:
    """Recognition runtimes may not write, and a caller's environment does not hold them back."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in ("PATH", "LANG", "COSYSCRIBE_MODELS")
    }
    for place in ("home", "tmp", "here"):
        (tmp_path / place).mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "app", "transcribe", "--lang", "en", str(read_speech)],
        env={**kept, "HOME": str(tmp_path / "home"), "TMPDIR": str(tmp_path / "tmp")},
        cwd=tmp_path / "here",
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    left = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()]
    foreign = [path for path in left if path.parts[:3] != ("home", ".cache", "cosyscribe")]
    assert not foreign
