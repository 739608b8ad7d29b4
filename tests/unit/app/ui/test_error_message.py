from __future__ import annotations

from pathlib import Path

import pytest

from app.ui.error_message import ErrorWords, Remedy
from engine.errors import (
    BackendError,
    DeviceUnavailableError,
    DeviceUnavailableReason,
    ModelCorruptError,
    ModelMissingError,
    OutputFileError,
    UnknownEngineError,
    UnknownModelError,
)

PATH = Path("/models/whisper-base/model.bin")
ERRORS = [
    *(DeviceUnavailableError("hw:1", reason, "EIO") for reason in DeviceUnavailableReason),
    ModelMissingError("whisper-base", PATH),
    ModelCorruptError("whisper-base", PATH, "hash differs"),
    UnknownEngineError("whisper-huge", ("whisper-base",)),
    UnknownModelError("my-marks", ()),
    BackendError("whisper-base", "out of memory"),
    OutputFileError(Path("/mnt/a.txt"), "No space left on device"),
    OutputFileError(Path("/mnt/a.txt"), "already exists", exists=True),
    ZeroDivisionError("division by zero"),
]


@pytest.fixture
def words() -> ErrorWords:
    return ErrorWords()


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_every_error_has_a_sentence_and_a_labelled_action(
    words: ErrorWords, error: Exception
) -> None:
    message = words.word(error)
    assert "{" not in message.text
    assert message.text[0].isupper()
    assert message.text[-1] in ".?"
    assert words.label(message.remedy)


@pytest.mark.parametrize(
    ("error", "thing"),
    [
        (ModelMissingError("whisper-base", PATH), str(PATH)),
        (ModelCorruptError("whisper-base", PATH, "x"), str(PATH)),
        (UnknownEngineError("whisper-huge", ()), "whisper-huge"),
        (UnknownModelError("my-marks", ()), "my-marks"),
        (BackendError("whisper-base", "x"), "whisper-base"),
        (OutputFileError(Path("/mnt/a.txt"), "x"), "/mnt/a.txt"),
        (DeviceUnavailableError("hw:1", DeviceUnavailableReason.BUSY), "hw:1"),
        (ZeroDivisionError("by zero"), "ZeroDivisionError"),
    ],
)
def test_sentence_names_the_thing(words: ErrorWords, error: Exception, thing: str) -> None:
    assert thing in words.word(error).text


def test_microphone_goes_by_the_name_the_user_knows(words: ErrorWords) -> None:
    error = DeviceUnavailableError("hw:1", DeviceUnavailableReason.BUSY)
    assert "Blue Yeti" in words.word(error, "Blue Yeti").text


def test_other_microphone_than_the_default_offers_the_default(words: ErrorWords) -> None:
    busy = DeviceUnavailableReason.BUSY
    chosen = words.word(DeviceUnavailableError("hw:1", busy))
    assert chosen.remedy is Remedy.USE_DEFAULT_DEVICE
    default = words.word(DeviceUnavailableError("default", busy))
    assert default.remedy is Remedy.TRY_AGAIN


def test_no_microphone_at_all_offers_to_try_again(words: ErrorWords) -> None:
    error = DeviceUnavailableError("hw:1", DeviceUnavailableReason.NONE_FOUND)
    assert words.word(error).remedy is Remedy.TRY_AGAIN


def test_file_that_exists_offers_to_replace_it(words: ErrorWords) -> None:
    there = OutputFileError(Path("a.txt"), "already exists", exists=True)
    full = OutputFileError(Path("a.txt"), "No space left on device")
    assert words.word(there).remedy is Remedy.REPLACE_FILE
    assert words.word(full).remedy is Remedy.CHOOSE_OTHER_PLACE
    assert "No space left" in words.word(full).text
