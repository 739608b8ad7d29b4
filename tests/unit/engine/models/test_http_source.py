from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.errors import DownloadReason
from engine.models.http_source import Patience, Resume, SourceError, opened
from engine.models.transfer import Cancellation
from tests.helpers.file_server import FileServer, Reply, file_server

BODY = b"0123456789" * 100


@pytest.fixture
def server() -> Iterator[FileServer]:
    with file_server() as files:
        yield files


def ask(url: str, resume: Resume = Resume()) -> tuple[int, int | None, str, bytes]:  # noqa: B008
    with opened(url, resume, Cancellation(), Patience(stall_s=0.2)) as answer:
        return answer.start_bytes, answer.total_bytes, answer.etag, b"".join(answer.blocks())


def test_whole_file_is_answered_with_length_and_tag(server: FileServer) -> None:
    url = server.serve("m", Reply(BODY, etag='"1"'))
    assert ask(url) == (0, len(BODY), '"1"', BODY)


def test_weak_tag_is_no_validator(server: FileServer) -> None:
    assert ask(server.serve("m", Reply(BODY, etag='W/"1"')))[2] == ""


def test_rest_is_answered_from_where_it_was_asked(server: FileServer) -> None:
    url = server.serve("m", Reply(BODY, etag='"1"'))
    assert ask(url, Resume(990, '"1"')) == (990, len(BODY), '"1"', BODY[990:])
    assert ask(url, Resume(990, '"other"'))[0] == 0


@pytest.mark.parametrize(
    ("reply", "reason", "status"),
    [
        (Reply(status=404), DownloadReason.REFUSED, 404),
        (Reply(BODY, content_type="text/html"), DownloadReason.WRONG_BYTES, 0),
        (Reply(BODY, stall_after=5), DownloadReason.STALLED, 0),
    ],
)
def test_failures_carry_their_reason(
    server: FileServer, reply: Reply, reason: DownloadReason, status: int
) -> None:
    with pytest.raises(SourceError) as caught:
        ask(server.serve("m", reply))
    assert (caught.value.reason, caught.value.status) == (reason, status)


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://localhost/m", "no address", "http://"]
)
def test_only_the_web_is_asked(url: str) -> None:
    with pytest.raises(SourceError) as caught:
        ask(url)
    assert caught.value.reason is DownloadReason.NO_NETWORK
