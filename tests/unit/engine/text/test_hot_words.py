from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import hot_words
from engine.text.hot_words import (
    EXAMPLE,
    HotWord,
    HotWordFault,
    HotWordList,
    for_engines,
    read_hot_words,
)


def read(tmp_path: Path, data: str | bytes) -> HotWordList:
    path = tmp_path / "hotwords.txt"
    path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
    return read_hot_words(path)


def test_line_holds_word_weight_aliases_and_pinyin(tmp_path: Path) -> None:
    listed = read(
        tmp_path,
        "# names\n\n张伟明\r\nPython | weight=2 | pinyin=pai sen\nK8s\talias=k eights，k八s\n",
    )
    assert listed.problems == ()
    assert listed.words == (
        HotWord("张伟明"),
        HotWord("Python", 2.0, (), ("pai", "sen")),
        HotWord("K8s", 1.0, ("k eights", "k八s")),
    )


def test_missing_file_and_example_have_no_words(tmp_path: Path) -> None:
    assert read_hot_words(tmp_path / "none.txt") == HotWordList()
    assert read(tmp_path, EXAMPLE) == HotWordList()


@pytest.mark.parametrize("content", ["", "\n \n"])
def test_empty_file_is_told_in_one_sentence(tmp_path: Path, content: str) -> None:
    found = read(tmp_path, content)
    assert [problem.fault for problem in found.problems] == [HotWordFault.EMPTY]
    assert "a word a line" in str(found.problems[0])


@pytest.mark.parametrize(
    ("line", "detail"),
    [
        (b"PyTorch | wieght=2", "wieght=2 is none of weight=, alias=, pinyin="),
        (b"PyTorch | weight=much", "weight is a number from 0.1 to 10"),
        (b"PyTorch | weight=nan", "weight is a number from 0.1 to 10"),
        (b"PyTorch | weight=11", "weight is a number from 0.1 to 10"),
        (b"---", "there is no word"),
        (b"| weight=2", "there is no word"),
        (b"x" * 65, "longer than 64 characters"),
        (b"Py\x00Torch", "the word has characters that cannot be written"),
        ("派森".encode("gb18030"), "not UTF-8"),
    ],
)
def test_bad_line_is_named_and_costs_itself_only(tmp_path: Path, line: bytes, detail: str) -> None:
    listed = read(tmp_path, b"first\n" + line + b"\nlast\n")
    assert [word.text for word in listed.words] == ["first", "last"]
    assert [(problem.line, problem.detail) for problem in listed.problems] == [(2, detail)]


def test_file_in_another_encoding_gives_few_problems(tmp_path: Path) -> None:
    listed = read(tmp_path, ("派森编程\n" * 1000).encode("utf-16"))
    assert listed.words == ()
    assert len(listed.problems) <= hot_words.MOST_PROBLEMS + 1
    assert "more lines" in listed.problems[-1].detail


def test_words_beyond_the_limit_are_left_out_in_one_sentence(tmp_path: Path) -> None:
    listed = read(tmp_path, "".join(f"word{n}\n" for n in range(100_000)))
    assert len(listed.words) == hot_words.MOST_WORDS
    assert len(listed.problems) == 1
    assert f"none from line {hot_words.MOST_WORDS + 1}" in str(listed.problems[0])


def test_file_that_is_no_list_is_not_read(tmp_path: Path) -> None:
    listed = read(tmp_path, b"x" * (hot_words.MOST_BYTES + 1))
    assert listed.words == ()
    assert "larger" in listed.problems[0].detail


def test_folder_in_place_of_the_file_is_a_problem(tmp_path: Path) -> None:
    listed = read_hot_words(tmp_path)
    assert listed.words == ()
    assert str(tmp_path) in str(listed.problems[0])


@given(st.binary(max_size=400))
def test_any_bytes_are_read_without_an_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    listed = read(tmp_path_factory.mktemp("words"), data)
    assert all(word.text.strip() == word.text != "" for word in listed.words)


def test_first_of_two_lines_with_a_word_holds(tmp_path: Path) -> None:
    listed = read(tmp_path, "PyTorch | weight=3\nPyTorch\n")
    assert listed.words == (HotWord("PyTorch", 3.0),)


def test_engines_get_the_heaviest_words_with_bounded_scores() -> None:
    words = [HotWord(f"word{n}") for n in range(5_000)] + [HotWord("PyTorch", 9.0)]
    given_to = for_engines(words)
    assert given_to[0] == ("PyTorch", 3.0)
    assert given_to[1] == ("word0", 1.5)
    assert len(given_to) == 1_000
