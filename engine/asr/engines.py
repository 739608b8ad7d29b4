"""Engine ids to loaded models."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine import paths
from engine.asr.backend import AsrModel
from engine.asr.vad import VoiceDetector
from engine.errors import ModelMissingError, UnknownEngineError
from engine.models import catalog, store

DEFAULT_ENGINE = "whisper-base"
KNOWN_ENGINES = (DEFAULT_ENGINE,)

_VOICE_DETECTOR_FILE = "silero_vad.onnx"
_WHISPER_FILES = ("model.bin", "tokenizer.json", "vocabulary.json", "config.json")


@dataclass(frozen=True, slots=True)
class ModelSource:
    """A model that is installed but not loaded.

    Attributes:
        engine_id: the engine's id, or the folder's name.
        folder: where its files are.
        is_known: the catalogue knows what its files hash to; a user's own folder is trusted.
    """

    engine_id: str
    folder: Path
    is_known: bool = False

    def load(self) -> AsrModel:
        """Loads the weights.

        Raises:
            ModelMissingError: a file is missing.
            ModelCorruptError: a file is not what it should be.
            BackendError: the runtime refuses the model.
        """
        if self.is_known:
            store.check_before_use(catalog.load()[self.engine_id], self.folder)
        from engine.asr.backends.whisper import WhisperModel  # noqa: PLC0415  # slow to import

        return WhisperModel(self.engine_id, self.folder)


def find(name: str) -> ModelSource:
    """The model of an engine id or in a folder.

    Raises:
        UnknownEngineError: neither an engine's id nor a folder.
        ModelMissingError: a file of the model is missing.
    """
    if name in KNOWN_ENGINES:
        source = ModelSource(name, _installed(name, _WHISPER_FILES[0]), is_known=True)
    elif Path(name).is_dir():
        source = ModelSource(Path(name).name, Path(name))
    else:
        raise UnknownEngineError(name, KNOWN_ENGINES)
    for file in _WHISPER_FILES:
        if not (source.folder / file).is_file():
            raise ModelMissingError(source.engine_id, source.folder / file)
    return source


def voice_detector() -> VoiceDetector:
    """The voice detector, loaded.

    Raises:
        ModelMissingError: its file is not installed.
        ModelCorruptError: its file is not what it should be.
        BackendError: the runtime refuses it.
    """
    file = _installed("silero-vad", _VOICE_DETECTOR_FILE) / _VOICE_DETECTOR_FILE
    store.check_before_use(catalog.load()["silero-vad"], file.parent)
    from engine.asr.backends.silero import SileroDetector  # noqa: PLC0415  # slow to import

    return SileroDetector(file)


def _installed(model_id: str, file: str) -> Path:
    """The first folder on the search path that holds the model's file, else the user's."""
    places = [place / model_id for place in paths.model_search_path()]
    return next((place for place in places if (place / file).is_file()), places[0])
