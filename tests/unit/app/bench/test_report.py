from __future__ import annotations

import json

from app.bench import report
from app.bench.live import LiveMeasurement
from app.bench.report import Report, SystemReport
from app.bench.systems import Transcription
from app.bench.text import TextRow

TRANSCRIPTION = Transcription(("hello",), audio_s=10.0, wall_s=2.0, cpu_s=1.0, load_s=0.5)
OURS = SystemReport(
    "ours",
    TRANSCRIPTION,
    250.0,
    {"en_plain": 2.691},
    LiveMeasurement(10.0, 3.0, (500.0, 700.0), (), (250.0,), 400.0),
)
PEER = SystemReport("peer", TRANSCRIPTION, 300.0)
ROW = TextRow("cosyscribe", "zh", 3, 33.3, 66.7, 1.3, 2.0)


def test_json_holds_every_figure() -> None:
    read = json.loads(report.as_json(Report(1, False, (OURS, PEER), (ROW,))))
    ours, peer = read["systems"]
    assert ours["rtf"] == 0.2
    assert ours["cpu_rtf"] == 0.1
    assert ours["error_percent"] == {"en_plain": 2.69}
    assert ours["live"]["first_partial_ms"] == {"p50": 500.0, "p95": 700.0}
    assert ours["live"]["endpoint_final_ms"] == {"p50": None, "p95": None}
    assert "live" not in peer
    assert read["text"][0]["strict"] == 33.3
    assert read["machine"]["cores"] >= 1


def test_the_table_has_a_column_for_each_system() -> None:
    lines = report.as_table(Report(8, True, (OURS, PEER), (ROW,))).splitlines()
    assert "8 synthetic recordings" in lines[0]
    assert lines[2].split() == ["ours", "peer"]
    assert ["rtf", "0.2", "0.2"] in [line.split() for line in lines]
    assert any(line.split()[-2:] == ["700", "-"] for line in lines)
    assert lines[-1].startswith("| cosyscribe | zh |")
