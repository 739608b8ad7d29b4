from __future__ import annotations

import hashlib
import os
import shutil
import socket
import threading
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import DownloadError, DownloadReason
from engine.models import download as module
from engine.models.download import Downloader, RemoteFile
from engine.models.http_source import Patience
from engine.models.transfer import Cancellation, Progress
from tests.helpers.file_server import FileServer, Reply, file_server

BODY = bytes(range(256)) * 4096  # 1 MiB
HASH = hashlib.sha256(BODY).hexdigest()
OTHER = bytes(len(BODY))
QUICK = Patience(connect_s=5.0, stall_s=0.2, floor_bytes=1)


@pytest.fixture
def server() -> Iterator[FileServer]:
    with file_server() as files:
        yield files


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


def fetch(urls: list[str], target: Path, *, size: int | None = None, sha256: str = HASH) -> str:
    file = RemoteFile("model", tuple(urls), size, sha256)
    return Downloader(patience=QUICK).fetch(file, target)


def left_over(target: Path) -> list[str]:
    return sorted(p.name for p in target.parent.iterdir() if p != target)


def test_file_arrives_whole_and_nothing_else_is_left(server: FileServer, tmp_path: Path) -> None:
    target = tmp_path / "a" / "model.onnx"
    url = server.serve("m", Reply(BODY))
    assert fetch([url], target, size=len(BODY)) == HASH
    assert target.read_bytes() == BODY
    assert left_over(target) == []


def test_name_appears_only_when_the_hash_is_right(server: FileServer, tmp_path: Path) -> None:
    target = tmp_path / "model.onnx"
    with pytest.raises(DownloadError) as caught:
        fetch([server.serve("m", Reply(OTHER))], target)
    assert caught.value.reason is DownloadReason.WRONG_BYTES
    assert list(tmp_path.iterdir()) == []


def test_broken_line_is_resumed_where_it_broke(server: FileServer, tmp_path: Path) -> None:
    target = tmp_path / "model.onnx"
    url = server.serve("m", Reply(BODY, break_after=300_000), Reply(BODY))
    fetch([url], target, size=len(BODY))
    assert target.read_bytes() == BODY
    assert [asked for _, asked in server.requests] == ["", "bytes=300000-"]


def test_later_attempt_resumes_what_an_earlier_one_left(server: FileServer, tmp_path: Path) -> None:
    target = tmp_path / "model.onnx"
    url = server.serve("m", Reply(BODY, break_after=300_000), Reply(status=503))
    with pytest.raises(DownloadError) as caught:
        fetch([url], target)
    assert caught.value.reason is DownloadReason.REFUSED
    fetch([server.serve("m", Reply(BODY))], target)
    assert server.requests[-1] == ("m", "bytes=300000-")


def test_without_a_hash_a_changed_file_is_begun_anew(server: FileServer, tmp_path: Path) -> None:
    target = tmp_path / "model.onnx"
    url = server.serve("m", Reply(OTHER, '"1"', break_after=1000), Reply(BODY, '"2"'))
    fetch([url], target, sha256="")
    assert target.read_bytes() == BODY


def test_without_hash_or_tag_nothing_is_resumed(server: FileServer, tmp_path: Path) -> None:
    target = tmp_path / "model.onnx"
    url = server.serve("m", Reply(OTHER, 'W/"1"', break_after=1000), Reply(BODY))
    fetch([url], target, sha256="")
    assert target.read_bytes() == BODY
    assert server.requests[-1] == ("m", "")


def test_server_without_ranges_starts_over(server: FileServer, tmp_path: Path) -> None:
    target = tmp_path / "model.onnx"
    url = server.serve("m", Reply(BODY, break_after=1000, ranges=False), Reply(BODY, ranges=False))
    fetch([url], target)
    assert target.read_bytes() == BODY


def test_spoilt_part_is_thrown_away_once_and_fetched_anew(
    server: FileServer, tmp_path: Path
) -> None:
    target = tmp_path / "model.onnx"
    (tmp_path / "model.onnx.part").write_bytes(b"x" * 5000)
    fetch([server.serve("m", Reply(BODY))], target)
    assert target.read_bytes() == BODY


def test_part_longer_than_the_file_is_thrown_away(server: FileServer, tmp_path: Path) -> None:
    target = tmp_path / "model.onnx"
    (tmp_path / "model.onnx.part").write_bytes(BODY + b"more")
    fetch([server.serve("m", Reply(BODY))], target)
    assert target.read_bytes() == BODY


def test_stalled_source_gives_way_to_the_next_which_goes_on(
    server: FileServer, tmp_path: Path
) -> None:
    target = tmp_path / "model.onnx"
    first = server.serve("slow", Reply(BODY, stall_after=200_000))
    second = server.serve("good", Reply(BODY))
    fetch([first, second], target, size=len(BODY))
    assert target.read_bytes() == BODY
    assert server.requests == [("slow", ""), ("good", "bytes=200000-")]


