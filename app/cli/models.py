"""List recognition models, install, check and remove them, and add folders of your own."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from app import errors
from app.assembly import read_settings
from app.cli.terminal import LiveLine
from engine import cores
from engine.asr import engines, punctuators
from engine.asr.engines import ALIASES, PAIR_MARK, PAIRS
from engine.errors import EngineError
from engine.models import catalog, free_memory, own_models, store
from engine.models.catalog import Catalog, CatalogModel
from engine.models.recommend import recommend
from engine.models.store import ModelStatus
from engine.models.transfer import OnProgress, Progress

SUMMARY = "list recognition models, install, check, remove and add them"

_STEPS = {"download": "downloading", "unpack": "unpacking", "check": "checking"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the actions."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="the models there are, and which are installed")
    listing.add_argument("--json", action="store_true", help="as a JSON list")
    install = actions.add_parser("install", help="fetch models; what is there is kept")
    install.add_argument("ids", nargs="+", metavar="ID", help="models, or engines made of them")
    install.add_argument("--mirror", default="", help="address of a folder that has the archives")
    verify = actions.add_parser("verify", help="read and hash every file of installed models")
    verify.add_argument("ids", nargs="*", metavar="ID", help="all that are installed if left out")
    remove = actions.add_parser("remove", help="delete models that were installed or added")
    remove.add_argument("ids", nargs="+", metavar="ID")
    add = actions.add_parser("add", help="use a folder with a model of your own; it stays there")
    add.add_argument("folder", type=Path)
    add.add_argument("--name", default="", help="what to call it (default: the folder's name)")


def run(args: argparse.Namespace) -> int:
    """Does one action; exit status 1 where a model could not be installed or is not right."""
    known = catalog.load()
    if args.action == "list":
        return _list(known, as_json=args.json)
    if args.action == "install":
        return _install(known, args.ids, args.mirror)
    if args.action == "remove":
        return _remove(args.ids)
    if args.action == "add":
        return _add(args.folder, args.name)
    return _verify(known, args.ids)


def _list(known: Catalog, *, as_json: bool) -> int:
    rows = store.statuses(known)
    if as_json:
        entries = [_entry(row) for row in rows]
        sys.stdout.write(json.dumps(entries, ensure_ascii=False, indent=2) + "\n")
        return 0
    width = max(len(row.model.model_id) for row in rows)
    for row in rows:
        sys.stdout.write(f"{row.model.model_id:<{width}}  {_words(row)}\n")
    for name, parts in PAIRS.items():
        sys.stdout.write(f"{name:<{width}}  {f' {PAIR_MARK} '.join(parts)}\n")
    for name in engines.installed():
        if known.get(name) is None and name not in engines.KNOWN_ENGINES:
            sys.stdout.write(f"{name:<{width}}  your own\n")
    for source in punctuators.installed():
        if not source.is_known:
            sys.stdout.write(f"{source.model_id:<{width}}  your own, sets punctuation\n")
    advice = recommend(
        read_settings().recognition.language,
        free_memory.total_bytes(),
        len({cpu.core for cpu in cores.read_cpus()}),
    )
    sys.stdout.write(f"Recommended here: {advice.engine}; {advice.sentence}.\n")
    return 0


def _words(row: ModelStatus) -> str:
    model = row.model
    state = "installed" if row.is_installed else "not installed"
    languages = ", ".join(model.languages) or "any language"
    size = f"{_megabytes(row.size_bytes)} MB" if row.size_bytes else "-"
    about = [model.credit, model.licence]
    about += [model.note] if model.note else []
    about += [] if model.has_known_hashes else ["hash noted at the first download"]
    return f"{state:<13}  {size:>7}  {languages}  ({'; '.join(about)})"


def _entry(row: ModelStatus) -> dict[str, object]:
    model = row.model
    return {
        "id": model.model_id,
        "family": model.family,
        "languages": model.languages,
        "streaming": model.streaming,
        "size_bytes": row.size_bytes,
        "licence": model.licence,
        "installed": row.is_installed,
        "hash": "known" if model.has_known_hashes else "pinned at first download",
    }


def _install(known: Catalog, ids: list[str], mirror: str) -> int:
    mirror = mirror or read_settings().models.mirror
    for model in _models_of(known, ids):
        line = LiveLine(sys.stderr)
        try:
            folder = store.Installer(
                on_progress=_shown(line, model.model_id), mirror=mirror
            ).install(model)
        finally:
            line.clear()
        sys.stdout.write(f"{model.model_id}: installed in {folder}\n")
        if not model.has_known_hashes:
            sys.stdout.write(
                f"{model.model_id}: nobody has published its hashes; what came was noted, and is"
                " held to from now on\n"
            )
    return 0


def _models_of(known: Catalog, ids: list[str]) -> list[CatalogModel]:
    """Models by their ids, a pair's name standing for both of its models."""
    names: list[str] = []
    for wanted in ids:
        name = ALIASES.get(wanted, wanted)
        names += PAIRS.get(name, name.split(PAIR_MARK))
    return [known[name] for name in dict.fromkeys(names)]


def _remove(ids: list[str]) -> int:
    for model_id in ids:
        folder = own_models.remove(model_id)
        sys.stdout.write(f"{model_id}: removed from {folder.parent}\n")
    return 0


def _add(folder: Path, name: str) -> int:
    found = own_models.add(folder, name)
    use = (
        f"use it with --engine {found.model_id}"
        if found.family.recognises
        else "it sets marks where an engine writes none"
    )
    sys.stdout.write(f"{found.model_id}: a model of the family {found.family.value}; {use}\n")
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
