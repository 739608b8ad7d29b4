from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import InvalidTextError
from engine.text.normalize import STAGES, Normalizer, TextConfig


def normalizer(*stages: str, spacing: str = "latin", language: str = "auto") -> Normalizer:
    return Normalizer(TextConfig(language=language, stages=frozenset(stages), spacing=spacing))


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("我花了三百二十块", "我花了320块"),
        ("二零二五年十月九日", "2025年10月9日"),
        ("大概七八个人", "大概七八个人"),
        ("我们一起走一下十字路口", "我们一起走一下十字路口"),
    ],
)
def test_writes_chinese_numbers(spoken: str, written: str) -> None:
    assert normalizer("itn").normalize(spoken).text == written


def test_a_lone_surrogate_is_an_error_with_its_place() -> None:
    with pytest.raises(InvalidTextError) as caught:
        normalizer("itn").normalize("三百\ud800")
    assert caught.value.position == 2


def test_bytes_that_are_not_utf8_are_an_error_with_their_place() -> None:
    with pytest.raises(InvalidTextError) as caught:
        normalizer(*STAGES).normalize("三".encode() + b"\xe4\xb8")
    assert caught.value.position == 3


def test_rules_are_read_again_when_they_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s = 100.0
    monkeypatch.setattr("engine.text.normalize.time.monotonic", lambda: now_s)
    path = tmp_path / "rules.toml"
    text = Normalizer(TextConfig(stages=frozenset({"rules"}), rules_file=path))
    assert text.normalize("派森").text == "派森"
    path.write_text('[[rule]]\nfind = "派森"\nreplace = "Python"\n[[rule]]\npattern = "("\n')
    now_s += 1
    assert text.normalize("派森").text == "Python"
    assert [problem.line for problem in text.problems] == [4]
