from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

from engine import heap, metrics

_BLOCKS, _BLOCK_BYTES = 2_000, 32 * 1024


def test_freed_memory_goes_back_to_the_system() -> None:
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    libc.free.argtypes = [ctypes.c_void_p]
    blocks = [libc.malloc(_BLOCK_BYTES) for _ in range(_BLOCKS)]
    last = libc.malloc(_BLOCK_BYTES)  # keeps the heap's end where it is
    for block in blocks:
        ctypes.memset(block, 1, _BLOCK_BYTES)
        libc.free(block)
    before = metrics.pss_mib()
    heap.trim()
    libc.free(last)
    freed = _BLOCKS * _BLOCK_BYTES / 2**20
    assert before - metrics.pss_mib() == pytest.approx(freed, rel=0.2)


_LARGE_BLOCKS = """
import ctypes, sys
from engine import heap, metrics
if sys.argv[1:] == ["apart"]:
    heap.keep_large_blocks_apart()
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]
libc.free(libc.malloc(24 * 2**20))  # the next of this size would be the heap's
block = libc.malloc(16 * 2**20)
after = libc.malloc(100)
ctypes.memset(block, 1, 16 * 2**20)
before = metrics.anonymous_mib()
libc.free(block)
print(before - metrics.anonymous_mib() > 15)
"""


@pytest.mark.parametrize(("arguments", "is_given_back"), [([], "False"), (["apart"], "True")])
def test_large_blocks_leave_no_holes(arguments: list[str], is_given_back: str) -> None:
    run = [sys.executable, "-c", _LARGE_BLOCKS, *arguments]
    assert subprocess.check_output(run, text=True).strip() == is_given_back
