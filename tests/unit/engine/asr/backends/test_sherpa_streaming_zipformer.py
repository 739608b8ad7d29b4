from __future__ import annotations

from pathlib import Path

import pytest

from engine.asr import loading
from engine.asr.backends.options import LoadOptions
from engine.models.families import recognise
from tests.helpers.speech import loud
from tests.helpers.tiny_models import zipformer
from tests.helpers.tiny_models.graph import write_tokens

SPEECH = loud(1.0)


def transcript(folder: Path, *hotwords: tuple[str, float]) -> str:
    model = loading.load(recognise("tiny", folder), LoadOptions(hotwords=hotwords), is_trial=True)
    backend = model.backend("auto")
    backend.accept(SPEECH)
    return backend.finish(len(SPEECH)).text


def test_hot_word_is_heard_where_it_was_not(tmp_path: Path) -> None:
    zipformer.build(tmp_path)
    # One that the beam holds: the boost chooses among what it has, and brings nothing into it.
    assert transcript(tmp_path, ("错", 5.0)).count("错") > transcript(tmp_path).count("错")


@pytest.mark.parametrize("word", ["龘", "a/b", "x:y", "", "今/天", "ß"])
def test_word_that_the_vocabulary_cannot_spell_is_left_out(tmp_path: Path, word: str) -> None:
    zipformer.build(tmp_path)
    assert transcript(tmp_path, (word, 20.0)) == transcript(tmp_path)


def test_capitals_become_small_letters(tmp_path: Path) -> None:
    zipformer.build(tmp_path)
    capitals = [t if t.startswith("<") else t.upper() for t in zipformer.TOKENS]
    only_english = [
        t if t.isascii() or t.startswith("▁") else f"▁W{i}" for i, t in enumerate(capitals)
    ]
    write_tokens(tmp_path / "tokens.txt", only_english)
    text = transcript(tmp_path)
    assert text
    assert text == text.lower()


def test_words_with_times_are_written_as_the_text_is(tmp_path: Path) -> None:
    zipformer.build(tmp_path)
    capitals = [t if t.startswith("<") else f"▁W{i}" for i, t in enumerate(zipformer.TOKENS)]
    write_tokens(tmp_path / "tokens.txt", [*capitals[:-1], "ING"])
    model = loading.load(recognise("tiny", tmp_path), LoadOptions(), is_trial=True)
    backend = model.backend("auto")
    backend.accept(loud(1.0))
    final = backend.finish(16_000)
    assert final.words
    assert " ".join(word.text for word in final.words) == final.text
