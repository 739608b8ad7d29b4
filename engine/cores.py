"""Which processor cores decode: read from the kernel, planned by rule, applied to threads."""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_SYSTEM = Path("/sys/devices/system/cpu")
_PERFORMANCE_SHARE = 0.85
"""Cores at least this fast, against the fastest, are performance cores: turbo limits differ by a
few percent among them, efficiency cores reach three quarters at most."""

_PINNED_FROM = 4
_MOST_THREADS = 4
"""Whisper-base's matrices are too small to feed more."""

_PR_SET_NAME = 15


@dataclass(frozen=True, slots=True)
class Cpu:
    """One logical processor.

    Attributes:
        number: the kernel's.
        core: names the physical core; siblings share it.
        speed: in any unit, the same for all; 0 where it is not known.
    """

    number: int
    core: tuple[int, int]
    speed: int = 0


@dataclass(frozen=True, slots=True)
class DecoderPlan:
    """How decoding is spread.

    Attributes:
        cpus: logical processors for the engine and decoder threads; None leaves it to the kernel.
        threads: of one decode.
        workers: decodes at once.
    """

    cpus: frozenset[int] | None
    threads: int
    workers: int

    def summary(self) -> str:
        """A few words for ``doctor``."""
        numbers = ",".join(str(number) for number in sorted(self.cpus or ()))
        place = f"processors {numbers}" if numbers else "any processor"
        return f"decoder threads {self.threads}, decodes at once {self.workers}, on {place}"


def plan(cpus: Sequence[Cpu]) -> DecoderPlan:
    """Spreads decoding over performance cores, one thread a physical core.

    From four cores up, the first is left to capture and the window. With fewer nothing is pinned:
    a core shared with whatever else runs is slower than the kernel's choice (docs/recognition.md).
    """
    fastest = max((cpu.speed for cpu in cpus), default=0)
    fast = [cpu for cpu in cpus if cpu.speed >= _PERFORMANCE_SHARE * fastest]
    cores = sorted({cpu.core for cpu in fast})
    if len(cores) < _PINNED_FROM:
        everywhere = len({cpu.core for cpu in cpus})
        return DecoderPlan(None, threads=1, workers=min(2, max(1, everywhere)))
    kept = frozenset(cores[1:])
    pinned = frozenset(cpu.number for cpu in fast if cpu.core in kept)
    return DecoderPlan(pinned, threads=min(_MOST_THREADS, len(kept) // 2), workers=2)


@lru_cache(maxsize=1)
def current_plan() -> DecoderPlan:
    """The plan for this machine, and the processors this process may use."""
    return plan(read_cpus())


def read_cpus(system: Path = _SYSTEM, allowed: frozenset[int] | None = None) -> list[Cpu]:
    """Reads the processors that this process may use.

    Args:
        system: the kernel's folder of processors.
        allowed: their numbers; this process's own where None.
    """
    if allowed is None:
        allowed = frozenset(os.sched_getaffinity(0))
    return [_read_cpu(system / f"cpu{number}", number) for number in sorted(allowed)]


def pin_thread(cpus: frozenset[int] | None) -> None:
    """Keeps the calling thread, and the threads it starts from now on, on some processors."""
    if cpus:
        # Refused in some containers: then the kernel chooses, which works too.
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, cpus)


def name_thread(name: str) -> None:
    """Names the calling thread for ``top -H``; the kernel keeps 15 characters."""
    ctypes.CDLL(None).prctl(_PR_SET_NAME, name.encode()[:15], 0, 0, 0)


@contextlib.contextmanager
def starting_decoders(cpus: frozenset[int] | None, name: str) -> Iterator[None]:
    """Threads that a library starts meanwhile inherit these processors and this name."""
    own = frozenset(os.sched_getaffinity(0))
    own_name = _thread_name()
    pin_thread(cpus)
    name_thread(name)
    try:
        yield
    finally:
        name_thread(own_name)
        pin_thread(own)


def _thread_name() -> str:
    return Path("/proc/thread-self/comm").read_text(encoding="utf-8").strip()


def _read_cpu(folder: Path, number: int) -> Cpu:
    package = _number(folder / "topology" / "physical_package_id", 0)
    core = _number(folder / "topology" / "core_id", number)
    speed = _number(folder / "cpu_capacity", 0)  # ARM
    speed = speed or _number(folder / "cpufreq" / "cpuinfo_max_freq", 0)
    return Cpu(number, (package, core), speed)


def _number(file: Path, default: int) -> int:
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return default
