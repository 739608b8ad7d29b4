"""What was measured, as a table for people and as JSON for programs."""

from __future__ import annotations

import json
import math
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from app.bench import text
from app.bench.live import LiveMeasurement
from app.bench.systems import Transcription
from app.bench.text import TextRow
from engine import cores, metrics


@dataclass(frozen=True, slots=True)
class SystemReport:
    """What one system did.

    Attributes:
        name: whose.
        transcription: of whole recordings.
        errors_percent: error rate by language; empty where it was not scored.
        pss_mib: proportional set size after transcribing.
        live: the same played live, where the system can.
    """

    name: str
    transcription: Transcription
    pss_mib: float
    errors_percent: Mapping[str, float] = field(default_factory=dict)
    live: LiveMeasurement | None = None

    @property
    def rtf(self) -> float:
        """Wall-clock time over audio time."""
        return self.transcription.wall_s / self.transcription.audio_s

    @property
    def cpu_rtf(self) -> float:
        """CPU time over audio time: what a busy machine changes less."""
        return self.transcription.cpu_s / self.transcription.audio_s


@dataclass(frozen=True, slots=True)
class Report:
    """A whole run.

    Attributes:
        clips: recordings measured.
        is_synthetic: read by espeak-ng, so that error rates would mean nothing.
        systems: what each did.
        text_rows: our text stages beside others', where that was asked for.
    """

    clips: int
    is_synthetic: bool
    systems: tuple[SystemReport, ...]
    text_rows: tuple[TextRow, ...] = ()


def as_json(report: Report) -> str:
    """One JSON object."""
    return json.dumps(
        {
            "machine": _machine(),
            "clips": report.clips,
            "synthetic": report.is_synthetic,
            "systems": [_system(system) for system in report.systems],
            "text": [asdict(row) for row in report.text_rows],
        },
        ensure_ascii=False,
        indent=2,
    )


def as_table(report: Report) -> str:
    """Aligned columns, one system a column."""
    machine = _machine()
    title = (
        f"{machine['processor']}, {machine['cores']} cores, load {machine['load']:.1f}; "
        f"{report.clips} {'synthetic ' * report.is_synthetic}recordings"
    )
    rows = [["", *(system.name for system in report.systems)]]
    systems = [_flat(_system(system)) for system in report.systems]
    keys = dict.fromkeys(key for system in systems for key in system if key != "name")
    rows += [[key, *(_number(system.get(key)) for system in systems)] for key in keys]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    if report.text_rows:
        lines += ["", text.table(report.text_rows)]
    return "\n".join([title, "", *lines]) + "\n"


def _system(system: SystemReport) -> dict[str, Any]:
    transcription = system.transcription
    result: dict[str, Any] = {
        "name": system.name,
        "error_percent": {k: round(v, 2) for k, v in system.errors_percent.items()},
        "rtf": round(system.rtf, 4),
        "cpu_rtf": round(system.cpu_rtf, 4),
        "load_s": round(transcription.load_s, 2),
        "pss_mib": round(system.pss_mib, 1),
    }
    if system.live is not None:
        result["live"] = {
            "cpu_rtf": round(system.live.rtf, 4),
            "first_partial_ms": _percentiles(system.live.first_partial_ms),
            "endpoint_final_ms": _percentiles(system.live.endpoint_ms),
            "release_final_ms": _percentiles(system.live.release_ms),
            "pss_mib": round(system.live.pss_mib, 1),
        }
    return result


def _percentiles(values: Sequence[float]) -> dict[str, float | None]:
    """JSON has no NaN."""
    both = {f"p{p}": metrics.percentile(values, p) for p in (50, 95)}
    return {name: None if math.isnan(v) else round(v, 1) for name, v in both.items()}


def _flat(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in values.items():
        if isinstance(value, Mapping):
            result |= _flat(value, f"{prefix}{key} ")
        else:
            result[prefix + key] = value
    return result


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"


def _machine() -> dict[str, Any]:
    return {
        "processor": metrics.processor_name(),
        "cores": len({cpu.core for cpu in cores.read_cpus()}),
        "python": platform.python_version(),
        "load": os.getloadavg()[0],
    }
