"""What can go wrong in the engine. The app words it from the fields, never from the text."""

from __future__ import annotations

import enum
from pathlib import Path


class EngineError(Exception):
    """Base of every error the engine raises on purpose."""


class DeviceUnavailableReason(enum.Enum):
    """Why a capture device cannot be used."""

    NONE_FOUND = "none-found"
    NOT_FOUND = "not-found"
    BUSY = "busy"
    NO_PERMISSION = "no-permission"
    UNSUPPORTED = "unsupported"
    LOST = "lost"
    OTHER = "other"


class DeviceUnavailableError(EngineError):
    """The capture device could not be opened, or went away for good."""

    def __init__(self, device: str, reason: DeviceUnavailableReason, detail: str = "") -> None:
        super().__init__(f"{device}: {reason.value}" + (f" ({detail})" if detail else ""))
        self.device = device  # the UI offers the others
        self.reason = reason
        self.detail = detail  # the system's own words, for the report


class AudioFileReason(enum.Enum):
    """Why a file cannot be transcribed."""

    MISSING = "missing"
    IS_FOLDER = "is-folder"
    NO_PERMISSION = "no-permission"
    EMPTY = "empty"
    NO_AUDIO = "no-audio"
    NOT_AUDIO = "not-audio"
    DAMAGED = "damaged"
    NEEDS_FFMPEG = "needs-ffmpeg"


class AudioFileError(EngineError):
    """A recording could not be read."""

    def __init__(self, path: Path, reason: AudioFileReason, detail: str = "") -> None:
        super().__init__(f"{path}: {reason.value}" + (f" ({detail})" if detail else ""))
        self.path = path
        self.reason = reason
        self.detail = detail


class ModelMissingError(EngineError):
    """A model, or one file of it, is not there."""

    def __init__(self, model_id: str, path: Path) -> None:
        super().__init__(f"model {model_id}: {path} is missing")
        self.model_id = model_id
        self.path = path


class ModelCorruptError(EngineError):
    """A model file is not what it should be."""

    def __init__(self, model_id: str, path: Path, detail: str) -> None:
        super().__init__(f"model {model_id}: {path}: {detail}")
        self.model_id = model_id
        self.path = path
        self.detail = detail


class ModelUnsupportedError(EngineError):
    """A folder holds no model that a recogniser here can run."""

    def __init__(self, path: Path, detail: str) -> None:
        super().__init__(f"{path}: {detail}")
        self.path = path
        self.detail = detail


class ModelTooLargeError(EngineError):
    """A model needs more memory than is free."""

    def __init__(self, model_id: str, needed_bytes: int, available_bytes: int) -> None:
        super().__init__(f"model {model_id}: {needed_bytes} bytes, {available_bytes} are free")
        self.model_id = model_id
        self.needed_bytes = needed_bytes
        self.available_bytes = available_bytes


class ModelBusyError(EngineError):
    """Another process is installing or removing this model."""

    def __init__(self, model_id: str) -> None:
        super().__init__(f"model {model_id}: another process is working on it")
        self.model_id = model_id


class UnknownModelError(EngineError):
    """No model of this name is known."""

    def __init__(self, model_id: str, known: tuple[str, ...]) -> None:
        super().__init__(f"unknown model {model_id!r}; known: {', '.join(known)}")
        self.model_id = model_id
        self.known = known


class ArchiveError(EngineError):
    """An archive is damaged, or holds what it must not."""

    def __init__(self, path: Path, detail: str) -> None:
        super().__init__(f"{path}: {detail}")
        self.path = path
        self.detail = detail


class DownloadReason(enum.Enum):
    """Why a file could not be fetched."""

    NO_NETWORK = "no-network"
    REFUSED = "refused"
    STALLED = "stalled"
    BROKEN_OFF = "broken-off"
    WRONG_LENGTH = "wrong-length"
    WRONG_BYTES = "wrong-bytes"
    NO_SPACE = "no-space"
    CANNOT_WRITE = "cannot-write"
    CANCELLED = "cancelled"


class DownloadError(EngineError):
    """A file could not be fetched from any of its sources; what came is kept for next time."""

    def __init__(
        self, name: str, reason: DownloadReason, detail: str = "", *, needed_bytes: int = 0
    ) -> None:
        super().__init__(f"{name}: {reason.value}" + (f" ({detail})" if detail else ""))
        self.name = name
        self.reason = reason
        self.detail = detail
        self.needed_bytes = needed_bytes  # NO_SPACE: how much room it takes


class BackendError(EngineError):
    """A recogniser failed on good input."""

    def __init__(self, engine_id: str, detail: str) -> None:
        super().__init__(f"{engine_id}: {detail}")
        self.engine_id = engine_id
        self.detail = detail


class UnknownEngineError(EngineError):
    """No engine of this name is known."""

    def __init__(self, engine_id: str, known: tuple[str, ...]) -> None:
        super().__init__(f"unknown engine {engine_id!r}; known: {', '.join(known)}")
        self.engine_id = engine_id
        self.known = known


class EnginePairError(EngineError):
    """Two models that do not make a pair: the first must stream, the second must not."""

    def __init__(self, pair: str, wrong: str) -> None:
        super().__init__(f"engine {pair!r}: {wrong} is in the wrong place")
        self.pair = pair
        self.wrong = wrong


class OutputFileError(EngineError):
    """A result could not be written; what stood there before still does."""

    def __init__(self, path: Path, detail: str, *, exists: bool = False) -> None:
        super().__init__(f"{path}: {detail}")
        self.path = path
        self.detail = detail
        self.exists = exists  # refused because a file of that name is there


class InvalidTextError(EngineError):
    """Text that no encoding can hold: a lone surrogate, or bytes that are not UTF-8."""

    def __init__(self, position: int) -> None:
        super().__init__(f"not valid text at position {position}")
        self.position = position  # code point of a str, byte of bytes; from 0
