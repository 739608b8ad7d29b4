from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.asr.chinese_marks import closed, marked

TEXT = st.text(alphabet="你好吗呢不是什么知道 ,.?!，。ab19", max_size=20)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("二手房营业税免征 期限也由五年 缩减为两年", "二手房营业税免征，期限也由五年，缩减为两年"),
        ("几天来,人们说", "几天来，人们说"),
        ("今年3月公布了SA,MOS,UNG", "今年3月公布了SA,MOS,UNG"),
        ("第3.5节", "第3.5节"),
        ("我用 Python 写", "我用 Python 写"),
        ("真的? 好!", "真的？好！"),
        ("打开www.example.com", "打开www.example.com"),
        ("hello, world", "hello, world"),
    ],
)
def test_marks_beside_han_are_written_in_full(text: str, written: str) -> None:
    assert marked(text) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("今天天气不错", "今天天气不错。"),
        ("今天天气不错。", "今天天气不错。"),
        ("你吃饭了吗", "你吃饭了吗？"),
        ("这是为什么呢", "这是为什么呢？"),
        ("我在家里呢", "我在家里呢。"),
        ("你是不是忘了", "你是不是忘了？"),
        ("我不知道他是不是忘了", "我不知道他是不是忘了。"),
        ("事情没有那么简单", "事情没有那么简单。"),
        ("他说的是什么", "他说的是什么。"),
        ("你好", "你好"),
        ("电话是13889079702", "电话是13889079702"),
        ("我们用的是Python", "我们用的是Python"),
        ("", ""),
    ],
)
def test_finals_end_as_sentences_do(text: str, written: str) -> None:
    assert closed(text) == written


@given(TEXT)
def test_no_word_is_changed(text: str) -> None:
    for stage in (marked, closed):
        kept = [c for c in stage(text) if c.isalnum()]
        assert kept == [c for c in text if c.isalnum()]


@given(TEXT)
def test_twice_changes_nothing(text: str) -> None:
    for stage in (marked, closed):
        assert stage(stage(text)) == stage(text)
