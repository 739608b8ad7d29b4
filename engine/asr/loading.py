"""A folder to a loaded model: recognised, checked, tried out once, loaded."""

from __future__ import annotations

from engine import cores
from engine.asr import trial
from engine.asr.backend import AsrModel
from engine.asr.backends.options import LoadOptions
from engine.asr.punctuator import Punctuator
from engine.errors import BackendError, ModelUnsupportedError
from engine.models import checks, free_memory
from engine.models.families import Family, ModelFolder

_THREAD_NAME = "decoder"


def load(model: ModelFolder, options: LoadOptions, *, is_trial: bool = False) -> AsrModel:
    """Loads a model that this process can run safely.

    Args:
        model: what to load.
        options: how to load it.
        is_trial: whether this process is the one that is risked.

    Raises:
        ModelCorruptError: a file is damaged, swapped, or of another model.
        ModelTooLargeError: there is not enough memory.
        ModelUnsupportedError: it recognises nothing.
        BackendError: the runtime refuses it.
    """
    if not model.family.recognises:
        raise ModelUnsupportedError(model.folder, "sets punctuation; it recognises no speech")
    _make_sure(model, is_trial=is_trial)
    with cores.starting_decoders(cores.current_plan().cpus, _THREAD_NAME):
        return _load(model, options)  # the runtime's pool inherits place and name


def load_punctuator(model: ModelFolder, *, is_trial: bool = False) -> Punctuator:
    """Loads a punctuation model that this process can run safely; arguments as for ``load``.

    Raises:
        ModelCorruptError: a file is damaged, swapped, or of another model.
        ModelTooLargeError: there is not enough memory.
        ModelUnsupportedError: it sets no punctuation.
        BackendError: the runtime refuses it.
    """
    if model.family.recognises:
        raise ModelUnsupportedError(model.folder, "recognises speech; it sets no punctuation")
    _make_sure(model, is_trial=is_trial)
    with cores.starting_decoders(cores.current_plan().cpus, _THREAD_NAME):
        return _load_punctuator(model)


def _make_sure(model: ModelFolder, *, is_trial: bool) -> None:
    checks.check(model)
    needed = free_memory.needed_bytes(model.size_bytes)
    checks.check_memory(model.model_id, needed, free_memory.available_bytes())
    if not is_trial:
        trial.make_sure(model)


def _load(model: ModelFolder, options: LoadOptions) -> AsrModel:
    if model.family is Family.WHISPER_CT2:
        from engine.asr.backends.whisper import WhisperModel  # noqa: PLC0415  # slow to import

        return WhisperModel(model.model_id, model.folder)
    from engine.asr.backends.sherpa_families import LOADERS  # noqa: PLC0415  # slow to import

    try:
        return LOADERS[model.family](model, options)
    except (RuntimeError, ValueError) as error:
        raise BackendError(model.model_id, str(error)) from error


def _load_punctuator(model: ModelFolder) -> Punctuator:
    from engine.asr.backends import (  # noqa: PLC0415  # slow to import
        sherpa_online_punctuation,
        sherpa_punctuation,
    )

    try:
        if model.family is Family.PUNCTUATION:
            return sherpa_punctuation.load(model)
        return sherpa_online_punctuation.load(model)
    except (RuntimeError, ValueError, IndexError) as error:
        raise BackendError(model.model_id, str(error)) from error
