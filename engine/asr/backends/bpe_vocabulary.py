"""How a vocabulary spells: its letters, and the pieces that hot words are cut into."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from engine import paths
from engine.models import sentence_pieces
from engine.models.families import ModelFolder


def is_upper_case(vocabulary: Sequence[str]) -> bool:
    """Whether English comes out in capitals, as from models trained on LibriSpeech."""
    letters = "".join(t for t in vocabulary if t.isascii() and not t.startswith(("<", "#")))
    return letters.upper() == letters and any("A" <= c <= "Z" for c in letters)


def units(model: ModelFolder, vocabulary: Sequence[str]) -> tuple[str, str]:
    """Modelling unit and the file of pieces, for sherpa-onnx's encoder of hot words.

    That encoder wants the pieces as text; a release has them as a SentencePiece model.
    """
    if "bpe_model" not in model.files:
        return "cjkchar", ""
    has_han = any("\u4e00" <= token[:1] <= "\u9fff" for token in vocabulary)
    return "cjkchar+bpe" if has_han else "bpe", str(_as_text(model.files["bpe_model"]))


def _as_text(bpe_model: Path) -> Path:
    content = bpe_model.read_bytes()
    name = hashlib.sha256(content).hexdigest()[:32]
    place = paths.cache_dir() / f"{name}.vocab"
    if not place.is_file():
        pieces = sentence_pieces.read(content)
        text = "".join(f"{piece}\t{score}\n" for piece, score in pieces)
        place.parent.mkdir(parents=True, exist_ok=True)
        unfinished = place.with_suffix(".part")
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(place)
    return place
