from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.bridge.model_list import ModelEntry, ModelList, ModelProgress, entries
from engine import paths
from engine.errors import DownloadError, DownloadReason, ModelMissingError
from engine.models import catalog
from engine.models.transfer import Cancellation, OnProgress, Progress
from tests.helpers.tiny_models import sense_voice


class FakeInstaller:
    """Fetches when the test lets it."""

    def __init__(self) -> None:
        self.may_go_on = threading.Event()
        self.mirrors: list[str] = []
        self.error: Exception | None = None

    def install(
        self, model_id: str, cancellation: Cancellation, on_progress: OnProgress, mirror: str
    ) -> None:
        self.mirrors.append(mirror)
        on_progress(Progress("download", 50, 200, 10.0))
        while not self.may_go_on.wait(0.01):
            if cancellation.is_cancelled:
                raise DownloadError(model_id, DownloadReason.CANCELLED)
        if self.error is not None:
            raise self.error
        on_progress(Progress("unpack", 200))


@pytest.fixture
def installer() -> FakeInstaller:
    return FakeInstaller()


@pytest.fixture
def models(qtbot: QtBot, installer: FakeInstaller) -> Iterator[ModelList]:
    del qtbot
    made = ModelList(lambda: "https://mirror", installer.install)
    yield made
    made.close()
    made.close()


def test_every_recogniser_and_punctuation_model_is_listed(models: ModelList, qtbot: QtBot) -> None:
    with qtbot.waitSignal(models.changed) as told:
        models.refresh()
    assert told.args is not None
    listed: tuple[ModelEntry, ...] = told.args[0]
    ids = [entry.model_id for entry in listed]
    assert "whisper-base" in ids
    assert "sense-voice-zh-en-ja-ko-yue-int8-2024-07-17" in ids
    assert not any("vad" in model_id for model_id in ids)
    marks = [entry.model_id for entry in listed if entry.sets_marks]
    assert marks == [
        "punct-ct-transformer-zh-en-vocab272727-2024-04-12-int8",
        "online-punct-en-2024-08-06",
    ]
    assert all(entry.licence and entry.credit for entry in listed)


def test_model_in_the_users_folder_can_be_removed(models: ModelList, qtbot: QtBot) -> None:
    model = catalog.load()["whisper-base"]
    folder = paths.models_dir() / model.model_id
    sense_voice.build(folder)
    for file in model.files:
        (folder / file.name).touch()
    entry = next(entry for entry in entries() if entry.model_id == "whisper-base")
    assert entry.is_installed
    assert entry.can_be_removed
    with qtbot.waitSignal(models.ended) as told:
        models.remove("whisper-base")
    assert told.args == ["whisper-base", None]
    assert not folder.exists()
    with qtbot.waitSignal(models.ended) as told:
        models.remove("whisper-base")
    assert told.args is not None
    assert isinstance(told.args[1], ModelMissingError)


def test_installing_tells_how_far_it_is(
    models: ModelList, installer: FakeInstaller, qtbot: QtBot
) -> None:
    seen: list[ModelProgress] = []
    models.progressed.connect(lambda _id, progress: seen.append(progress))
    models.install("x")
    models.install("x")
    assert models.busy == {"x"}
    installer.may_go_on.set()
    with qtbot.waitSignal(models.ended) as told:
        pass
    assert told.args == ["x", None]
    assert seen == [
        ModelProgress(0.25, 50, 10.0, is_unpacking=False),
        ModelProgress(None, 200, 0.0, is_unpacking=True),
    ]
    assert installer.mirrors == ["https://mirror"]
    assert not models.busy


def test_cancelling_is_no_trouble(models: ModelList, qtbot: QtBot) -> None:
    models.install("x")
    models.cancel("nothing of this name")
    with qtbot.waitSignal(models.ended) as told:
        models.cancel("x")
    assert told.args == ["x", None]


def test_trouble_is_told(models: ModelList, installer: FakeInstaller, qtbot: QtBot) -> None:
    installer.error = DownloadError("x", DownloadReason.STALLED)
    installer.may_go_on.set()
    with qtbot.waitSignal(models.ended) as told:
        models.install("x")
    assert told.args == ["x", installer.error]
