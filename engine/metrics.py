"""What recognition costs: memory, latencies."""

from __future__ import annotations

import math
import platform
from collections.abc import Sequence
from pathlib import Path

_ROLLUP = Path("/proc/self/smaps_rollup")


def pss_mib() -> float:
    """Proportional set size of this process, MiB; 0 where the kernel does not tell."""
    return _rollup_mib("Pss:")


def anonymous_mib() -> float:
    """What this process allocated, MiB, without files: others sharing those do not move it."""
    return _rollup_mib("Anonymous:")


def _rollup_mib(field: str) -> float:
    try:
        lines = _ROLLUP.read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(field)), 0.0)


def percentile(values: Sequence[float], percent: float) -> float:
    """Nearest-rank percentile; NaN where there are no values."""
    if not values:
        return math.nan
    rank = math.ceil(percent / 100 * len(values))
    return sorted(values)[max(rank, 1) - 1]


def processor_name(cpuinfo: Path = Path("/proc/cpuinfo")) -> str:
    """What the processor calls itself, or what the kernel calls its kind."""
    try:
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
