"""How much memory a model may take."""

from __future__ import annotations

import re
from pathlib import Path

_MEMINFO = Path("/proc/meminfo")
_CGROUP = Path("/sys/fs/cgroup")
_OVERHEAD = 1.15
"""A loaded int8 model is about this many times its files: buffers and repacked weights."""

_SPARE_BYTES = 150 * 1024 * 1024
"""For audio, features and the rest of the program."""


def needed_bytes(files_bytes: int) -> int:
    """What loading files of this size takes."""
    return int(files_bytes * _OVERHEAD) + _SPARE_BYTES


def available_bytes() -> int:
    """What can be taken without swapping; a large number where the system does not tell."""
    return min(_of_machine(), _of_control_group())


def total_bytes() -> int:
    """What the machine has; a large number where the system does not tell."""
    return _of_machine("MemTotal")


def _of_machine(what: str = "MemAvailable") -> int:
    try:
        text = _MEMINFO.read_text(encoding="ascii")
    except OSError:
        return 1 << 62
    match = re.search(rf"^{what}:\s+(\d+) kB", text, re.MULTILINE)
    return int(match[1]) * 1024 if match else 1 << 62


def _of_control_group() -> int:
    """What is left of the limit of a container or a systemd slice."""
    try:
        limit = (_CGROUP / "memory.max").read_text(encoding="ascii").strip()
        used = (_CGROUP / "memory.current").read_text(encoding="ascii").strip()
    except OSError:
        return 1 << 62
    if not limit.isdigit() or not used.isdigit():  # "max": no limit
        return 1 << 62
    return max(0, int(limit) - int(used))
