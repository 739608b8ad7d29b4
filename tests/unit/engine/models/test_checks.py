from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import onnx
import pytest

from engine.errors import ModelCorruptError, ModelTooLargeError
from engine.models.checks import check, check_memory
from engine.models.families import Family, recognise
from tests.helpers.tiny_models import paraformer, punctuation, sense_voice, whisper, zipformer
from tests.unit.engine.models.test_families import BUILDERS


def edit(path: Path, **changes: str | None) -> None:
    """Sets metadata of a model file; None takes it away."""
    model = onnx.load(str(path))
    kept = {entry.key: entry.value for entry in model.metadata_props} | changes
    del model.metadata_props[:]
    for key, value in kept.items():
        if value is not None:
            model.metadata_props.add(key=key, value=value)
    onnx.save(model, str(path))


def refused(folder: Path) -> ModelCorruptError:
    with pytest.raises(ModelCorruptError) as caught:
        check(recognise("mine", folder))
    return caught.value


@pytest.mark.parametrize(("family", "build"), BUILDERS)
def test_sound_model_passes(tmp_path: Path, family: Family, build: Callable[[Path], None]) -> None:
    build(tmp_path)
    check(recognise("mine", tmp_path))


@pytest.mark.parametrize("value", [None, "", "-1", "x", "99999999"])
@pytest.mark.parametrize("key", ["vocab_size", "lfr_window_size", "lang_zh"])
def test_missing_or_senseless_number_is_named(tmp_path: Path, key: str, value: str | None) -> None:
    sense_voice.build(tmp_path)
    edit(tmp_path / "model.onnx", **{key: value})
    error = refused(tmp_path)
    assert error.path == tmp_path / "model.onnx"
    assert key in error.detail


@pytest.mark.parametrize("value", [None, "1,2,x", "1,2", "-4"])
def test_zipformer_lists_must_fit_together(tmp_path: Path, value: str | None) -> None:
    zipformer.build(tmp_path)
    edit(tmp_path / "encoder.onnx", num_heads=value)
    assert refused(tmp_path).path == tmp_path / "encoder.onnx"


def test_metadata_must_fit_the_inputs(tmp_path: Path) -> None:
    zipformer.build(tmp_path)
    edit(tmp_path / "encoder.onnx", num_encoder_layers="2")
    assert refused(tmp_path).path == tmp_path / "encoder.onnx"


@pytest.mark.parametrize("value", ["1.0,2.0", "", "nan?"])
def test_normalisation_must_have_a_number_for_each_feature(tmp_path: Path, value: str) -> None:
    paraformer.build(tmp_path)
    edit(tmp_path / "encoder.onnx", neg_mean=value)
    assert "neg_mean" in refused(tmp_path).detail


def test_swapped_files_are_noticed(tmp_path: Path) -> None:
    zipformer.build(tmp_path)
    joiner, decoder = tmp_path / "joiner.onnx", tmp_path / "decoder.onnx"
    edit(joiner, vocab_size="23", context_size="2")
    joiner.rename(tmp_path / "x")
    decoder.rename(joiner)
    (tmp_path / "x").rename(decoder)
    assert "another file is in its place" in refused(tmp_path).detail


def test_whisper_languages_must_fit_their_tokens(tmp_path: Path) -> None:
    whisper.build(tmp_path)
    edit(tmp_path / "encoder.onnx", all_language_codes="en")
    assert "languages" in refused(tmp_path).detail


@pytest.mark.parametrize("build", [sense_voice.build, zipformer.build, zipformer.build_ctc])
@pytest.mark.parametrize("change", [-1, 1])
def test_tokens_of_another_model_are_noticed(
    tmp_path: Path, build: Callable[[Path], None], change: int
) -> None:
    build(tmp_path)
    tokens = tmp_path / "tokens.txt"
    lines = tokens.read_text(encoding="utf-8").splitlines()
    lines = lines[:-1] if change < 0 else [*lines, f"more {len(lines)}"]
    tokens.write_text("\n".join(lines), encoding="utf-8")
    error = refused(tmp_path)
    assert error.path == tokens
    assert "different models" in error.detail


