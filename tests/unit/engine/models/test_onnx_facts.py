from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.models import onnx_facts
from engine.models.onnx_facts import OnnxFormatError, Tensor
from tests.helpers.tiny_models import zipformer


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("zipformer")
    zipformer.build(folder)
    return folder / "encoder.onnx"


def test_metadata_and_signature_are_read(encoder: Path) -> None:
    facts = onnx_facts.read(encoder)
    assert facts.metadata["model_type"] == "zipformer2"
    assert facts.metadata["decode_chunk_len"] == "32"
    assert facts.inputs[0] == Tensor("x", (None, 45, 80))
    assert len(facts.inputs) == len(facts.outputs) == 9


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "Git LFS"),
        (b"<!DOCTYPE html><html></html>", "another format"),
        (b"\x00" * 100, "another format"),
        (b"\x08\x08", "no ONNX model"),
        (b"\x08" + b"\xff" * 20, "another format"),
        (b"\x3a\xff\xff\xff\xff\x0f", "cut off"),
    ],
)
def test_other_files_are_told_apart(tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(content)
    with pytest.raises(OnnxFormatError, match=words):
        onnx_facts.read(file)


def test_too_much_metadata_is_refused(
    encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(onnx_facts, "_MAX_METADATA_BYTES", 50)
    with pytest.raises(OnnxFormatError):
        onnx_facts.read(encoder)


@settings(deadline=None, max_examples=200)
@given(share=st.floats(0, 0.999))
def test_every_cut_is_noticed_or_harmless(
    encoder: Path, tmp_path_factory: pytest.TempPathFactory, share: float
) -> None:
    whole = encoder.read_bytes()
    file = tmp_path_factory.mktemp("cut") / "model.onnx"
    file.write_bytes(whole[: int(len(whole) * share)])
    try:
        facts = onnx_facts.read(file)
    except OnnxFormatError:
        return
    assert set(facts.metadata) < set(onnx_facts.read(encoder).metadata)


@settings(deadline=None, max_examples=300)
@given(data=st.data())
def test_any_damage_is_an_error_or_other_facts(
    encoder: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = bytearray(encoder.read_bytes())
    for _ in range(data.draw(st.integers(1, 8))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    file = tmp_path_factory.mktemp("damaged") / "model.onnx"
    file.write_bytes(content)
    with contextlib.suppress(OnnxFormatError):
        onnx_facts.read(file)
