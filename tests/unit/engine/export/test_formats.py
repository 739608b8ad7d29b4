from __future__ import annotations

from engine.export.formats import FORMATS
from tests.helpers.segments import final, transcript


def test_plain_text_is_the_usual_one() -> None:
    assert next(iter(FORMATS)) == "txt"


def test_every_format_writes_the_words() -> None:
    for export_format in FORMATS.values():
        assert "你好" in export_format.render(transcript(final("你好")))
        assert export_format.suffix == f".{export_format.format_id}"
