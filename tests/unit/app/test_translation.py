from __future__ import annotations

import pytest

from app.translation import choose


@pytest.mark.parametrize(
    ("languages", "expected"),
    [
        (["zh-Hans-CN", "zh-CN", "zh"], "zh_CN"),
        (["zh_CN", "en"], "zh_CN"),
        (["zh-Hans-SG"], "zh_CN"),
        (["zh"], "zh_CN"),
        (["en-US", "zh-CN"], ""),
        (["de-DE", "zh-CN", "en"], "zh_CN"),
        (["de-DE", "en", "zh-CN"], ""),
        (["zh-Hant-TW", "zh-TW"], ""),
        (["zh-HK", "zh-CN"], "zh_CN"),
        (["C"], ""),
        ([], ""),
    ],
)
def test_first_language_we_speak_wins(languages: list[str], expected: str) -> None:
    assert choose(languages) == expected
