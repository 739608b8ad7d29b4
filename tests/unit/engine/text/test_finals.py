from __future__ import annotations

from pathlib import Path

import pytest

from engine.settings import TextSettings
from engine.text.finals import FinalTextStages
from engine.types import EditKind, Hypothesis, Word


@pytest.fixture
def stages(private_home: Path) -> FinalTextStages:
    return FinalTextStages(TextSettings(), "simplified")


def test_writes_a_final(stages: FinalTextStages) -> None:
    final = stages(Hypothesis("我買了三十二個蘋果", language="zh"))
    assert final.text == "我买了32个苹果"
    assert final.edits == ()


def test_what_was_said_before_a_command_is_taken_back_at_once(stages: FinalTextStages) -> None:
    final = stages(Hypothesis("We meet at ten. It rains scratch that", language="en"))
    assert final.text == "We meet at 10."
    assert final.edits == ()


def test_a_command_alone_is_left_for_earlier_segments(stages: FinalTextStages) -> None:
    final = stages(Hypothesis("撤销。", language="zh"))
    assert final.text == ""
    assert final.edits == (EditKind.UNDO,)


def test_japanese_number_words_stay(stages: FinalTextStages) -> None:
    assert stages(Hypothesis("三百二十円", language="ja")).text == "三百二十円"


def test_words_keep_their_times_through_a_rewriting(stages: FinalTextStages) -> None:
    words = (
        Word("room", 0.0, 0.3, 0.9),
        Word("four", 0.3, 0.5, 0.8),
        Word("oh", 0.5, 0.6, 0.6),
        Word("four", 0.6, 0.9, 0.7),
        Word("please", 0.9, 1.2, None),
    )
    final = stages(Hypothesis("room four oh four please", language="en", words=words))
    assert final.text == "Room 404 please"
    assert [(w.text, w.start_s, w.end_s) for w in final.words] == [
        ("Room", 0.0, 0.3),
        ("404", 0.3, 0.9),
        ("please", 0.9, 1.2),
    ]
    assert final.words[1].confidence == pytest.approx(0.7)


def test_switched_off_stages_leave_the_text(private_home: Path) -> None:
    off = TextSettings(numbers=False, punctuation=False, layout=False, capitals=False)
    spoken = "room four oh four comma 你好"
    assert FinalTextStages(off, "as-is")(Hypothesis(spoken, language="en")).text == spoken


def test_a_final_without_word_times_has_none(stages: FinalTextStages) -> None:
    assert stages(Hypothesis("It rains", language="en")).words == ()
