"""Which punctuation model sets the marks of an engine that writes none, and loading it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine import paths
from engine.asr.engines import EngineSource, find_model
from engine.asr.punctuator import Punctuator
from engine.errors import EngineError, ModelUnsupportedError, UnknownEngineError, UnknownModelError
from engine.models import catalog, families, store
from engine.models.families import Family

AUTOMATIC, OFF = "auto", "off"
"""Choices beside a model's id."""

OnTrouble = Callable[[EngineError], None]
"""Hears why finals stay without marks. Threads: any."""

_log = logging.getLogger("asr")
_logged: set[str] = set()

_FAMILIES = {family.value: family for family in (Family.PUNCTUATION, Family.ONLINE_PUNCTUATION)}


@dataclass(frozen=True, slots=True)
class PunctuatorSource:
    """A punctuation model that is installed but not loaded.

    Attributes:
        model_id: the catalogue's id, or the folder's name.
        folder: where its files are.
        family: who runs it.
        is_known: the catalogue knows what its files hash to.
    """

    model_id: str
    folder: Path
    family: Family
    is_known: bool = False

    def load(self) -> Punctuator:
        """Loads the weights.

        Raises:
            ModelMissingError: a file is missing.
            ModelCorruptError: a file is not what it should be.
            ModelTooLargeError: there is not enough memory.
            ModelUnsupportedError: it sets no punctuation.
            BackendError: the runtime refuses it.
        """
        if self.is_known:
            store.check_before_use(catalog.load()[self.model_id], self.folder)
        from engine.asr import loading  # noqa: PLC0415  # slow to import

        return loading.load_punctuator(families.recognise(self.model_id, self.folder))


def installed() -> tuple[PunctuatorSource, ...]:
    """Every punctuation model that is here, the catalogue's first."""
    known = catalog.load()
    found = []
    for status in store.statuses(known):
        family = _FAMILIES.get(status.model.family)
        if family is not None and status.folder is not None:
            model_id = status.model.model_id
            found.append(PunctuatorSource(model_id, status.folder, family, is_known=True))
    for place in paths.model_search_path():
        for folder in sorted(place.iterdir()) if place.is_dir() else ():
            if folder.name.startswith(".") or known.get(folder.name) is not None:
                continue
            own = _own(folder)
            if own is not None and all(own.model_id != other.model_id for other in found):
                found.append(own)
    return tuple(found)


def find(name: str) -> PunctuatorSource:
    """A punctuation model by its id or folder.

    Raises:
        UnknownModelError: there is none of this name.
        ModelMissingError: it is not installed, or a file is missing.
        ModelCorruptError: a file is damaged.
        ModelUnsupportedError: it is something else.
    """
    try:
        model = find_model(name)
    except UnknownEngineError as error:
        raise UnknownModelError(name, tuple(s.model_id for s in installed())) from error
    family = families.recognise(model.engine_id, model.folder).family
    if family.recognises:
        raise ModelUnsupportedError(model.folder, "recognises speech; it sets no punctuation")
    return PunctuatorSource(model.engine_id, model.folder, family, model.is_known)


def choose(wanted: str, engine: EngineSource, language: str) -> PunctuatorSource | None:
    """The punctuation model for an engine's finals, or None.

    Args:
        wanted: ``auto``, ``off``, or a model's id or folder.
        engine: whose finals they are.
        language: what is spoken; ``auto`` where the engine decides.

    Raises:
        EngineError: as ``find``, and what the engine raises.
    """
    if wanted == OFF:
        return None
    if wanted != AUTOMATIC:
        return find(wanted)
    if engine.writes_marks:
        return None
    is_english = language == "en" or engine.languages == ("en",)
    # With English alone the English model, which restores capitals; else that of both languages.
    best = Family.ONLINE_PUNCTUATION if is_english else Family.PUNCTUATION
    return next(iter(sorted(installed(), key=lambda source: source.family is not best)), None)


def log_trouble(error: EngineError) -> None:
    """Says why there are no marks, once, however many recognisers there are."""
    text = str(error)
    if text not in _logged:
        _logged.add(text)
        _log.warning("text stays without marks: %s", text)


def _own(folder: Path) -> PunctuatorSource | None:
    try:
        family = families.recognise(folder.name, folder).family
    except EngineError:
        return None  # something else, or not whole
    return None if family.recognises else PunctuatorSource(folder.name, folder, family)
