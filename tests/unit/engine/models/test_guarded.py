from __future__ import annotations

import errno
from pathlib import Path

import pytest

from engine.errors import DownloadError, DownloadReason, ModelBusyError
from engine.models.guarded import alone, write_errors


def test_two_at_once_are_kept_apart(tmp_path: Path) -> None:
    with alone("m", tmp_path), pytest.raises(ModelBusyError), alone("m", tmp_path):
        pass
    with alone("m", tmp_path):
        pass


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOSPC, DownloadReason.NO_SPACE),
        (errno.EDQUOT, DownloadReason.NO_SPACE),
        (errno.EROFS, DownloadReason.CANNOT_WRITE),
        (errno.EACCES, DownloadReason.CANNOT_WRITE),
    ],
)
def test_full_disk_is_told_from_one_that_cannot_be_written(
    number: int, reason: DownloadReason
) -> None:
    with pytest.raises(DownloadError) as caught, write_errors("m"):
        raise OSError(number, "no")
    assert caught.value.reason is reason
