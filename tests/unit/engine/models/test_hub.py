from __future__ import annotations

import json

import pytest

from engine.errors import DownloadError, DownloadReason
from engine.models import hub
from engine.models.transfer import Cancellation
from tests.helpers.file_server import Reply, file_server

LISTING = "api/models/owner/name/tree/main?recursive=true"
ENTRIES = [
    {"type": "directory", "path": "test_wavs", "size": 0},
    {"type": "file", "path": "tokens.txt", "size": 9},
    {"type": "file", "path": "model.onnx", "size": 99, "lfs": {"oid": "ab" * 32, "size": 99}},
]


def test_files_come_with_their_addresses_lengths_and_hashes() -> None:
    with file_server() as server:
        server.serve(LISTING, Reply(json.dumps(ENTRIES).encode()))
        tokens, model = hub.list_files(server.address, "owner/name", Cancellation())
        assert tokens.urls == (f"{server.address}/owner/name/resolve/main/tokens.txt",)
    assert (tokens.size_bytes, tokens.sha256) == (9, "")
    assert (model.name, model.size_bytes, model.sha256) == ("model.onnx", 99, "ab" * 32)


@pytest.mark.parametrize("body", [b"", b"<html>", b"{}", b'[{"type": "file"}]', b"[3]"])
def test_answer_that_is_no_list_is_refused(body: bytes) -> None:
    with file_server() as server:
        server.serve(LISTING, Reply(body))
        with pytest.raises(DownloadError):
            hub.list_files(server.address, "owner/name", Cancellation())


def test_no_such_repository_is_told() -> None:
    with file_server() as server, pytest.raises(DownloadError) as caught:
        hub.list_files(server.address, "owner/name", Cancellation())
    assert caught.value.reason is DownloadReason.REFUSED
