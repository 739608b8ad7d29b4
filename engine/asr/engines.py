"""Engine names to loaded models.

A name is an engine's id, a model of the catalogue that is installed, a folder, or two of these
joined by ``+``: a streaming one for the partials and an offline one for the finals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from engine import cores, paths
from engine.asr.backend import AsrModel
from engine.asr.backends.options import LoadOptions
from engine.asr.vad import VoiceDetector
from engine.errors import EngineError, EnginePairError, ModelMissingError, UnknownEngineError
from engine.models import catalog, families, store

DEFAULT_ENGINE = "whisper-base"
SECOND_PASS_LIMIT_S = 1.5
PAIR_MARK = "+"

PAIRS: Mapping[str, tuple[str, str]] = {
    "x-asr": (
        "x-asr-480ms-streaming-zipformer-transducer-zh-en-punct-int8-2026-06-05",
        "sense-voice-zh-en-ja-ko-yue-int8-2024-07-17",
    ),
    "paraformer-sensevoice": (
        "streaming-paraformer-bilingual-zh-en",
        "sense-voice-zh-en-ja-ko-yue-int8-2024-07-17",
    ),
    "fun-asr-nano": (
        "x-asr-480ms-streaming-zipformer-transducer-zh-en-punct-int8-2026-06-05",
        "funasr-nano-int8-2025-12-30",
    ),
}
"""Pairs with a name of their own."""

ALIASES: Mapping[str, str] = {"cosyvoice": "paraformer-sensevoice"}
"""Other names for engines; published CosyVoice itself recognises nothing."""

KNOWN_ENGINES = (DEFAULT_ENGINE, *PAIRS)

_VOICE_DETECTOR_FILE = "silero_vad.onnx"
_WHISPER_FILES = ("model.bin", "tokenizer.json", "vocabulary.json", "config.json")


class EngineSource(Protocol):
    """An engine that is installed but not loaded."""

    @property
    def engine_id(self) -> str:
        """What its results are signed with."""

    @property
    def writes_marks(self) -> bool:
        """Whether its finals have punctuation of their own.

        Raises:
            ModelMissingError: a file is missing.
            ModelCorruptError: a file is not what it should be.
        """

    @property
    def languages(self) -> tuple[str, ...]:
        """ISO codes of what its finals understand; empty where that is not known."""

    def load(self) -> AsrModel:
        """Loads the weights.

        Raises:
            ModelMissingError: a file is missing.
            ModelCorruptError: a file is not what it should be.
            ModelUnsupportedError: nothing here can run it.
            ModelTooLargeError: there is not enough memory.
            BackendError: the runtime refuses the model.
        """


@dataclass(frozen=True, slots=True)
class ModelSource:
    """One model.

    Attributes:
        engine_id: the engine's id, or the folder's name.
        folder: where its files are.
        is_known: the catalogue knows what its files hash to; a user's own folder is trusted.
        hotwords: words to listen for with their weights, for models that take them.
    """

    engine_id: str
    folder: Path
    is_known: bool = False
    hotwords: tuple[tuple[str, float], ...] = ()

    @property
    def writes_marks(self) -> bool:
        """As the catalogue says, or else the family; see ``EngineSource``."""
        if self.is_known:
            return catalog.load()[self.engine_id].punctuation
        return families.recognise(self.engine_id, self.folder).family.writes_marks

    @property
    def languages(self) -> tuple[str, ...]:
        """As the catalogue says; see ``EngineSource``."""
        return catalog.load()[self.engine_id].languages if self.is_known else ()

    def load(self) -> AsrModel:
        """Loads the weights; see ``EngineSource``."""
        if self.is_known:
            store.check_before_use(catalog.load()[self.engine_id], self.folder)
        if all((self.folder / name).is_file() for name in _WHISPER_FILES):
            from engine.asr.backends.whisper import WhisperModel  # noqa: PLC0415  # slow to import

            return WhisperModel(self.engine_id, self.folder)
        from engine.asr import loading  # noqa: PLC0415  # as above

        options = LoadOptions(cores.current_plan().threads, self.hotwords)
        return loading.load(families.recognise(self.engine_id, self.folder), options)


@dataclass(frozen=True, slots=True)
class PairSource:
    """Two models as one.

    Attributes:
        engine_id: the pair's id, or both names.
        first: gives the partials.
        second: gives the finals.
        limit_s: how long a final may wait for the second.
    """

    engine_id: str
    first: ModelSource
    second: ModelSource
    limit_s: float = SECOND_PASS_LIMIT_S

    @property
    def writes_marks(self) -> bool:
        """As the second does, which gives the finals."""
        return self.second.writes_marks

    @property
    def languages(self) -> tuple[str, ...]:
        """Those of the second."""
        return self.second.languages

    def load(self) -> AsrModel:
        """Loads both; see ``EngineSource``."""
        from engine.asr.two_pass import TwoPassModel  # noqa: PLC0415  # as above

        first = self.first.load()
        try:
            second = self.second.load()
        except BaseException:
            first.close()
            raise
        return TwoPassModel(self.engine_id, first, second, self.limit_s)


def find(
    name: str,
    second_pass_limit_s: float = SECOND_PASS_LIMIT_S,
    hotwords: tuple[tuple[str, float], ...] = (),
) -> EngineSource:
    """The engine of a name.

    Args:
        name: see the module.
        second_pass_limit_s: how long a pair's final may wait for its second pass.
        hotwords: for models that take them.

    Raises:
        UnknownEngineError: neither an engine's id, nor an installed model, nor a folder.
        EnginePairError: two models that do not make a pair.
        ModelMissingError: a file of the model is missing.
        ModelCorruptError: a file of the model is damaged.
        ModelUnsupportedError: nothing here can run what is in the folder.
    """
    name = ALIASES.get(name, name)
    if name in PAIRS:
        first_name, second_name = PAIRS[name]
    elif PAIR_MARK in name and not Path(name).is_dir():
        first_name, _, second_name = name.partition(PAIR_MARK)
    else:
        return find_model(name, hotwords)
    first = find_model(first_name.strip(), hotwords)
    second = find_model(second_name.strip(), hotwords)
    if not _is_streaming(first):
        raise EnginePairError(name, first.engine_id)
    if _is_streaming(second) and second.engine_id != DEFAULT_ENGINE:
        raise EnginePairError(name, second.engine_id)
    return PairSource(name, first, second, second_pass_limit_s)


def installed() -> tuple[str, ...]:
    """Names of engines that can be chosen now: those whose models are here, best known first."""
    return tuple(name for name in (*KNOWN_ENGINES, *_installed_models()) if _is_installed(name))


def find_model(name: str, hotwords: tuple[tuple[str, float], ...] = ()) -> ModelSource:
    """One model by its engine id, catalogue id or folder; raises as ``find`` does."""
    if name == DEFAULT_ENGINE:
        folder = _installed(name, _WHISPER_FILES[0])
        _require(name, folder, _WHISPER_FILES)
        return ModelSource(name, folder, is_known=True)
    known = catalog.load().get(name)
    if known is not None:
        place = store.locate(known)
        if place is None:
            raise ModelMissingError(name, paths.models_dir() / name)
        return ModelSource(name, place, is_known=True, hotwords=hotwords)
    folder = _own_folder(name)
    if not any((folder / file).is_file() for file in _WHISPER_FILES):
        families.recognise(folder.name, folder)
        return ModelSource(folder.name, folder, hotwords=hotwords)
    _require(folder.name, folder, _WHISPER_FILES)
    return ModelSource(folder.name, folder)


def _own_folder(name: str) -> Path:
    """A folder the user named, or added under a name."""
    if name and (Path(name).is_dir() or Path(name).is_absolute()):
        return Path(name)
    for place in paths.model_search_path():
        if name and "/" not in name and (place / name).is_dir():
            return place / name
    raise UnknownEngineError(name, KNOWN_ENGINES)


def _require(engine_id: str, folder: Path, files: tuple[str, ...]) -> None:
    for file in files:
        if not (folder / file).is_file():
            raise ModelMissingError(engine_id, folder / file)


def _is_streaming(source: ModelSource) -> bool:
    if source.engine_id == DEFAULT_ENGINE:
        return True  # partials by decoding again; as a second pass it is offline as well
    return families.recognise(source.engine_id, source.folder).family.is_streaming


def _is_installed(name: str) -> bool:
    try:
        find(name)
    except EngineError:
        return False  # not here, or damaged: choosing it by name says which
    return True


def _installed_models() -> tuple[str, ...]:
    """Models in our folders that recognise by themselves, the catalogue's and the user's own."""
    named = [
        folder.name
        for place in paths.model_search_path()
        if place.is_dir()
        for folder in sorted(place.iterdir())
        if folder.is_dir() and not folder.name.startswith(".")
    ]
    return tuple(dict.fromkeys(name for name in named if _recognises(name)))


def _recognises(name: str) -> bool:
    if name in KNOWN_ENGINES:
        return False  # listed already
    try:
        source = find_model(name)
        family = families.recognise(name, source.folder).family
    except EngineError:
        return False  # not a recogniser, or not a whole one
    return family.recognises


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
