from __future__ import annotations

from pathlib import Path

import pytest

from engine import paths
from engine.asr import engines
from engine.errors import ModelBusyError, ModelMissingError, ModelUnsupportedError
from engine.models import own_models
from engine.models.families import Family
from engine.models.guarded import alone
from tests.helpers.tiny_models import sense_voice


@pytest.fixture
def brought(tmp_path: Path) -> Path:
    folder = tmp_path / "my model"
    sense_voice.build(folder)
    return folder


def test_folder_the_user_brought_can_be_used_by_its_name(brought: Path) -> None:
    assert own_models.add(brought).family is Family.SENSE_VOICE
    assert engines.find("my model").engine_id == "my model"
    own_models.add(brought)  # again is no mistake
    own_models.remove("my model")
    assert (brought / "model.onnx").is_file()
    assert not (paths.models_dir() / "my model").is_symlink()


def test_name_may_be_chosen_and_is_taken_once(brought: Path, tmp_path: Path) -> None:
    own_models.add(brought, "mine")
    other = tmp_path / "other"
    sense_voice.build(other)
    for name in ("mine", "a/b", ".hidden"):
        with pytest.raises(ModelUnsupportedError):
            own_models.add(other, name)


def test_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelUnsupportedError):
        own_models.add(tmp_path)
    with pytest.raises(ModelMissingError):
        own_models.add(tmp_path / "nowhere")


def test_removing_deletes_what_was_installed() -> None:
    folder = paths.models_dir() / "installed"
    sense_voice.build(folder)
    own_models.remove("installed")
    assert list(paths.models_dir().iterdir()) == []


@pytest.mark.parametrize("name", ["nowhere", "", "..", "a/b", "/etc"])
def test_what_is_not_there_is_not_removed(name: str) -> None:
    paths.models_dir().mkdir(parents=True)
    with pytest.raises(ModelMissingError):
        own_models.remove(name)
    assert paths.models_dir().is_dir()


def test_model_that_is_being_installed_is_left_alone() -> None:
    folder = paths.models_dir() / "busy"
    sense_voice.build(folder)
    with alone("busy", folder), pytest.raises(ModelBusyError):
        own_models.remove("busy")
    assert (folder / "model.onnx").is_file()
