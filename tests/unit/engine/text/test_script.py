from __future__ import annotations

import pytest

from engine.text.script import converter


@pytest.mark.parametrize(
    ("script", "written"),
    [("simplified", "这个软件 ok"), ("traditional", "這個軟件 ok"), ("as-is", "這个軟件 ok")],
)
def test_writes_chinese_in_one_script(script: str, written: str) -> None:
    assert converter(script)("這个軟件 ok") == written


def test_conversion_is_idempotent() -> None:
    convert = converter("simplified")
    once = convert("頭髮發現後來皇后")
    assert convert(once) == once == "头发发现后来皇后"
