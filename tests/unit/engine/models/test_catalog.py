from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.asr import engines
from engine.errors import UnknownModelError
from engine.models import catalog
from engine.models.catalog import ArchiveSource, CatalogModel, UrlSource, WheelSource
from engine.models.families import Family

SHIPPED = catalog.load().models


@pytest.mark.parametrize("model", SHIPPED, ids=lambda model: model.model_id)
def test_every_file_of_a_shipped_model_has_a_length_and_a_hash(model: CatalogModel) -> None:
    assert bool(model.files) is not bool(model.wanted)
    for file in model.files:
        assert file.size_bytes > 0
        assert re.fullmatch(r"[0-9a-f]{64}", file.sha256)
        assert Path(file.name).name == file.name


@pytest.mark.parametrize("model", SHIPPED, ids=lambda model: model.model_id)
def test_every_source_of_a_shipped_model_gives_every_file(model: CatalogModel) -> None:
    assert model.sources
    for source in model.sources:
        if isinstance(source, WheelSource):
            assert set(source.members) == {file.name for file in model.files}
            assert all(re.search(r"==.* --hash=sha256:[0-9a-f]{64}$", w) for w in source.wheels)
        elif isinstance(source, UrlSource):
            assert re.fullmatch(r"https://.*/", source.base)
        elif isinstance(source, ArchiveSource):
            assert re.fullmatch(r"https://.*\.tar\.bz2", source.url)
            assert source.name.removeprefix("sherpa-onnx-").startswith(model.model_id)
        else:
            assert re.fullmatch(r"https://[^/]+", source.host)


@pytest.mark.parametrize("model", SHIPPED, ids=lambda model: model.model_id)
def test_model_without_hashes_is_of_a_family_that_can_be_checked(model: CatalogModel) -> None:
    if not model.files:
        assert Family(model.family)


def test_pairs_are_made_of_models_of_the_catalogue() -> None:
    for first, second in engines.PAIRS.values():
        assert catalog.load()[first].streaming
        assert not catalog.load()[second].streaming


def test_shipped_models_name_their_licence_and_makers() -> None:
    assert all(model.licence and model.credit for model in SHIPPED)


def test_the_default_engine_is_in_the_catalogue() -> None:
    assert catalog.load()[engines.DEFAULT_ENGINE].streaming


def test_unknown_model_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownModelError) as caught:
        catalog.load()["whisper-enormous"]
    assert caught.value.model_id == "whisper-enormous"
    assert "whisper-base" in caught.value.known


def test_a_catalogue_may_be_read_from_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "models.toml"
    path.write_text(
        """
        [tiny]
        family = "whisper"
        languages = ["zh"]
        streaming = false
        licence = "MIT"
        credit = "nobody"
        files = [{ name = "a", size_bytes = 2, sha256 = "00" }]
        sources = [{ kind = "urls", base = "https://example.org/tiny/" }]
        """,
        encoding="utf-8",
    )
    (model,) = catalog.load(path).models
    assert (model.model_id, model.size_bytes) == ("tiny", 2)
    assert model.sources == (UrlSource("https://example.org/tiny/"),)
