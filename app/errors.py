"""Errors as a terminal says them: one sentence on what is wrong, one on what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import singledispatch

from engine.errors import (
    AudioFileError,
    AudioFileReason,
    BackendError,
    DeviceUnavailableError,
    DeviceUnavailableReason,
    DownloadError,
    DownloadReason,
    EnginePairError,
    ModelBusyError,
    ModelCorruptError,
    ModelMissingError,
    ModelTooLargeError,
    ModelUnsupportedError,
    OutputFileError,
    UnknownEngineError,
    UnknownModelError,
)

_DEFAULT_PCM = "default"


class UsageError(Exception):
    """The command line asks for something that makes no sense; exit status 2."""


@dataclass(frozen=True, slots=True)
class Message:
    """What the user reads.

    Attributes:
        text: what is wrong, naming the file or device, without a full stop.
        action: what to do about it, the same way.
    """

    text: str
    action: str

    def __str__(self) -> str:
        return f"{self.text}: {self.action}" if self.action else self.text


@singledispatch
def present(error: Exception) -> Message:
    """Chooses the words by the error's type and fields, never by its text."""
    return Message(f"CosyScribe made a mistake ({type(error).__name__})", "please report it")


@present.register
def _(error: OSError) -> Message:
    name = error.filename or "the output"
    return Message(
        f"{name} could not be used ({error.strerror or type(error).__name__})",
        "check the disk and its permissions, or choose another place",
    )


@present.register
def _(error: UsageError) -> Message:
    return Message(str(error), "")


@present.register
def _(error: AudioFileError) -> Message:
    return _AUDIO_FILE[error.reason](str(error.path))


_AUDIO_FILE: dict[AudioFileReason, Callable[[str], Message]] = {
    AudioFileReason.MISSING: lambda path: Message(
        f"there is no file {path}", "check its name and folder"
    ),
    AudioFileReason.IS_FOLDER: lambda path: Message(
        f"{path} is a folder", "name a recording in it"
    ),
    AudioFileReason.NO_PERMISSION: lambda path: Message(
        f"{path} may not be read", "change its permissions, or copy it"
    ),
    AudioFileReason.EMPTY: lambda path: Message(
        f"{path} is empty", "record it again, or copy it again from where it came"
    ),
    AudioFileReason.NO_AUDIO: lambda path: Message(
        f"{path} holds no sound", "name a recording that has an audio track"
    ),
    AudioFileReason.NOT_AUDIO: lambda path: Message(
        f"{path} is not a recording that CosyScribe can read",
        "name a WAV, FLAC, OGG, MP3 or M4A file",
    ),
    AudioFileReason.DAMAGED: lambda path: Message(
        f"{path} is damaged or was cut short", "copy it again from where it came"
    ),
    AudioFileReason.NEEDS_FFMPEG: lambda path: Message(
        f"{path} needs the program ffmpeg", "install it with: sudo apt install ffmpeg"
    ),
}


@present.register
def _(error: DeviceUnavailableError) -> Message:
    is_default = error.device == _DEFAULT_PCM
    name = "the microphone" if is_default else f"the microphone {error.device}"
    return _DEVICE[error.reason](name)


_LIST = "see “cosyscribe devices”"
_DEVICE: dict[DeviceUnavailableReason, Callable[[str], Message]] = {
    DeviceUnavailableReason.NONE_FOUND: lambda _name: Message(
        "no microphone was found",
        "connect one, or transcribe a recording with “cosyscribe dictate --wav FILE”",
    ),
    DeviceUnavailableReason.NOT_FOUND: lambda name: Message(
        f"{name} was not found", f"connect it, or choose another; {_LIST}"
    ),
    DeviceUnavailableReason.BUSY: lambda name: Message(
        f"{name} is in use by another program", f"close that program, or choose another; {_LIST}"
    ),
    DeviceUnavailableReason.NO_PERMISSION: lambda name: Message(
        f"{name} may not be used by this user",
        "add the user to the group with: sudo usermod -aG audio $USER, then log in again",
    ),
    DeviceUnavailableReason.UNSUPPORTED: lambda name: Message(
        f"{name} offers no sound format that CosyScribe knows", f"choose another; {_LIST}"
    ),
    DeviceUnavailableReason.LOST: lambda name: Message(
        f"{name} went away", f"connect it again, or choose another; {_LIST}"
    ),
    DeviceUnavailableReason.OTHER: lambda name: Message(
        f"{name} could not be opened", f"choose another; {_LIST}"
    ),
}