@pytest.mark.parametrize(
    "bad",
    [
        Reply(status=404),
        Reply(status=500),
        Reply(OTHER),
        Reply(BODY, claim_length=len(BODY) + 10),
        Reply(BODY, claim_length=len(BODY) - 10),
        Reply(BODY + b"more"),
        Reply(BODY + b"more", claim_length=-1),
        Reply(BODY, content_type="text/html"),
    ],
    ids=["404", "500", "wrong-bytes", "long", "short", "bigger", "no-length", "login-page"],
)
def test_bad_source_gives_way_to_the_next(bad: Reply, server: FileServer, tmp_path: Path) -> None:
    target = tmp_path / "model.onnx"
    fetch([server.serve("bad", bad), server.serve("good", Reply(BODY))], target, size=len(BODY))
    assert target.read_bytes() == BODY


def test_length_that_lies_fails_with_its_reason(server: FileServer, tmp_path: Path) -> None:
    target = tmp_path / "model.onnx"
    with pytest.raises(DownloadError) as caught:
        fetch([server.serve("m", Reply(BODY + b"more"))], target, size=len(BODY))
    assert caught.value.reason is DownloadReason.WRONG_LENGTH
    assert not target.exists()


def test_redirects_are_followed_but_not_in_a_circle(server: FileServer, tmp_path: Path) -> None:
    target = tmp_path / "model.onnx"
    there = server.serve("there", Reply(BODY))
    fetch([server.serve("here", Reply(redirect=there))], target)
    assert target.read_bytes() == BODY
    circle = server.serve("circle", Reply(redirect=f"{server.address}/circle"))
    with pytest.raises(DownloadError) as caught:
        fetch([circle], tmp_path / "other")
    assert caught.value.reason is DownloadReason.REFUSED


def test_redirect_to_a_local_file_is_not_followed(server: FileServer, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(BODY)
    with pytest.raises(DownloadError):
        fetch([server.serve("m", Reply(redirect=secret.as_uri()))], tmp_path / "model.onnx")


def test_no_network_says_so(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    with pytest.raises(DownloadError) as caught:
        fetch([f"http://127.0.0.1:{port}/m", "http://does-not-exist.invalid/m"], tmp_path / "m")
    assert caught.value.reason is DownloadReason.NO_NETWORK
    assert "does-not-exist.invalid" in caught.value.detail


def test_proxy_of_the_environment_is_used(
    server: FileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a proxy is asked for the whole address; this server knows it by that name
    monkeypatch.setenv("http_proxy", server.address)
    monkeypatch.delenv("no_proxy", raising=False)
    server.serve("http://models.invalid/m", Reply(BODY))
    fetch(["http://models.invalid/m"], tmp_path / "m")
    assert (tmp_path / "m").read_bytes() == BODY


def test_full_disk_is_noticed_before_the_first_byte(
    server: FileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage(0, 0, module.SPARE_BYTES + 10))
    with pytest.raises(DownloadError) as caught:
        fetch([server.serve("m", Reply(BODY))], tmp_path / "m")
    assert caught.value.reason is DownloadReason.NO_SPACE
    assert caught.value.needed_bytes == len(BODY)


def test_disk_that_fills_up_is_no_fault_of_the_source(
    server: FileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = tmp_path / "m.part"
    full.symlink_to("/dev/full")
    monkeypatch.setattr(os, "truncate", lambda *_: None)
    with pytest.raises(DownloadError) as caught:
        fetch([server.serve("m", Reply(BODY)), server.serve("n", Reply(BODY))], tmp_path / "m")
    assert caught.value.reason is DownloadReason.NO_SPACE
    assert [path for path, _ in server.requests] == ["m"]


def test_place_that_is_no_folder_cannot_be_written(server: FileServer, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DownloadError) as caught:
        fetch([server.serve("m", Reply(BODY))], tmp_path / "file" / "m")
    assert caught.value.reason is DownloadReason.CANNOT_WRITE


def test_cancel_ends_a_silent_transfer_at_once_and_keeps_the_part(
    server: FileServer, tmp_path: Path
) -> None:
    url = server.serve("m", Reply(BODY, stall_after=100_000))
    cancellation = Cancellation()
    arrived = threading.Event()
    downloader = Downloader(cancellation, lambda _p: arrived.set(), Patience(stall_s=60))
    caught: list[DownloadError] = []

    def run() -> None:
        try:
            downloader.fetch(RemoteFile("model", (url,), len(BODY), HASH), tmp_path / "m")
        except DownloadError as error:
            caught.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    assert server.stalled.wait(10)
    assert arrived.wait(10)
    cancellation.cancel()
    thread.join(10)
    assert not thread.is_alive()
    assert caught[0].reason is DownloadReason.CANCELLED
    assert 0 < (tmp_path / "m.part").stat().st_size <= 100_000


def test_progress_counts_what_was_there_before(server: FileServer, tmp_path: Path) -> None:
    (tmp_path / "m.part").write_bytes(BODY[:500_000])
    seen: list[Progress] = []
    file = RemoteFile("model", (server.serve("m", Reply(BODY)),), len(BODY), HASH)
    Downloader(on_progress=seen.append, patience=QUICK).fetch(file, tmp_path / "m")
    done = [p.done_bytes for p in seen]
    assert done == sorted(done)
    assert done[0] > 500_000
    assert seen[-1].done_bytes == seen[-1].total_bytes == len(BODY)
    assert seen[-1].source == "127.0.0.1"
