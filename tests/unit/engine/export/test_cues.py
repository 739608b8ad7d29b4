from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.export.cues import LINE_COLUMNS, columns, cut
from tests.helpers.segments import final, transcript

LONG_ENGLISH = (
    "It was the best of times, it was the worst of times, it was the age of wisdom, "
    "it was the age of foolishness, it was the epoch of belief."
)


def test_short_segment_is_one_cue_with_its_own_times() -> None:
    (cue,) = cut(transcript(final("Hello.", 1.0, 2.0)))
    assert (cue.start_s, cue.end_s, cue.lines) == (1.0, 2.0, ("Hello.",))


def test_long_segment_is_cut_after_a_clause() -> None:
    cues = cut(transcript(final(LONG_ENGLISH, 0.0, 10.0)))
    assert len(cues) > 1
    assert all(cue.lines[-1][-1] in ",." for cue in cues)


def test_han_is_cut_without_spaces_and_a_mark_never_begins_a_line() -> None:
    text = "今天天气很好我们一起去公园散步吧然后再去吃饭好不好呀你说呢，" * 3
    for cue in cut(transcript(final(text, 0.0, 10.0))):
        for line in cue.lines:
            assert columns(line) <= LINE_COLUMNS
            assert line[0] != "，"


def test_han_takes_two_columns_and_a_combining_mark_none() -> None:
    assert columns("你a") == 3
    assert columns("e\u0301") == 1


@given(st.text(alphabet="ab ,.。，你好\n", max_size=400))
def test_nothing_is_lost_and_times_only_rise(text: str) -> None:
    cues = cut(transcript(final(text, 1.0, 9.0)))
    written = "".join("".join(cue.lines) for cue in cues)
    assert "".join(written.split()) == "".join(text.split())
    times = [t for cue in cues for t in (cue.start_s, cue.end_s)]
    assert times == sorted(times)
    assert all(1.0 <= t <= 9.0 + 1e-9 for t in times)
    assert all(1 <= len(cue.lines) <= 2 for cue in cues)
