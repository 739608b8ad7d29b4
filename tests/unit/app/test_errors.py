from __future__ import annotations

from pathlib import Path

import pytest

from app.errors import UsageError, present
from engine.errors import (
    AudioFileError,
    AudioFileReason,
    BackendError,
    DeviceUnavailableError,
    DeviceUnavailableReason,
    DownloadError,
    DownloadReason,
    ModelBusyError,
    ModelCorruptError,
    ModelMissingError,
    OutputFileError,
    UnknownEngineError,
    UnknownModelError,
)

PATH = Path("/music/会议.m4a")


@pytest.mark.parametrize("reason", AudioFileReason)
def test_every_file_fault_names_the_file_and_what_to_do(reason: AudioFileReason) -> None:
    message = present(AudioFileError(PATH, reason))
    assert str(PATH) in message.text
    assert message.action


@pytest.mark.parametrize("reason", DeviceUnavailableReason)
def test_every_device_fault_says_what_to_do(reason: DeviceUnavailableReason) -> None:
    message = present(DeviceUnavailableError("hw:1", reason))
    assert reason is DeviceUnavailableReason.NONE_FOUND or "hw:1" in message.text
    assert message.action


@pytest.mark.parametrize("reason", DownloadReason)
def test_every_download_fault_names_what_and_what_to_do(reason: DownloadReason) -> None:
    message = present(DownloadError("whisper-base", reason, "no route to host"))
    assert message.text.startswith("whisper-base ")
    assert message.text.endswith("(no route to host)")
    assert message.action


@pytest.mark.parametrize(
    ("error", "named"),
    [
        (ModelMissingError("whisper-base", PATH), str(PATH)),
        (ModelCorruptError("whisper-base", PATH, "wrong hash"), str(PATH)),
        (OutputFileError(PATH, "No space left on device"), "No space left on device"),
        (OutputFileError(PATH, "exists", exists=True), "--force"),
        (BackendError("whisper-base", "out of memory"), "out of memory"),
        (UnknownEngineError("best", ("whisper-base",)), "whisper-base"),
        (UnknownModelError("huge", ("whisper-base",)), "whisper-base"),
        (ModelBusyError("whisper-base"), "whisper-base"),
        (UsageError("one or the other"), "one or the other"),
    ],
)
def test_the_fault_is_named(error: Exception, named: str) -> None:
    assert named in str(present(error))


def test_a_mistake_of_ours_is_owned() -> None:
    assert "CosyScribe made a mistake (KeyError)" in str(present(KeyError("x")))
