from __future__ import annotations

import json
from dataclasses import replace

from engine.export.json_document import render
from engine.types import Word
from tests.helpers.segments import final, transcript


def test_document_holds_text_times_and_origin() -> None:
    document = json.loads(render(transcript(final("你好", 0.5, 1.25))))
    assert document == {
        "source": "talk.wav",
        "engine": "whisper-base",
        "duration": 12.346,
        "text": "你好",
        "segments": [
            {"start": 0.5, "end": 1.25, "text": "你好", "language": "zh", "confidence": 0.877}
        ],
    }


def test_words_are_there_where_the_engine_gives_them() -> None:
    segment = replace(final("hi"), words=(Word("hi", 0.1, 0.4, None),))
    words = json.loads(render(transcript(segment)))["segments"][0]["words"]
    assert words == [{"text": "hi", "start": 0.1, "end": 0.4, "confidence": None}]


def test_han_is_readable_in_the_file() -> None:
    assert "你好" in render(transcript(final("你好")))
