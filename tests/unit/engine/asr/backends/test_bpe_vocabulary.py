from __future__ import annotations

from pathlib import Path

import pytest

from engine.asr.backends.bpe_vocabulary import is_upper_case, units
from engine.models.families import ModelFolder, recognise
from tests.helpers.tiny_models import zipformer
from tests.unit.engine.models.test_sentence_pieces import piece


@pytest.mark.parametrize(
    ("vocabulary", "answer"),
    [
        (["<blk>", "▁THE", "S"], True),
        (["<blk>", "▁The", "S", "s"], False),
        (["<blk>", "你", "好"], False),
        (["<blk>", "你", "▁OK", "OK"], True),
    ],
)
def test_capital_vocabularies_are_told(vocabulary: list[str], answer: bool) -> None:
    assert is_upper_case(vocabulary) is answer


def with_pieces(folder: Path) -> ModelFolder:
    zipformer.build(folder)
    (folder / "bpe.model").write_bytes(piece("▁hello", -1.5) + piece("ing", -2.0))
    return recognise("tiny", folder)


def test_pieces_are_written_as_text_once(tmp_path: Path) -> None:
    model = with_pieces(tmp_path)
    unit, file = units(model, ["你", "▁hello"])
    assert unit == "cjkchar+bpe"
    assert Path(file).read_text(encoding="utf-8") == "▁hello\t-1.5\ning\t-2.0\n"
    written = Path(file).stat().st_mtime_ns
    assert units(model, ["▁hello"]) == ("bpe", file)
    assert Path(file).stat().st_mtime_ns == written


def test_without_pieces_words_are_cut_into_characters(tmp_path: Path) -> None:
    zipformer.build(tmp_path)
    assert units(recognise("tiny", tmp_path), ["你"]) == ("cjkchar", "")
