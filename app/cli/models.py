"""List recognition models, install them, and check the files of those that are installed."""

from __future__ import annotations

import argparse
import json
import sys

from app import errors
from app.cli.terminal import LiveLine
from engine.errors import EngineError
from engine.models import catalog, store
from engine.models.catalog import Catalog
from engine.models.store import ModelStatus
from engine.models.transfer import OnProgress, Progress

SUMMARY = "list, install and verify recognition models"

_STEPS = {"download": "downloading", "unpack": "unpacking", "check": "checking"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the actions."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="the models there are, and which are installed")
    listing.add_argument("--json", action="store_true", help="as a JSON list")
    install = actions.add_parser("install", help="fetch models; what is there is kept")
    install.add_argument("ids", nargs="+", metavar="ID")
    verify = actions.add_parser("verify", help="read and hash every file of installed models")
    verify.add_argument("ids", nargs="*", metavar="ID", help="all that are installed if left out")


def run(args: argparse.Namespace) -> int:
    """Does one action; exit status 1 where a model could not be installed or is not right."""
    known = catalog.load()
    if args.action == "list":
        return _list(known, as_json=args.json)
    if args.action == "install":
        return _install(known, args.ids)
    return _verify(known, args.ids)


def _list(known: Catalog, *, as_json: bool) -> int:
    rows = store.statuses(known)
    if as_json:
        entries = [_entry(row) for row in rows]
        sys.stdout.write(json.dumps(entries, ensure_ascii=False, indent=2) + "\n")
        return 0
    width = max(len(row.model.model_id) for row in rows)
    for row in rows:
        state = "installed" if row.is_installed else "not installed"
        languages = ", ".join(row.model.languages) or "any language"
        size = f"{_megabytes(row.model.size_bytes)} MB"
        line = f"{row.model.model_id:<{width}}  {state:<13}  {size:>7}  {languages}"
        sys.stdout.write(f"{line}  ({row.model.credit}; {row.model.licence})\n")
    return 0


def _entry(row: ModelStatus) -> dict[str, object]:
    model = row.model
    return {
        "id": model.model_id,
        "family": model.family,
        "languages": model.languages,
        "streaming": model.streaming,
        "size_bytes": model.size_bytes,
        "licence": model.licence,
        "installed": row.is_installed,
        "hash": "known",
    }


def _install(known: Catalog, ids: list[str]) -> int:
    for model in [known[model_id] for model_id in ids]:
        line = LiveLine(sys.stderr)
        try:
            folder = store.Installer(on_progress=_shown(line, model.model_id)).install(model)
        finally:
            line.clear()
        sys.stdout.write(f"{model.model_id}: installed in {folder}\n")
    return 0


def _verify(known: Catalog, ids: list[str]) -> int:
    status = 0
    wanted = [known[i] for i in ids] or [m for m in known.models if store.locate_any(m)]
    for model in wanted:
        line = LiveLine(sys.stderr)
        try:
            folder = store.verify(model, _shown(line, model.model_id))
        except EngineError as error:
            line.clear()
            sys.stderr.write(f"cosyscribe: {errors.present(error)}\n")
            status = 1
        else:
            line.clear()
            sys.stdout.write(f"{model.model_id}: every file is right, in {folder}\n")
    return status


def _shown(line: LiveLine, model_id: str) -> OnProgress:
    """Shows progress on a terminal."""

    def show(progress: Progress) -> None:
        text = f"{model_id}: {_STEPS[progress.step]} {_megabytes(progress.done_bytes)}"
        if progress.total_bytes:
            share = 100 * progress.done_bytes // progress.total_bytes
            text += f" of {_megabytes(progress.total_bytes)} MB, {share} %"
        if progress.bytes_per_second and progress.seconds_left is not None:
            text += f", {_megabytes(progress.bytes_per_second)} MB/s"
            text += f", {progress.seconds_left:.0f} s left"
        line.show(text)

    return show


def _megabytes(count: float) -> str:
    return f"{count / 1e6:.0f}"
