from __future__ import annotations

from pathlib import Path

import pytest

from engine.models import free_memory


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(free_memory, "_MEMINFO", tmp_path / "meminfo")
    monkeypatch.setattr(free_memory, "_CGROUP", tmp_path)
    (tmp_path / "meminfo").write_text("MemTotal: 8000 kB\nMemAvailable:    4000 kB\n")
    return tmp_path


def test_the_machines_free_memory_counts(system: Path) -> None:
    assert free_memory.available_bytes() == 4000 * 1024


def test_the_containers_limit_counts_where_it_is_lower(system: Path) -> None:
    (system / "memory.max").write_text("3000000\n")
    (system / "memory.current").write_text("1000000\n")
    assert free_memory.available_bytes() == 2_000_000
    (system / "memory.max").write_text("max\n")
    assert free_memory.available_bytes() == 4000 * 1024


def test_without_a_word_from_the_system_nothing_is_refused(system: Path) -> None:
    (system / "meminfo").unlink()
    assert free_memory.available_bytes() > 1 << 60


def test_a_model_takes_more_than_its_files() -> None:
    assert free_memory.needed_bytes(1_000_000_000) > 1_150_000_000
