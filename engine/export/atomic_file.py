"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from engine.errors import OutputFileError


def check_writable(path: Path, *, force: bool) -> None:
    """Refuses early what ``write_text`` would refuse after the work is done.

    Raises:
        OutputFileError: the file exists and is not to be replaced, or its folder is not there.
    """
    if path.is_dir():
        raise OutputFileError(path, "is a folder")
    if path.exists() and _is_regular(path) and not force:
        raise OutputFileError(path, "already exists", exists=True)
    if not path.parent.is_dir():
        raise OutputFileError(path, "the folder does not exist")
    if not os.access(path.parent, os.W_OK):
        raise OutputFileError(path, "the folder cannot be written to")


def write_text(path: Path, text: str, *, force: bool = False) -> None:
    """Writes UTF-8 to a temporary file beside the target, then renames it.

    A pipe or device is written to directly; a link's target is replaced, not the link.

    Args:
        path: where to.
        text: what.
        force: replace a file that is there; its permissions are kept.

    Raises:
        OutputFileError: nothing was written; what stood there before still does.
    """
    check_writable(path, force=force)
    content = text.encode("utf-8")
    try:
        if path.exists() and not _is_regular(path):
            path.write_bytes(content)
            return
        _replace(path.resolve(), content, force=force)
    except FileExistsError as error:
        raise OutputFileError(path, "already exists", exists=True) from error
    except OSError as error:
        raise OutputFileError(path, error.strerror or str(error)) from error


def _is_regular(path: Path) -> bool:
    return stat.S_ISREG(path.stat().st_mode)


def _replace(path: Path, content: bytes, *, force: bool) -> None:
    # Not tempfile: its files are private, and a result should have the user's usual permissions.
    temporary = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.part")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if force and path.exists():
                os.fchmod(file.fileno(), stat.S_IMODE(path.stat().st_mode))
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if force:
            temporary.replace(path)
        else:
            _rename_to_new(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _rename_to_new(temporary: Path, path: Path) -> None:
    """Renames without replacing what may have appeared there meanwhile."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links: the check of a moment ago must do
        temporary.replace(path)
