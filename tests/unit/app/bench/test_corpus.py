from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
import soundfile

from app.bench import corpus
from app.bench.corpus import Clip
from app.errors import UsageError
from engine.errors import AudioFileError


def test_a_manifest_names_clips_beside_it(tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.tsv"
    manifest.write_text(
        "path\tlanguage\treference\tnote\n"
        'a.wav\ten\tsay "hello"\tread\n'
        "b.wav\tzh\t你好\tSPONTANEOUS\n",
        encoding="utf-8",
    )
    assert corpus.read_manifest(manifest) == (
        Clip(tmp_path / "a.wav", "en", 'say "hello"'),
        Clip(tmp_path / "b.wav", "zh", "你好", is_plain=False),
    )


def test_a_manifest_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(AudioFileError):
        corpus.read_manifest(tmp_path / "missing.tsv")
    (tmp_path / "other.tsv").write_text("a\tb\n1\t2\n")
    with pytest.raises(UsageError, match="language, path, reference"):
        corpus.read_manifest(tmp_path / "other.tsv")


def test_a_clip_is_read_whole(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", np.zeros(24_000, np.int16), 16_000)
    assert len(Clip(tmp_path / "a.wav", "en", "").samples()) == 24_000


def test_a_sample_is_spread_over_plain_clips_of_each_language() -> None:
    clips = tuple(Clip(Path(f"{n}.wav"), "en" if n < 8 else "zh", "") for n in range(10))
    long = Clip(Path("long.wav"), "en", "", is_plain=False)
    chosen = corpus.sample((*clips, long), 4)
    assert [clip.path.stem for clip in chosen] == ["0", "2", "4", "6", "8", "9"]


def test_without_espeak_the_user_is_told_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(UsageError, match="apt install espeak-ng"):
        corpus.synthesise(tmp_path)


def test_espeak_reads_english_and_chinese(tmp_path: Path) -> None:
    clips = corpus.synthesise(tmp_path)
    assert {clip.language for clip in clips} == {"en", "zh"}
    assert all(len(clip.samples()) > 16_000 for clip in clips)
