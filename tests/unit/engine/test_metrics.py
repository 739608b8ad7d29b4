from __future__ import annotations

import math
import platform
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine import metrics


@pytest.mark.parametrize(
    ("percent", "value"), [(0, 1.0), (20, 1.0), (21, 2.0), (50, 3.0), (95, 5.0), (100, 5.0)]
)
def test_percentiles_are_values_that_occurred(percent: float, value: float) -> None:
    assert metrics.percentile([5.0, 3.0, 1.0, 4.0, 2.0], percent) == value


def test_nothing_has_no_percentile() -> None:
    assert math.isnan(metrics.percentile([], 50))


@pytest.mark.parametrize("measure", [metrics.pss_mib, metrics.anonymous_mib])
def test_memory_grows_by_what_is_touched(measure: Callable[[], float]) -> None:
    before = measure()
    block = np.ones(64 * 1024 * 1024 // 8)  # so large that it is never made of freed memory
    assert measure() - before == pytest.approx(64, abs=8)
    assert block[0] == 1.0


def test_the_processor_says_its_name(tmp_path: Path) -> None:
    info = tmp_path / "cpuinfo"
    info.write_text("processor\t: 0\nmodel name\t: Fast One\n")
    assert metrics.processor_name(info) == "Fast One"
    assert metrics.processor_name(tmp_path / "missing") == platform.machine()
