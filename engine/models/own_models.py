"""Models that the user brought, and taking models away."""

from __future__ import annotations

import shutil
from pathlib import Path

from engine import paths
from engine.errors import ModelMissingError, ModelUnsupportedError
from engine.models import checks, families
from engine.models.families import ModelFolder
from engine.models.guarded import alone, write_errors


def remove(model_id: str) -> Path:
    """Takes a model out of the user's folder; one that was only pointed at stays where it is.

    Raises:
        ModelMissingError: it is not in the user's folder.
        ModelBusyError: another process is installing it.
        DownloadError: it cannot be removed.
    """
    folder = paths.models_dir() / model_id
    is_plain = Path(model_id).name == model_id != "" and not model_id.startswith(".")
    if not is_plain or not (folder.is_symlink() or folder.is_dir()):
        raise ModelMissingError(model_id, folder)
    with write_errors(model_id):
        if folder.is_symlink():
            folder.unlink()
            return folder
        with alone(model_id, folder):
            # Out of the way in one step, so that a removal cut short leaves no half of a model.
            gone = folder.with_name(f".{model_id}.removed")
            shutil.rmtree(gone, ignore_errors=True)
            folder.replace(gone)
            shutil.rmtree(gone)
    return folder


def add(folder: Path, name: str = "") -> ModelFolder:
    """Makes a folder the user brought known by a name; its files stay where they are.

    Raises:
        ModelMissingError: there is no such folder, or a file is missing in it.
        ModelUnsupportedError: nothing here can run what is in it, or the name is taken.
        ModelCorruptError: a file in it is damaged.
        DownloadError: the user's folder of models cannot be written.
    """
    folder = folder.expanduser().resolve()
    name = name or folder.name
    found = families.recognise(name, folder)
    checks.check(found)
    place = paths.models_dir() / name
    if "/" in name or name.startswith(".") or (place.exists() and place.resolve() != folder):
        raise ModelUnsupportedError(folder, f"the name {name} is taken, give another")
    with write_errors(name):
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists():
            place.unlink(missing_ok=True)  # points nowhere any more
            place.symlink_to(folder, target_is_directory=True)
    return found
