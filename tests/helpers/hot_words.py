"""Hot words, and what a recogniser may write for them: made up from parts, the same each time.

Chinese: other characters for the same sound, and for sounds that are easily taken for it (zh z,
n l, ing in), drawn by how common they are. English: other spellings of the same sounds, a word
cut in two, a consonant taken for its neighbour. Nothing here looks at how the correction works.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engine.paths import resources_dir

SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘田董袁于余叶蒋杜苏魏"
    "程吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱方侯邹熊孟秦白江阎薛尹段雷黎史龙陶贺顾毛郝龚"
    "邵万覃武钱戚严莫孔向常汤康易乔赖文庞樊兰殷施洪翟安颜倪牛温芦季俞章鲁葛伍申尤毕聂柴焦齐梅庄"
    "辛管祝左涂谷祁时舒耿卜路詹关苗凌费纪靳盛童欧甄项曲成游阳裴席卫查屈鲍位覃霍翁隋甘景薄单包司"
    "柏宁柯阮桂闵"
)
GIVEN = (
    "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰荣梅建国志文海燕云飞鹏浩宇轩子涵欣怡梓"
    "晨思远嘉琪雨桐诗佳慧俊凯博睿泽楷昊天翔晓峰雪莹倩琳瑶颖婷璐菲蕾薇岚馨悦妍钰锦程瑞霖皓钧煜炜"
    "彬斌栋梁坤振邦彦廷弘毅骁骏骋"
)
_TERMS = Path(__file__).with_name("hot_word_terms.txt").read_text(encoding="utf-8").split()
ZH_TERMS = [term for term in _TERMS if not term.isascii()]
EN_TERMS = [term for term in _TERMS if term.isascii()]
ZH_CARRIERS = (
    "我想问一下{}的情况",
    "请把{}写进报告里",
    "昨天{}的事情大家都知道了",
    "他说{}很重要，我们再讨论",
    "关于{}我们下周再说",
    "这个项目用了{}，效果不错",
    "你认识{}吗",
    "{}是这次会议的主题",
    "今天上午和{}见了面",
    "先介绍一下{}",
)
EN_CARRIERS = (
    "I think {} is what we need here",
    "please send the notes about {} to the team",
    "we talked with {} yesterday",
    "{} came up again in the meeting",
    "the question is whether {} can help",
    "can you look at {} this afternoon",
    "it was written by {} last year",
    "there is a problem with {} and the new release",
)

_INITIALS = (("zh", "z"), ("ch", "c"), ("sh", "s"), ("n", "l"))
_FINALS = (("ang", "an"), ("eng", "en"), ("ing", "in"))
_EN_SPELLINGS = [
    tuple(pair.split(">"))
    for pair in [
        "ph>f",
        "ck>k",
        "c>k",
        "k>c",
        "z>s",
        "y>i",
        "i>e",
        "e>i",
        "a>e",
        "o>u",
        "u>o",
        "ei>ay",
        "ks>x",
        "x>ks",
        "tt>t",
        "ll>l",
        "nn>n",
        "oo>u",
        "ee>ea",
        "v>b",
        "d>t",
        "g>k",
        "m>n",
        "s>z",
        "w>v",
        "j>g",
        "f>ph",
        "qu>kw",
        "th>t",
        "l>ll",
    ]
]


@dataclass(frozen=True, slots=True)
class Planted:
    """A sentence with a word in it, as spoken and as a recogniser may have written it."""

    word: str
    said: str
    heard: str


def names(count: int, seed: int = 1) -> list[str]:
    """Chinese names of three characters, and one in five of two."""
    rng = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        given = rng.choice(GIVEN) + (rng.choice(GIVEN) if rng.random() < 0.8 else "")
        found[rng.choice(SURNAMES) + given] = None
    return list(found)


def five_thousand() -> list[str]:
    """Terms, then names."""
    return [*ZH_TERMS, *EN_TERMS, *names(5000 - len(ZH_TERMS) - len(EN_TERMS))]


def plant(words: Sequence[str], each: int, seed: int = 2) -> list[Planted]:
    """Sentences in which each word was misheard; ``each`` of every word."""
    rng = random.Random(seed)
    planted = []
    for word in words:
        is_latin = word.isascii()
        mishear: Callable[[str, random.Random], str] = misspell if is_latin else sound_alike
        for _ in range(each):
            carrier = rng.choice(EN_CARRIERS if is_latin else ZH_CARRIERS)
            heard = mishear(word, rng)
            planted.append(Planted(word, carrier.format(word), carrier.format(heard)))
    return planted


def sound_alike(word: str, rng: random.Random) -> str:
    """At least one character by another of the same sound, or of one easily taken for it."""
    while True:
        heard = ""
        for character in word:
            chance = rng.random()
            if chance < 0.35:
                heard += character
                continue
            syllable = rng.choice(_syllables_of()[character])
            heard += _draw(_fuzzy(syllable, rng) if chance > 0.8 else syllable, character, rng)
        if heard != word:
            return heard


def misspell(word: str, rng: random.Random) -> str:
    """One to three spellings changed, half of them in small letters, one in four cut in two."""
    while True:
        heard = word.lower()
        for _ in range(rng.randint(1, 3)):
            old, new = rng.choice(_EN_SPELLINGS)
            places = [at for at in range(1, len(heard)) if heard.startswith(old, at)]
            if places:
                at = rng.choice(places)
                heard = heard[:at] + new + heard[at + len(old) :]
        if heard == word.lower():
            continue
        if len(heard) > 7 and rng.random() < 0.25:
            cut = rng.randint(3, len(heard) - 3)
            heard = heard[:cut] + " " + heard[cut:]
        return heard if rng.random() < 0.5 else heard.capitalize()


@lru_cache(maxsize=1)
def _characters_of() -> dict[str, str]:
    lines = (resources_dir() / "words" / "pinyin.tsv").read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("\t") for line in lines[:-1])
    return {syllable: characters for syllable, _, characters in pairs}


@lru_cache(maxsize=1)
def _syllables_of() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for syllable, characters in _characters_of().items():
        for character in characters:
            found[character].append(syllable)
    return found


@lru_cache(maxsize=1)
def _shares() -> dict[str, float]:
    """How common single characters are."""
    lines = (resources_dir() / "words" / "zh.tsv").read_text(encoding="utf-8").splitlines()
    return {
        word: 2.718 ** -float(cost)
        for cost, words in (line.split("\t") for line in lines)
        for word in words.split(" ")
        if len(word) == 1
    }


def _draw(syllable: str, character: str, rng: random.Random) -> str:
    shares = _shares()
    others = [other for other in _characters_of()[syllable] if other in shares]
    if not others:
        return character
    # A recogniser's language model flattens the shares: it weighs the neighbours too.
    return rng.choices(others, [shares[other] ** 0.5 for other in others])[0]


def _fuzzy(syllable: str, rng: random.Random) -> str:
    swaps = []
    for long, short in _INITIALS:
        if syllable.startswith(long):
            swaps.append(short + syllable[len(long) :])
        elif syllable.startswith(short):
            swaps.append(long + syllable[len(short) :])
    for long, short in _FINALS:
        if syllable.endswith(long):
            swaps.append(syllable.removesuffix(long) + short)
        elif syllable.endswith(short):
            swaps.append(syllable.removesuffix(short) + long)
    known = [swap for swap in swaps if swap in _characters_of()]
    return rng.choice(known) if known else syllable
