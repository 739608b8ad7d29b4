from __future__ import annotations

import importlib.util
import threading
from pathlib import Path

import pytest

from engine.errors import DownloadError, DownloadReason
from engine.models import wheel_source
from engine.models.catalog import WheelSource
from engine.models.transfer import Cancellation, Progress, ignore_progress
from tests.helpers.wheels import make_wheel, offer_only


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "shelf 架子"
    folder.mkdir()
    offer_only(folder, monkeypatch)
    return folder


@pytest.fixture
def staging(tmp_path: Path) -> Path:
    folder = tmp_path / "staging 暂存"
    folder.mkdir()
    return folder


def two_wheels(shelf: Path) -> WheelSource:
    first = make_wheel(shelf, "part_one", {"part_one/a": b"one "})
    second = make_wheel(shelf, "part_two", {"part_two/b": b"two"})
    return WheelSource((first, second), {"whole": ("part_one/a", "part_two/b")}, 1000)


def fetch(source: WheelSource, staging: Path) -> wheel_source.Wheels:
    return wheel_source.fetch(source, staging, Cancellation(), ignore_progress)


def test_a_file_is_joined_from_members_of_several_wheels(shelf: Path, staging: Path) -> None:
    wheels = fetch(two_wheels(shelf), staging)
    assert b"".join(wheels.read("whole")) == b"one two"


def test_a_wheel_with_another_hash_is_refused(shelf: Path, staging: Path) -> None:
    source = two_wheels(shelf)
    make_wheel(shelf, "part_two", {"part_two/b": b"not the same"})
    with pytest.raises(DownloadError) as caught:
        fetch(source, staging)
    assert caught.value.name == "part_one"
    assert caught.value.detail


def test_a_wheel_that_is_not_to_be_had_says_which(shelf: Path, staging: Path) -> None:
    missing = "nowhere==1.0 --hash=sha256:" + "0" * 64
    with pytest.raises(DownloadError) as caught:
        fetch(WheelSource((missing,), {}, 1), staging)
    assert "nowhere" in caught.value.detail


def test_a_member_that_no_wheel_holds_is_an_error(shelf: Path, staging: Path) -> None:
    requirement = make_wheel(shelf, "part_one", {"part_one/a": b"one"})
    wheels = fetch(WheelSource((requirement,), {"whole": ("part_one/z",)}, 1), staging)
    with pytest.raises(DownloadError) as caught:
        list(wheels.read("whole"))
    assert caught.value.reason is DownloadReason.WRONG_BYTES


def test_without_pip_the_source_is_refused(
    shelf: Path, staging: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = two_wheels(shelf)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(DownloadError) as caught:
        fetch(source, staging)
    assert caught.value.reason is DownloadReason.REFUSED


def test_progress_never_goes_back_and_never_passes_the_whole(shelf: Path, staging: Path) -> None:
    seen: list[Progress] = []
    wheel_source.fetch(two_wheels(shelf), staging, Cancellation(), seen.append)
    assert seen
    counts = [progress.done_bytes for progress in seen]
    assert counts == sorted(counts)
    assert counts[-1] <= 1000
    assert {progress.total_bytes for progress in seen} == {1000}


def test_cancelling_ends_pip(shelf: Path, staging: Path) -> None:
    source = two_wheels(shelf)
    cancellation = Cancellation()

    def cancel(progress: Progress) -> None:
        cancellation.cancel()

    with pytest.raises(DownloadError) as caught:
        wheel_source.fetch(source, staging, cancellation, cancel)
    assert caught.value.reason is DownloadReason.CANCELLED
    assert threading.active_count() == 1
