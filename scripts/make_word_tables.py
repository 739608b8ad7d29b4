#!/usr/bin/env python3
"""Writes resources/words/: what hot-word correction knows of sounds and of common words.

Run once, with jieba, opencc, pypinyin and symspellpy installed; the results are committed.

pinyin.tsv  syllable without its tone (v for ü), tab, the characters that are read so; a line
            "=" holds pairs of a Traditional character and its Simplified one
zh.tsv      cost, tab, words of one to four characters, separated by spaces
en.tsv      the same for English

A cost is -ln of the share that a word has of all words, in steps of a half. The rarest words are
left out: a name that nobody knows is what a recogniser gets wrong.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from opencc import OpenCC
from pypinyin.constants import PINYIN_DICT
from pypinyin.contrib.tone_convert import to_normal

TARGET = Path(__file__).resolve().parent.parent / "resources" / "words"
FIRST_HAN, LAST_HAN = 0x4E00, 0x9FFF
MOST_READINGS = 2
RAREST_ZH = 5
LONGEST_ZH = 4
CANTONESE = "嘅咗喺哋嚟冇唔咁啲嘢睇佢係乜噉咩喇㗎啱揾攞瞓嗰咪啩囉喎"
CANTONESE_COUNT = 60_000  # jieba's dictionary knows written Mandarin only
NUMERALS = frozenset(
    "零〇一二三四五六七八九十百千万亿"
)  # written as digits before words are sought


def readings(code: int) -> list[str]:
    """The commonest first, as pypinyin has them."""
    found: list[str] = []
    for reading in PINYIN_DICT.get(code, "").split(","):
        syllable = to_normal(reading, v_to_u=False).replace("ü", "v").replace("ê", "e")
        if syllable.isascii() and syllable and syllable not in found:
            found.append(syllable)
    return found[:MOST_READINGS]


def pinyin_lines() -> Iterable[str]:
    characters: dict[str, list[str]] = defaultdict(list)
    pairs = []
    convert = OpenCC("t2s").convert
    for code in range(FIRST_HAN, LAST_HAN + 1):
        for syllable in readings(code):
            characters[syllable].append(chr(code))
        simplified = convert(chr(code))
        if simplified != chr(code) and len(simplified) == 1:
            pairs.append(chr(code) + simplified)
    for syllable in sorted(characters):
        yield syllable + "\t" + "".join(characters[syllable])
    yield "=\t" + "".join(pairs)


def cost_lines(counts: dict[str, int], total: int) -> Iterable[str]:
    by_cost: dict[float, list[str]] = defaultdict(list)
    for word, count in counts.items():
        by_cost[round(-math.log(count / total) * 2) / 2].append(word)
    for cost in sorted(by_cost):
        yield f"{cost}\t" + " ".join(sorted(by_cost[cost]))


def chinese() -> Iterable[str]:
    lines = files("jieba").joinpath("dict.txt").read_text(encoding="utf-8").splitlines()
    every = [(word, int(count)) for word, count, _ in (line.split(" ") for line in lines)]
    total = sum(count for _, count in every)
    kept = {
        word: count
        for word, count in every
        if len(word) <= LONGEST_ZH
        and count >= RAREST_ZH
        and (len(word) == 1 or not NUMERALS.issuperset(word))
        and all(FIRST_HAN <= ord(character) <= LAST_HAN for character in word)
    }
    kept |= dict.fromkeys(CANTONESE, CANTONESE_COUNT)
    return cost_lines(kept, total)


def english() -> Iterable[str]:
    source = files("symspellpy").joinpath("frequency_dictionary_en_82_765.txt")
    lines = source.read_text(encoding="utf-8-sig").splitlines()
    every = [(word, int(count)) for word, count in (line.split() for line in lines)]
    total = sum(count for _, count in every)
    return cost_lines({word: count for word, count in every if word.isascii()}, total)


def main() -> None:
    TARGET.mkdir(exist_ok=True)
    for name, lines in (("pinyin", pinyin_lines()), ("zh", chinese()), ("en", english())):
        (TARGET / f"{name}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
