from __future__ import annotations

import ctypes

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
