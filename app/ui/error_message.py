"""Errors as the window says them: one sentence that names the thing, and one action."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from PySide6.QtCore import QObject

from engine.errors import (
    BackendError,
    DeviceUnavailableError,
    DeviceUnavailableReason,
    DownloadError,
    DownloadReason,
    EngineError,
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
_CHOICE_ERRORS = (
    ModelUnsupportedError,
    ModelTooLargeError,
    ModelBusyError,
    UnknownModelError,
    EnginePairError,
    DownloadError,
)


class Remedy(enum.Enum):
    """What the message's one button does."""

    TRY_AGAIN = "try-again"
    USE_DEFAULT_DEVICE = "use-default-device"
    REPLACE_FILE = "replace-file"
    CHOOSE_OTHER_PLACE = "choose-other-place"
    COPY_REPORT = "copy-report"


@dataclass(frozen=True, slots=True)
class ErrorMessage:
    """What the user reads, and what the button does."""

    text: str
    remedy: Remedy


class ErrorWords(QObject):
    """Chooses the words by an error's type and fields, never by its text.

    Threads: GUI.
    """

    def word(self, error: Exception, device_label: str = "") -> ErrorMessage:
        """The message for an error.

        Args:
            error: anything that went wrong.
            device_label: what the user knows the microphone as.
        """
        if isinstance(error, DeviceUnavailableError):
            return self._word_device(error, device_label or error.device)
        if isinstance(error, (ModelMissingError, ModelCorruptError, UnknownEngineError)):
            return ErrorMessage(self._word_model(error), Remedy.TRY_AGAIN)
        if isinstance(error, _CHOICE_ERRORS):
            return ErrorMessage(self._word_choice(error), Remedy.TRY_AGAIN)
        if isinstance(error, OutputFileError):
            return self._word_file(error)
        if isinstance(error, BackendError):
            text = self.tr(
                "The recogniser {engine} failed: {detail}. What you said so far is kept; try again."
            )
            return ErrorMessage(
                text.format(engine=error.engine_id, detail=error.detail), Remedy.TRY_AGAIN
            )
        text = self.tr(
            "Something went wrong that CosyScribe did not expect: {error}. The text is kept;"
            " copy the report and send it to us."
        )
        kind = str(error) if isinstance(error, EngineError) else repr(error)
        return ErrorMessage(text.format(error=kind), Remedy.COPY_REPORT)

    def label(self, remedy: Remedy) -> str:
        """What the button says."""
        return {
            Remedy.TRY_AGAIN: self.tr("Try again"),
            Remedy.USE_DEFAULT_DEVICE: self.tr("Use the system default"),
            Remedy.REPLACE_FILE: self.tr("Replace"),
            Remedy.CHOOSE_OTHER_PLACE: self.tr("Save elsewhere…"),
            Remedy.COPY_REPORT: self.tr("Copy report"),
        }[remedy]

    def _word_device(self, error: DeviceUnavailableError, device: str) -> ErrorMessage:
        reason = DeviceUnavailableReason
        text = {
            reason.NONE_FOUND: self.tr(
                "No microphone was found. Connect one, or switch it on, and try again."
            ),
            reason.NOT_FOUND: self.tr(
                "The microphone “{device}” is not connected. Connect it or choose another."
            ),
            reason.BUSY: self.tr(
                "The microphone “{device}” is in use by another program. Close that program or"
                " choose another microphone."
            ),
            reason.NO_PERMISSION: self.tr(
                "You may not use the microphone “{device}”. Allow it in the system settings, or"
                " ask to be added to the group “audio”."
            ),
            reason.UNSUPPORTED: self.tr(
                "The microphone “{device}” offers no format that can be used. Choose another."
            ),
            reason.LOST: self.tr(
                "The microphone “{device}” was unplugged. What you said so far is kept; connect"
                " it again or choose another."
            ),
            reason.OTHER: self.tr(
                "The microphone “{device}” could not be opened ({detail}). Try again or choose"
                " another."
            ),
        }[error.reason]
        is_default = error.device == _DEFAULT_PCM or error.reason is reason.NONE_FOUND
        return ErrorMessage(
            text.format(device=device, detail=error.detail),
            Remedy.TRY_AGAIN if is_default else Remedy.USE_DEFAULT_DEVICE,
        )

    def _word_model(self, error: ModelMissingError | ModelCorruptError | UnknownEngineError) -> str:
        if isinstance(error, UnknownEngineError):
            return self.tr(
                "No speech engine is called “{engine}”. Choose one in the settings."
            ).format(engine=error.engine_id)
        text = (
            self.tr(
                "The speech model “{model}” is not complete: {path} is missing. Run “cosyscribe"
                " models install {model}” in a terminal, then try again."
            )
            if isinstance(error, ModelMissingError)
            else self.tr(
                "The speech model “{model}” is damaged: {path} is not what it should be. Run"
                " “cosyscribe models install {model}” in a terminal, then try again."
            )
        )
        return text.format(model=error.model_id, path=error.path)

    def _word_choice(self, error: Exception) -> str:
        if isinstance(error, DownloadError):
            return self._word_download(error)
        if isinstance(error, UnknownModelError):
            text = self.tr("No model is called “{model}”. Choose one in the settings.")
            return text.format(model=error.model_id)
        if isinstance(error, ModelBusyError):
            text = self.tr("The model {model} is being installed or removed by another program.")
            return text.format(model=error.model_id)
        if isinstance(error, ModelTooLargeError):
            return self.tr(
                "The speech model “{model}” needs {needed} MB of memory, and {free} MB are free."
                " Close other programs, or choose a smaller model in the settings."
            ).format(
                model=error.model_id,
                needed=round(error.needed_bytes / 1e6),
                free=round(error.available_bytes / 1e6),
            )
        if isinstance(error, ModelUnsupportedError):
            return self.tr(
                "{path} is not a speech model that can be used here. Choose another in the"
                " settings."
            ).format(path=error.path)
        assert isinstance(error, EnginePairError)
        return self.tr(
            "The speech engine “{engine}” cannot be put together: {model} is in the wrong place."
            " Choose another in the settings."
        ).format(engine=error.pair, model=error.wrong)

    def _word_download(self, error: DownloadError) -> str:
        reason = DownloadReason
        wrong = self.tr("What came is not what it should be. Try again later, or set a mirror.")
        cut = self.tr("The download was cut off. Try again; what came is kept.")
        text = {
            reason.NO_NETWORK: self.tr(
                "Nothing could be fetched. Check the network and its proxy, then try again."
            ),
            reason.REFUSED: self.tr("Every source refused. Try again later, or set a mirror."),
            reason.STALLED: cut,
            reason.BROKEN_OFF: cut,
            reason.WRONG_LENGTH: wrong,
            reason.WRONG_BYTES: wrong,
            reason.NO_SPACE: self.tr("The disk is too full. Free some space, then try again."),
            reason.CANNOT_WRITE: self.tr("The folder of models cannot be written to."),
            reason.CANCELLED: self.tr("Cancelled; what came is kept."),
        }[error.reason]
        return f"{text} ({error.detail})" if error.detail else text

    def _word_file(self, error: OutputFileError) -> ErrorMessage:
        if error.exists:
            text = self.tr("The file {path} is there already. Replace it?")
            return ErrorMessage(text.format(path=error.path), Remedy.REPLACE_FILE)
        text = self.tr("The file {path} could not be written ({detail}). Save the text elsewhere.")
        detail = self._file_details().get(error.detail, error.detail)
        return ErrorMessage(text.format(path=error.path, detail=detail), Remedy.CHOOSE_OTHER_PLACE)

    def _file_details(self) -> dict[str, str]:
        """What ``engine.export`` says in English; the system's own words come translated."""
        return {
            "is a folder": self.tr("it is a folder"),
            "the folder does not exist": self.tr("the folder does not exist"),
            "the folder cannot be written to": self.tr("the folder cannot be written to"),
        }
