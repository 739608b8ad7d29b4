from __future__ import annotations

from pathlib import Path

import pytest

from app.bench import text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "zh.tsv").write_text(
        "spoken\twritten\tcategory\tsource\talso\tpeer_written\n"
        "我有三百块\t我有300块\tx\tx\t\t\n"
        "上午八点半\t上午8:30\tx\tx\t上午8点半\t\n"
        "一共四个\t4个\tx\tx\t\t\n",
        encoding="utf-8",
    )
    return tmp_path


def test_scores_ours_strictly_and_leniently(folder: Path) -> None:
    row = next(r for r in text.measure(folder, quick=True) if r.system == "cosyscribe")
    assert (row.cases, row.n) == ("zh", 3)
    assert row.strict == pytest.approx(100 / 3)
    assert row.lenient == pytest.approx(200 / 3)
    assert 0 < row.median_us <= row.p999_us


def test_a_peer_that_is_missing_is_left_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(text, "import_module", missing)
    assert {row.system for row in text.measure(folder, quick=True)} == {"cosyscribe"}


def test_a_peer_that_lacks_the_language_is_left_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Peer:
        @staticmethod
        def alpha2digit(spoken: str, lang: str) -> str:
            return spoken

        @staticmethod
        def transform(spoken: str, method: str) -> str:
            return spoken.replace("三百", "300")

    def only(name: str) -> object:
        if name == "wetext":
            raise ImportError(name)
        return Peer

    monkeypatch.setattr(text, "import_module", only)
    rows = {row.system: row for row in text.measure(folder, quick=True)}
    assert set(rows) == {"cosyscribe", "cn2an"}
    assert rows["cn2an"].strict == pytest.approx(100 / 3)


def test_rows_are_a_markdown_table() -> None:
    row = text.TextRow("cosyscribe", "zh", 3, 50.0, 75.0, 2.25, 9.0)
    assert text.table([row]).splitlines()[-1] == (
        "| cosyscribe | zh | 3 | 50.0 | 75.0 | 2.2 | 9.0 |"
    )
