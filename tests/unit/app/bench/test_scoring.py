from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from app.bench import scoring
from app.bench.corpus import Clip

EN = Clip(Path("en.wav"), "en", "go forward ten meters")
LONG = Clip(Path("long.wav"), "en", "one two", is_plain=False)
ZH = Clip(Path("zh.wav"), "zh", "九点上课")


def rate(said: list[str], heard: list[str]) -> float:
    """Share of places that differ; enough of a stand-in where lengths are equal."""
    pairs = list(zip("".join(said), "".join(heard), strict=True))
    return sum(a != b for a, b in pairs) / len(pairs)


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    numerals = SimpleNamespace(transform=lambda text, _: text.replace("9", "九"))
    monkeypatch.setattr(scoring, "import_module", lambda name: numerals)
    monkeypatch.setattr(scoring, "_tools", lambda: (str.lower, rate, rate))


def test_rates_are_by_language_and_plain_english_stands_apart(tools: None) -> None:
    texts = {EN: "Go forward ten meters", LONG: "one twx", ZH: "9点上客"}
    errors = scoring.error_percents([EN, LONG, ZH], texts)
    assert set(errors) == {"en", "en_plain", "zh"}
    assert errors["en_plain"] == 0
    assert errors["en"] > 0
    assert errors["zh"] == 25


def test_chinese_is_compared_as_simplified_letters(tools: None) -> None:
    assert scoring.plain_chinese("Ｈello，臺灣、9點！") == "hello台湾九点"


def test_telephone_numbers_are_read_digit_by_digit(tools: None) -> None:
    assert scoring.plain_chinese("1380000") == "一三八零零零零"


def test_what_scoring_needs_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(scoring, "import_module", missing)
    scoring._tools.cache_clear()
    with pytest.raises(scoring.ScoringUnavailableError):
        scoring.error_percents([EN], {EN: ""})
    with pytest.raises(scoring.ScoringUnavailableError):
        scoring.plain_chinese("你好")
