from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.__main__ import main
from engine import paths
from engine.models.catalog import Catalog, CatalogModel, ModelFile, WheelSource
from tests.helpers.tiny_models import punctuation, sense_voice
from tests.helpers.wheels import make_wheel, offer_only

WEIGHTS = b"w" * 5000


@pytest.fixture(autouse=True)
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CatalogModel:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    offer_only(shelf, monkeypatch)
    wheel = make_wheel(shelf, "box", {"box/weights": WEIGHTS})
    source = WheelSource((wheel,), {"weights.bin": ("box/weights",)}, 6000)
    file = ModelFile("weights.bin", len(WEIGHTS), hashlib.sha256(WEIGHTS).hexdigest())
    model = CatalogModel("tiny", "whisper", ("zh", "en"), True, "MIT", "us", (file,), (source,))
    monkeypatch.setattr("app.cli.models.catalog.load", lambda: Catalog((model,)))
    return model


def test_list_says_what_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "list"]) == 0
    assert "not installed" in capsys.readouterr().out
    assert main(["models", "install", "tiny"]) == 0
    capsys.readouterr()
    assert main(["models", "list"]) == 0
    line = capsys.readouterr().out
    assert line.startswith("tiny  installed")
    assert "zh, en" in line
    assert "MIT" in line


def test_list_as_json_has_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {
            "id": "tiny",
            "family": "whisper",
            "languages": ["zh", "en"],
            "streaming": True,
            "size_bytes": 5000,
            "licence": "MIT",
            "installed": False,
            "hash": "known",
        }
    ]


def test_install_says_where(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "install", "tiny"]) == 0
    printed = capsys.readouterr()
    assert printed.out == f"tiny: installed in {paths.models_dir() / 'tiny'}\n"
    assert printed.err == ""


def test_verify_passes_what_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    main(["models", "install", "tiny"])
    capsys.readouterr()
    assert main(["models", "verify"]) == 0
    assert "every file is right" in capsys.readouterr().out


def test_verify_names_the_wrong_file_and_the_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    main(["models", "install", "tiny"])
    capsys.readouterr()
    path = paths.models_dir() / "tiny" / "weights.bin"
    path.write_bytes(b"W" + WEIGHTS[1:])
    assert main(["models", "verify", "tiny"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert str(path) in printed.err
    assert "cosyscribe models install tiny" in printed.err
    assert main(["models", "install", "tiny"]) == 0
    assert main(["models", "verify", "tiny"]) == 0


def test_verify_of_everything_names_a_file_that_went_missing(
    tiny: CatalogModel, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = replace(tiny, files=(*tiny.files, ModelFile("vocabulary.json", 3, "0" * 64)))
    monkeypatch.setattr("app.cli.models.catalog.load", lambda: Catalog((whole,)))
    folder = paths.models_dir() / "tiny"
    folder.mkdir(parents=True)
    (folder / "weights.bin").write_bytes(WEIGHTS)
    assert main(["models", "verify"]) == 1
    assert str(folder / "vocabulary.json") in capsys.readouterr().err


def test_verify_of_what_is_not_installed_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "verify", "tiny"]) == 1
    assert "weights.bin is missing" in capsys.readouterr().err


@pytest.mark.parametrize("action", ["install", "verify"])
def test_unknown_model_is_named(action: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", action, "huge"]) == 1
    error = capsys.readouterr().err
    assert error == "cosyscribe: there is no model huge: choose one of tiny\n"


def test_no_action_is_wrong_usage() -> None:
    with pytest.raises(SystemExit) as caught:
        main(["models"])
    assert caught.value.code == 2


def test_own_folder_is_added_and_taken_out_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sense_voice.build(tmp_path / "mine")
    assert main(["models", "add", str(tmp_path / "mine")]) == 0
    assert "--engine mine" in capsys.readouterr().out
    assert main(["models", "list"]) == 0
    assert "mine  your own" in capsys.readouterr().out
    assert main(["models", "remove", "mine"]) == 0
    assert main(["models", "remove", "mine"]) == 1
    assert "mine" in capsys.readouterr().err
    assert (tmp_path / "mine" / "model.onnx").is_file()


def test_own_punctuation_model_says_what_it_is_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    punctuation.build(tmp_path / "marks")
    assert main(["models", "add", str(tmp_path / "marks")]) == 0
    assert "sets marks where an engine writes none" in capsys.readouterr().out
    assert main(["models", "list"]) == 0
    assert "your own, sets punctuation" in capsys.readouterr().out


def test_folder_without_a_model_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["models", "add", str(tmp_path)]) == 1
    error = capsys.readouterr().err
    assert str(tmp_path) in error
    assert len(error.splitlines()) == 1


def test_engine_made_of_two_models_is_installed_by_its_name(
    tiny: CatalogModel, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = replace(tiny, model_id="other")
    monkeypatch.setattr("app.cli.models.catalog.load", lambda: Catalog((tiny, other)))
    assert main(["models", "install", "tiny+other"]) == 0
    out = capsys.readouterr().out
    assert "tiny: installed" in out
    assert "other: installed" in out
