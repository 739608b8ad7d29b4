from __future__ import annotations

from pathlib import Path

import pytest

from app import log


def test_report_holds_the_traceback(private_home: Path) -> None:
    try:
        raise ValueError("inside")
    except ValueError as error:
        path = log.write_report(error)
    assert path is not None
    assert "ValueError: inside" in path.read_text()
    assert private_home in path.parents


def test_report_that_cannot_be_written_is_none(
    private_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (private_home / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(private_home / "file"))
    assert log.write_report(ValueError()) is None