@present.register
def _(error: ModelMissingError) -> Message:
    return Message(
        f"the model {error.model_id} is not complete, {error.path} is missing",
        f"fetch it with: cosyscribe models install {error.model_id}",
    )


@present.register
def _(error: ModelCorruptError) -> Message:
    return Message(
        f"the model {error.model_id} is damaged, {error.path} is not what it should be",
        f"fetch it again with: cosyscribe models install {error.model_id}",
    )


@present.register
def _(error: BackendError) -> Message:
    return Message(
        f"the recogniser {error.engine_id} failed ({error.detail})",
        "try again, or choose another with --engine",
    )


@present.register
def _(error: UnknownEngineError) -> Message:
    return Message(
        f"there is no recogniser {error.engine_id}", "choose one of " + ", ".join(error.known)
    )


@present.register
def _(error: ModelUnsupportedError) -> Message:
    return Message(
        f"{error.path} is not a model that can be used here ({error.detail})",
        "see docs/models.md for what can",
    )


@present.register
def _(error: ModelTooLargeError) -> Message:
    return Message(
        f"the model {error.model_id} needs {error.needed_bytes / 1e6:.0f} MB of memory, and"
        f" {error.available_bytes / 1e6:.0f} MB are free",
        "close other programs, or choose a smaller model",
    )


@present.register
def _(error: EnginePairError) -> Message:
    return Message(
        f"{error.wrong} cannot stand there in {error.pair}",
        "name a model that streams first and one that does not second",
    )


@present.register
def _(error: OutputFileError) -> Message:
    if error.exists:
        return Message(f"{error.path} already exists", "replace it with --force, or choose another")
    return Message(f"{error.path} could not be written ({error.detail})", "choose another place")


@present.register
def _(error: UnknownModelError) -> Message:
    return Message(f"there is no model {error.model_id}", "choose one of " + ", ".join(error.known))


@present.register
def _(error: ModelBusyError) -> Message:
    return Message(
        f"the model {error.model_id} is being installed or removed by another program",
        "wait until that is done",
    )


@present.register
def _(error: DownloadError) -> Message:
    text, action = _DOWNLOAD[error.reason]
    detail = f" ({error.detail})" if error.detail else ""
    return Message(f"{error.name} {text}{detail}", action)


_AGAIN = "try again; what was fetched is kept"
_DOWNLOAD: dict[DownloadReason, tuple[str, str]] = {
    DownloadReason.NO_NETWORK: (
        "could not be fetched",
        "check the network connection and the proxy, then try again",
    ),
    DownloadReason.REFUSED: ("was refused by every source", "try again later"),
    DownloadReason.STALLED: ("stopped arriving", _AGAIN),
    DownloadReason.BROKEN_OFF: ("was cut off while it was fetched", _AGAIN),
    DownloadReason.WRONG_LENGTH: ("is not the file it should be", "try again later"),
    DownloadReason.WRONG_BYTES: ("is not the file it should be", "try again later"),
    DownloadReason.NO_SPACE: ("does not fit on the disk", "free some space, then try again"),
    DownloadReason.CANNOT_WRITE: (
        "could not be written",
        "make the models' folder writable, then try again",
    ),
    DownloadReason.CANCELLED: ("was cancelled", _AGAIN),
}
