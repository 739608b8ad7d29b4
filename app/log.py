"""Named loggers, on stderr. What was said is never logged."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from datetime import datetime, timezone
from pathlib import Path

from platformdirs import PlatformDirs

NAMES = ("capture", "engine", "asr", "ui", "output")


def set_up() -> None:
    """Sends warnings to stderr; ``COSYSCRIBE_LOG=debug`` (or info) sends more."""
    level = os.environ.get("COSYSCRIBE_LOG", "warning").upper()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("cosyscribe: %(name)s: %(message)s"))
    known = level in ("DEBUG", "INFO", "WARNING", "ERROR")
    logging.basicConfig(level=level if known else "WARNING", handlers=[handler])


def write_report(error: BaseException) -> Path | None:
    """Keeps the traceback of a mistake of ours in a file the user can send.

    Returns:
        Where it is; None where it could not be written.
    """
    folder = Path(PlatformDirs("cosyscribe", appauthor=False).user_state_dir)
    stamp = datetime.now(timezone.utc).strftime("%Y%m%d-%H%M%S")
    path = folder / f"report-{stamp}.txt"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    except OSError:
        return None
    return path