def test_symbols_of_a_decoder_graph_are_no_tokens_too_many(tmp_path: Path) -> None:
    zipformer.build(tmp_path)
    tokens = tmp_path / "tokens.txt"
    text = tokens.read_text(encoding="utf-8")
    tokens.write_text(text + f"#0 {len(zipformer.TOKENS)}\n", encoding="utf-8")
    check(recognise("mine", tmp_path))


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe\x00", b"token without number\n", b"a 0\nb 0\n", b"a 0\nb 2\n", b"a -1\n"],
)
def test_file_that_is_no_list_of_tokens_is_named(tmp_path: Path, content: bytes) -> None:
    sense_voice.build(tmp_path)
    (tmp_path / "tokens.txt").write_bytes(content)
    assert refused(tmp_path).path == tmp_path / "tokens.txt"


@pytest.mark.parametrize("build", [punctuation.build, punctuation.build_online])
def test_sound_punctuation_model_passes(tmp_path: Path, build: Callable[[Path], None]) -> None:
    build(tmp_path)
    check(recognise("mine", tmp_path))


@pytest.mark.parametrize(
    "changes",
    [
        {"tokens": None},
        {"tokens": "a|b"},
        {"vocab_size": "3"},
        {"unk_symbol": None},
        {"unk_symbol": "nowhere"},
        {"punctuations": "，|。|？|、|_|"[:-4]},
        {"punctuations": "_|，|。|？|、"},  # one mark fewer than the output has
    ],
)
def test_punctuation_tables_must_fit(tmp_path: Path, changes: dict[str, str | None]) -> None:
    punctuation.build(tmp_path)
    edit(tmp_path / "model.onnx", **changes)
    assert refused(tmp_path).path == tmp_path / "model.onnx"


@pytest.mark.parametrize("changes", [{"CAP": None}, {"PERIOD": "3"}, {"MIX_CASE": "x"}])
def test_numbers_that_the_runtime_has_fixed_must_be_so(
    tmp_path: Path, changes: dict[str, str | None]
) -> None:
    punctuation.build_online(tmp_path)
    edit(tmp_path / "model.onnx", **changes)
    assert refused(tmp_path).path == tmp_path / "model.onnx"


@pytest.mark.parametrize("build", [punctuation.build, punctuation.build_online])
@pytest.mark.parametrize("last", ["free", 0, 1000])
def test_scores_of_no_known_length_are_refused(
    tmp_path: Path, build: Callable[[Path], None], last: str | int
) -> None:
    build(tmp_path)
    model = onnx.load(str(tmp_path / "model.onnx"))
    dimension = model.graph.output[-1].type.tensor_type.shape.dim[-1]
    if isinstance(last, str):
        dimension.dim_param = last
    else:
        dimension.dim_value = last
    onnx.save(model, str(tmp_path / "model.onnx"))
    assert "other outputs" in refused(tmp_path).detail


@pytest.mark.parametrize("content", [b"", b"\xff\t0\n", b"a\t0\nb\n", b"a\t0\nb\t0\n", b"a\tb\n"])
def test_file_that_is_no_list_of_pieces_is_named(tmp_path: Path, content: bytes) -> None:
    punctuation.build_online(tmp_path)
    (tmp_path / "bpe.vocab").write_bytes(content)
    assert refused(tmp_path).path == tmp_path / "bpe.vocab"


def test_model_larger_than_the_memory_is_refused() -> None:
    check_memory("mine", 100, 100)
    with pytest.raises(ModelTooLargeError) as caught:
        check_memory("mine", 101, 100)
    assert (caught.value.needed_bytes, caught.value.available_bytes) == (101, 100)
