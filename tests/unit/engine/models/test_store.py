from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from engine import paths
from engine.asr import engines
from engine.errors import (
    DownloadError,
    DownloadReason,
    EngineError,
    ModelBusyError,
    ModelCorruptError,
    ModelMissingError,
)
from engine.models import catalog, store
from engine.models.catalog import Catalog, CatalogModel, ModelFile, UrlSource, WheelSource
from engine.models.transfer import Cancellation, Progress
from tests.helpers.file_server import Reply, file_server
from tests.helpers.wheels import make_wheel, offer_only

WEIGHTS = b"w" * 5000
TOKENS = b"t" * 300
MEMBERS = {
    "box/weights.part1": WEIGHTS[:2000],
    "box/weights.part2": WEIGHTS[2000:],
    "box/t": TOKENS,
}


def known(name: str, content: bytes) -> ModelFile:
    return ModelFile(name, len(content), hashlib.sha256(content).hexdigest())


def model_from(*sources: WheelSource | UrlSource) -> CatalogModel:
    files = (known("weights.bin", WEIGHTS), known("tokens.txt", TOKENS))
    return CatalogModel("tiny", "whisper", ("zh",), True, "MIT", "us", files, sources)


def wheel_of(shelf: Path, members: dict[str, bytes]) -> WheelSource:
    parts = {"weights.bin": ("box/weights.part1", "box/weights.part2"), "tokens.txt": ("box/t",)}
    return WheelSource((make_wheel(shelf, "box", members),), parts, 8000)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "shelf"
    folder.mkdir()
    offer_only(folder, monkeypatch)
    return folder


@pytest.fixture
def model(shelf: Path) -> CatalogModel:
    return model_from(wheel_of(shelf, MEMBERS))


