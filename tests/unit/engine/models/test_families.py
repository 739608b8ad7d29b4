from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import ModelCorruptError, ModelMissingError, ModelUnsupportedError
from engine.models.families import Family, recognise
from tests.helpers.tiny_models import moonshine, nemo, paraformer, sense_voice, whisper, zipformer

BUILDERS: list[tuple[Family, Callable[[Path], None]]] = [
    (Family.STREAMING_PARAFORMER, paraformer.build),
    (Family.PARAFORMER, paraformer.build_offline),
    (Family.SENSE_VOICE, sense_voice.build),
    (Family.STREAMING_ZIPFORMER, zipformer.build),
    (Family.STREAMING_ZIPFORMER_CTC, zipformer.build_ctc),
    (Family.STREAMING_NEMO, nemo.build),
    (Family.STREAMING_NEMO_CTC, nemo.build_ctc),
    (Family.NEMO, nemo.build_offline),
    (Family.WHISPER, whisper.build),
    (Family.MOONSHINE, moonshine.build),
]


@pytest.mark.parametrize(("family", "build"), BUILDERS)
def test_folder_is_recognised(
    tmp_path: Path, family: Family, build: Callable[[Path], None]
) -> None:
    build(tmp_path)
    model = recognise("mine", tmp_path)
    assert model.family is family
    assert model.family.is_streaming is family.value.startswith("streaming")
    assert model.files["tokens"] == tmp_path / "tokens.txt"
    assert model.size_bytes == sum(p.stat().st_size for p in tmp_path.iterdir())


def test_release_names_with_two_sets_give_one_that_fits(tmp_path: Path) -> None:
    zipformer.build(tmp_path)
    for role in ("encoder", "decoder", "joiner"):
        content = (tmp_path / f"{role}.onnx").read_bytes()
        (tmp_path / f"{role}.onnx").unlink()
        for left in (64, 128):
            stem = f"{role}-epoch-99-avg-1-chunk-16-left-{left}"
            (tmp_path / f"{stem}.onnx").write_bytes(content)
            (tmp_path / f"{stem}.int8.onnx").write_bytes(content)
    files = recognise("mine", tmp_path).files
    assert files["encoder"].name == "encoder-epoch-99-avg-1-chunk-16-left-128.int8.onnx"
    assert files["decoder"].name == "decoder-epoch-99-avg-1-chunk-16-left-128.onnx"
    assert files["joiner"].name == "joiner-epoch-99-avg-1-chunk-16-left-128.int8.onnx"


def test_whisper_names_carry_the_size(tmp_path: Path) -> None:
    whisper.build(tmp_path)
    for path in list(tmp_path.iterdir()):
        path.rename(tmp_path / f"tiny.en-{path.name}")
    assert recognise("mine", tmp_path).family is Family.WHISPER


def test_funasr_nano_is_told_by_its_files(tmp_path: Path) -> None:
    sense_voice.build(tmp_path)
    for name in ("encoder_adaptor.int8.onnx", "llm.int8.onnx", "embedding.int8.onnx"):
        (tmp_path / name).write_bytes((tmp_path / "model.onnx").read_bytes())
    (tmp_path / "model.onnx").unlink()
    with pytest.raises(ModelMissingError):
        recognise("mine", tmp_path)
    (tmp_path / "Qwen3-0.6B").mkdir()
    for name in ("vocab.json", "merges.txt", "tokenizer.json"):
        (tmp_path / "Qwen3-0.6B" / name).write_text("{}")
    model = recognise("mine", tmp_path)
    assert model.family is Family.FUN_ASR_NANO
    assert model.files["tokenizer"] == tmp_path / "Qwen3-0.6B"


def test_ctranslate2_whisper_is_recognised(tmp_path: Path) -> None:
    for name in ("model.bin", "config.json", "tokenizer.json"):
        (tmp_path / name).touch()
    assert recognise("mine", tmp_path).family is Family.WHISPER_CT2


def test_missing_tokens_are_named(tmp_path: Path) -> None:
    sense_voice.build(tmp_path)
    (tmp_path / "tokens.txt").unlink()
    with pytest.raises(ModelMissingError) as caught:
        recognise("mine", tmp_path)
    assert caught.value.path == tmp_path / "tokens.txt"


def test_damaged_file_is_named(tmp_path: Path) -> None:
    sense_voice.build(tmp_path)
    model = tmp_path / "model.onnx"
    model.write_bytes(model.read_bytes()[:500])
    with pytest.raises(ModelCorruptError) as caught:
        recognise("mine", tmp_path)
    assert caught.value.path == model


def test_pickles_are_refused(tmp_path: Path) -> None:
    (tmp_path / "model.pt").touch()
    with pytest.raises(ModelUnsupportedError, match="run code"):
        recognise("mine", tmp_path)


def test_onnx_runtimes_own_form_is_named(tmp_path: Path) -> None:
    (tmp_path / "encoder_model.ort").touch()
    with pytest.raises(ModelUnsupportedError, match=r"\.ort"):
        recognise("mine", tmp_path)


@pytest.mark.parametrize("names", [[], ["readme.txt"]])
def test_folder_without_a_model_says_so(tmp_path: Path, names: list[str]) -> None:
    for name in names:
        (tmp_path / name).touch()
    with pytest.raises(ModelUnsupportedError):
        recognise("mine", tmp_path)


def test_onnx_of_another_kind_says_so(tmp_path: Path) -> None:
    zipformer.build(tmp_path)
    (tmp_path / "encoder.onnx").unlink()
    (tmp_path / "decoder.onnx").unlink()
    with pytest.raises(ModelUnsupportedError):
        recognise("mine", tmp_path)


def test_what_is_no_folder_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ModelUnsupportedError):
        recognise("mine", tmp_path / "file")
    with pytest.raises(ModelMissingError):
        recognise("mine", tmp_path / "nothing")
