from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import paths
from engine.errors import DownloadError, DownloadReason, ModelCorruptError
from engine.models import pins, store
from engine.models.catalog import ArchiveSource, CatalogModel, HubSource, Source
from engine.models.transfer import Cancellation, Progress
from tests.helpers.file_server import FileServer, Reply, file_server
from tests.helpers.tiny_models import sense_voice, zipformer

NAME = "sherpa-onnx-tiny.tar.bz2"


@pytest.fixture
def server() -> Iterator[FileServer]:
    with file_server() as files:
        yield files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "made"
    sense_voice.build(made)
    (made / "test_wavs").mkdir()
    (made / "test_wavs" / "zh.wav").write_bytes(b"RIFF")
    return made


def packed(folder: Path, **more: bytes) -> bytes:
    """An archive as releases have them: one folder, bzip2."""
    output = io.BytesIO()
    with tarfile.open(fileobj=output, mode="w:bz2") as bundle:
        bundle.add(folder, "sherpa-onnx-tiny")
        for name, content in more.items():
            info = tarfile.TarInfo(name.replace("__", "../"))
            info.size = len(content)
            bundle.addfile(info, io.BytesIO(content))
    return output.getvalue()


def model_from(*sources: Source, family: str = "sense-voice") -> CatalogModel:
    wanted = ("*.onnx", "tokens.txt")
    return CatalogModel("tiny", family, ("zh",), False, "MIT", "us", (), sources, wanted=wanted)


def names() -> list[str]:
    return sorted(path.name for path in (paths.models_dir() / "tiny").iterdir())


WHOLE = ["cosyscribe-files.json", "model.onnx", "tokens.txt"]


def test_archive_is_unpacked_checked_and_noted(server: FileServer, folder: Path) -> None:
    model = model_from(ArchiveSource(server.serve(NAME, Reply(packed(folder)))))
    seen: list[Progress] = []
    store.Installer(on_progress=seen.append).install(model)
    assert names() == WHOLE
    assert {progress.step for progress in seen} == {"download", "unpack"}
    place = store.locate(model)
    assert place is not None
    assert store.verify(model) == place
    assert {file.name for file in pins.read(place)} == {"model.onnx", "tokens.txt"}


def test_what_came_first_is_held_to(server: FileServer, folder: Path) -> None:
    model = model_from(ArchiveSource(server.serve(NAME, Reply(packed(folder)))))
    place = store.Installer().install(model)
    (place / "tokens.txt").write_text("other 0\n")
    with pytest.raises(ModelCorruptError):
        store.check_before_use(model, place)
    store.Installer().install(model)
    store.verify(model)


def test_installed_model_is_not_fetched_again(server: FileServer, folder: Path) -> None:
    model = model_from(ArchiveSource(server.serve(NAME, Reply(packed(folder)))))
    store.Installer().install(model)
    asked = len(server.requests)
    store.Installer().install(model)
    assert len(server.requests) == asked


def test_mirror_is_asked_first_and_the_source_where_it_fails(
    server: FileServer, folder: Path
) -> None:
    url = server.serve(NAME, Reply(packed(folder)))
    model = model_from(ArchiveSource(url))
    server.serve(f"mirror/{NAME}", Reply(status=500))
    store.Installer(mirror=f"{server.address}/mirror/").install(model)
    assert [path for path, _range in server.requests] == [f"mirror/{NAME}", NAME]


def test_repository_is_asked_where_the_archive_fails(server: FileServer, folder: Path) -> None:
    files = ("model.onnx", "tokens.txt", "test_wavs/zh.wav")
    entries = [
        {"type": "file", "path": name, "size": (folder / name).stat().st_size} for name in files
    ]
    entries.append({"type": "file", "path": "../../escape.onnx", "size": 1})
    server.serve("api/models/us/tiny/tree/main?recursive=true", Reply(json.dumps(entries).encode()))
    for name in files:
        server.serve(f"us/tiny/resolve/main/{name}", Reply((folder / name).read_bytes()))
    model = model_from(
        ArchiveSource(f"{server.address}/gone.tar.bz2"), HubSource(server.address, "us/tiny")
    )
    store.Installer().install(model)
    assert names() == WHOLE
    assert not any("escape" in path for path, _range in server.requests)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[: len(data) // 2],
        lambda data: b"<html>not here</html>",
        lambda data: data[:100] + b"\0" * 50 + data[150:],
    ],
    ids=["cut", "page", "damaged"],
)
def test_archive_that_is_not_right_leaves_nothing_installed(
    server: FileServer, folder: Path, spoil: object
) -> None:
    body = spoil(packed(folder))  # type: ignore[operator]
    model = model_from(ArchiveSource(server.serve(NAME, Reply(body))))
    with pytest.raises(DownloadError) as caught:
        store.Installer().install(model)
    assert caught.value.reason is DownloadReason.WRONG_BYTES
    assert store.locate(model) is None
    assert names() == []


def test_archive_that_leads_out_is_refused(server: FileServer, folder: Path) -> None:
    body = packed(folder, **{"__escape.onnx": b"x"})
    model = model_from(ArchiveSource(server.serve(NAME, Reply(body))))
    with pytest.raises(DownloadError):
        store.Installer().install(model)
    assert names() == []
    assert not (paths.models_dir() / "escape.onnx").exists()


def test_model_of_another_family_is_refused(server: FileServer, tmp_path: Path) -> None:
    zipformer.build(tmp_path / "other")
    body = packed(tmp_path / "other")
    model = model_from(ArchiveSource(server.serve(NAME, Reply(body))))
    with pytest.raises(DownloadError) as caught:
        store.Installer().install(model)
    assert "streaming-zipformer" in caught.value.detail
    assert store.locate(model) is None


def test_cancelling_while_unpacking_leaves_nothing_installed(
    server: FileServer, folder: Path
) -> None:
    cancellation = Cancellation()

    def on_progress(progress: Progress) -> None:
        if progress.step == "unpack":
            cancellation.cancel()

    model = model_from(ArchiveSource(server.serve(NAME, Reply(packed(folder)))))
    with pytest.raises(DownloadError) as caught:
        store.Installer(cancellation, on_progress).install(model)
    assert caught.value.reason is DownloadReason.CANCELLED
    assert store.locate(model) is None