@pytest.fixture
def installed(model: CatalogModel) -> Path:
    folder = paths.models_dir() / model.model_id
    folder.mkdir(parents=True)
    (folder / "weights.bin").write_bytes(WEIGHTS)
    (folder / "tokens.txt").write_bytes(TOKENS)
    return folder


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def spoil(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(10)
        file.write(b"X")


def test_installing_leaves_the_files_and_nothing_else(model: CatalogModel) -> None:
    folder = store.Installer().install(model)
    assert folder == paths.models_dir() / "tiny"
    assert names_in(folder) == ["tokens.txt", "weights.bin"]
    assert (folder / "weights.bin").read_bytes() == WEIGHTS


def test_installing_again_fetches_nothing(model: CatalogModel, shelf: Path) -> None:
    store.Installer().install(model)
    shutil.rmtree(shelf)
    seen: list[Progress] = []
    store.Installer(on_progress=seen.append).install(model)
    assert seen == []


def test_installing_mends_what_is_wrong(model: CatalogModel, installed: Path) -> None:
    spoil(installed / "weights.bin")
    (installed / "tokens.txt").unlink()
    store.Installer().install(model)
    assert store.verify(model) == installed


def test_what_a_broken_run_left_is_cleared(model: CatalogModel) -> None:
    left = paths.models_dir() / "tiny" / ".wheels.part"
    left.mkdir(parents=True)
    (left / "half.whl").write_bytes(b"PK")
    (left.parent / "weights.bin.part").write_bytes(b"half")
    assert names_in(store.Installer().install(model)) == ["tokens.txt", "weights.bin"]


def test_wrong_bytes_never_get_the_files_name(shelf: Path) -> None:
    wrong = model_from(wheel_of(shelf, {**MEMBERS, "box/weights.part2": b"?" * 3000}))
    with pytest.raises(DownloadError) as caught:
        store.Installer().install(wrong)
    assert caught.value.reason is DownloadReason.WRONG_BYTES
    assert names_in(paths.models_dir() / "tiny") == []


def test_the_next_source_is_asked_when_the_first_fails(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "*")
    missing = WheelSource(("nowhere==1.0 --hash=sha256:" + "0" * 64,), {}, 1)
    with file_server() as server:
        server.serve("m/weights.bin", Reply(WEIGHTS))
        server.serve("m/tokens.txt", Reply(TOKENS))
        model = model_from(missing, UrlSource(f"{server.address}/m/"))
        folder = store.Installer().install(model)
    assert (folder / "tokens.txt").read_bytes() == TOKENS


def test_when_all_sources_fail_the_first_ones_word_is_given(shelf: Path) -> None:
    first = WheelSource(("nowhere==1.0 --hash=sha256:" + "0" * 64,), {}, 1)
    with file_server() as server, pytest.raises(DownloadError) as caught:
        store.Installer().install(model_from(first, UrlSource(f"{server.address}/m/")))
    assert "nowhere" in caught.value.detail


def test_a_full_disk_is_found_before_the_first_byte(
    model: CatalogModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")  # stands in for shutil's
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage(1, 1, 4096))
    with pytest.raises(DownloadError) as caught:
        store.Installer().install(model)
    assert caught.value.reason is DownloadReason.NO_SPACE
    assert caught.value.needed_bytes == 8000 + len(WEIGHTS) + len(TOKENS)
    assert names_in(paths.models_dir() / "tiny") == []


def test_a_place_that_cannot_be_written_is_named(model: CatalogModel) -> None:
    paths.models_dir().parent.mkdir(parents=True)
    paths.models_dir().write_text("a file where the folder should be", encoding="utf-8")
    with pytest.raises(DownloadError) as caught:
        store.Installer().install(model)
    assert caught.value.reason is DownloadReason.CANNOT_WRITE


def test_cancelling_leaves_nothing_that_looks_whole(model: CatalogModel) -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    with pytest.raises(DownloadError) as caught:
        store.Installer(cancellation).install(model)
    assert caught.value.reason is DownloadReason.CANCELLED
    assert store.locate(model) is None
    assert names_in(paths.models_dir() / "tiny") == []


def test_two_installations_at_once_do_not_mix(model: CatalogModel, installed: Path) -> None:
    descriptor = os.open(installed, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        with pytest.raises(ModelBusyError):
            store.Installer().install(model)
    finally:
        os.close(descriptor)
    assert store.Installer().install(model) == installed


@pytest.mark.parametrize("check", [store.verify, store.check_before_use], ids=["verify", "use"])
class TestChecks:
    def run(self, check: object, model: CatalogModel, folder: Path) -> None:
        if check is store.verify:
            store.verify(model)
        else:
            store.check_before_use(model, folder)

    def test_whole_model_passes(self, check: object, model: CatalogModel, installed: Path) -> None:
        self.run(check, model, installed)

    def test_missing_file_is_named(
        self, check: object, model: CatalogModel, installed: Path
    ) -> None:
        (installed / "tokens.txt").unlink()
        with pytest.raises(ModelMissingError) as caught:
            self.run(check, model, installed)
        assert caught.value.path == installed / "tokens.txt"

    def test_one_wrong_byte_is_found(
        self, check: object, model: CatalogModel, installed: Path
    ) -> None:
        self.run(check, model, installed)
        spoil(installed / "weights.bin")
        with pytest.raises(ModelCorruptError) as caught:
            self.run(check, model, installed)
        assert caught.value.path == installed / "weights.bin"

    def test_cut_file_is_found(self, check: object, model: CatalogModel, installed: Path) -> None:
        os.truncate(installed / "weights.bin", 12)
        with pytest.raises(ModelCorruptError):
            self.run(check, model, installed)

    def test_folder_in_place_of_a_file_is_an_error(
        self, check: object, model: CatalogModel, installed: Path
    ) -> None:
        (installed / "tokens.txt").unlink()
        (installed / "tokens.txt").mkdir()
        with pytest.raises(EngineError):
            self.run(check, model, installed)


def test_verify_reports_how_far_it_is(model: CatalogModel, installed: Path) -> None:
    seen: list[Progress] = []
    store.verify(model, seen.append)
    assert [progress.done_bytes for progress in seen] == [5000, 5300]
    assert {progress.total_bytes for progress in seen} == {5300}


def test_a_model_in_a_read_only_place_is_found(
    model: CatalogModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "system" / "tiny"
    place.mkdir(parents=True)
    (place / "weights.bin").write_bytes(WEIGHTS)
    (place / "tokens.txt").write_bytes(TOKENS)
    assert store.locate(model) is None
    monkeypatch.setenv("COSYSCRIBE_MODELS", str(tmp_path / "system"))
    assert store.locate(model) == place
    assert [row.is_installed for row in store.statuses(Catalog((model,)))] == [True]


def test_a_known_engine_with_a_wrong_byte_is_not_loaded(tmp_path: Path) -> None:
    known_engine = catalog.load()[engines.DEFAULT_ENGINE]
    folder = paths.models_dir() / known_engine.model_id
    folder.mkdir(parents=True)
    for file in known_engine.files:  # sparse files of the right length: only the hash differs
        (folder / file.name).touch()
        os.truncate(folder / file.name, file.size_bytes)
    with pytest.raises(ModelCorruptError) as caught:
        engines.find(engines.DEFAULT_ENGINE).load()
    assert caught.value.path == folder / "model.bin"
