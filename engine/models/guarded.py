"""Working on a model's folder: alone, and with a full disk told from one that cannot be written."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from engine.errors import DownloadError, DownloadReason, ModelBusyError

FINAL_REASONS = (DownloadReason.NO_SPACE, DownloadReason.CANNOT_WRITE, DownloadReason.CANCELLED)
"""Another source would not help."""


@contextlib.contextmanager
def alone(model_id: str, folder: Path) -> Iterator[None]:
    """Keeps other processes out of a model's folder.

    Raises:
        ModelBusyError: one is at work in it.
    """
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ModelBusyError(model_id) from error
        yield
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def write_errors(name: str) -> Iterator[None]:
    """Tells a full disk from one that cannot be written."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        reason = DownloadReason.NO_SPACE if full else DownloadReason.CANNOT_WRITE
        raise DownloadError(name, reason, error.strerror or str(error)) from error
