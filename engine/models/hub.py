"""Lists the files of a repository on Hugging Face, or on a server that answers as it does.

https://huggingface.co/docs/hub/api: ``/api/models/REPO/tree/main`` gives one object a file, with
its length, and the sha256 of large ones.
"""

from __future__ import annotations

import json
from typing import Any

from engine.errors import DownloadError, DownloadReason
from engine.models.download import RemoteFile
from engine.models.http_source import Patience, Resume, SourceError, opened
from engine.models.transfer import Cancellation

_MOST_BYTES = 4 * 1024 * 1024


def list_files(host: str, repository: str, cancellation: Cancellation) -> tuple[RemoteFile, ...]:
    """What a repository holds, with where to get it.

    Args:
        host: address of the server, without a slash at its end.
        repository: ``owner/name``.
        cancellation: stops it from another thread.

    Raises:
        DownloadError: no answer, or one that makes no sense.
    """
    address = f"{host}/api/models/{repository}/tree/main?recursive=true"
    try:
        entries = json.loads(_body(address, cancellation))
        if not isinstance(entries, list):
            raise TypeError("not a list")
        return tuple(
            RemoteFile(
                entry["path"],
                (f"{host}/{repository}/resolve/main/{entry['path']}",),
                int(entry["size"]),
                _sha256(entry),
            )
            for entry in entries
            if entry["type"] == "file"
        )
    except SourceError as error:
        raise DownloadError(repository, error.reason, error.detail) from error
    except (ValueError, KeyError, TypeError) as error:
        detail = f"{host}: not a list of files"
        raise DownloadError(repository, DownloadReason.WRONG_BYTES, detail) from error


def _sha256(entry: dict[str, Any]) -> str:
    large = entry.get("lfs") or {}
    return str(large.get("oid", "")).removeprefix("sha256:")


def _body(address: str, cancellation: Cancellation) -> bytes:
    body = bytearray()
    with opened(address, Resume(), cancellation, Patience()) as answer:
        for block in answer.blocks():
            body += block
            if len(body) > _MOST_BYTES:
                raise SourceError(DownloadReason.WRONG_LENGTH, f"{answer.host}: sends too much")
    return bytes(body)
