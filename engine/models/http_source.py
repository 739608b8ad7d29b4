"""One HTTP answer: opened with range and validator, read with a limit on silence.

The standard library's client is used, not a package: it does what is needed here (proxy from the
environment, redirects, system certificates) and brings nothing along.
"""

from __future__ import annotations

import contextlib
import http.client
import re
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any
from urllib.parse import urlsplit

from engine.errors import DownloadReason
from engine.models.transfer import Cancellation

_READ_BYTES = 256 * 1024
_CONTENT_RANGE = re.compile(r"bytes (\d+)-(\d+)/(\d+|\*)$")


class SourceError(Exception):
    """This source failed; another may not.

    Attributes:
        reason: what kind of failure.
        detail: the host, and what it did.
        status: HTTP status of a refusal, else 0.
    """

    def __init__(self, reason: DownloadReason, detail: str, status: int = 0) -> None:
        super().__init__(f"{reason.value}: {detail}")
        self.reason = reason
        self.detail = detail
        self.status = status


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a source may be slow before the next one is asked.

    Attributes:
        connect_s: to connect, and to answer the request.
        stall_s: without a byte, or with fewer than ``floor_bytes`` in all.
        floor_bytes: a trickle below this in ``stall_s`` counts as a stall too.
    """

    connect_s: float = 10.0
    stall_s: float = 20.0
    floor_bytes: int = 20 * 1024


@dataclass(frozen=True, slots=True)
class Resume:
    """Where to go on, and the validator that says it is still the same file.

    Attributes:
        offset_bytes: bytes held already.
        etag: strong entity tag they came with; empty where the hash will tell.
    """

    offset_bytes: int = 0
    etag: str = ""


class Answer:
    """An open response.

    Attributes:
        start_bytes: position of the first byte that will be read; 0 where the server began anew.
        total_bytes: length of the whole file, or None where the server does not say.
        etag: strong entity tag, or empty.
        host: the host that answered, after redirects.
    """

    def __init__(self, response: http.client.HTTPResponse, patience: Patience) -> None:
        self._response = response
        self._patience = patience
        self.host = urlsplit(response.url).hostname or ""
        tag = response.headers.get("ETag", "")
        self.etag = "" if tag.startswith("W/") else tag
        self.start_bytes, self.total_bytes = _extent(response)

    def blocks(self) -> Iterator[bytes]:
        """The body, block after block.

        Raises:
            SourceError: the source stalled or broke off.
        """
        window_start, window_bytes = time.monotonic(), 0
        while True:
            block = self._read()
            if not block:
                return
            yield block
            window_bytes += len(block)
            if time.monotonic() - window_start >= self._patience.stall_s:
                if window_bytes < self._patience.floor_bytes:
                    raise SourceError(DownloadReason.STALLED, f"{self.host}: too slow")
                window_start, window_bytes = time.monotonic(), 0

    def _read(self) -> bytes:
        try:
            return self._response.read1(_READ_BYTES)
        except TimeoutError as error:
            raise SourceError(DownloadReason.STALLED, self.host) from error
        except (OSError, http.client.HTTPException) as error:
            raise SourceError(DownloadReason.BROKEN_OFF, f"{self.host}: {error}") from error


@contextlib.contextmanager
def opened(
    url: str, resume: Resume, cancellation: Cancellation, patience: Patience
) -> Iterator[Answer]:
    """Asks for a file, or for the rest of it.

    Raises:
        SourceError: no connection, a refusal, or an answer that is no file.
    """
    try:
        with _respond(url, resume, cancellation, patience) as response:
            yield Answer(response, patience)
    finally:
        cancellation.unwatch()


def _respond(
    url: str, resume: Resume, cancellation: Cancellation, patience: Patience
) -> http.client.HTTPResponse:
    """The server's answer, redirects followed.

    Raises:
        SourceError: no connection, or a refusal.
    """
    host = _host(url)
    try:
        request = urllib.request.Request(url, headers=_headers(resume))  # noqa: S310  # _opener
        opener = _opener(cancellation, patience)
        response: http.client.HTTPResponse = opener.open(request, timeout=patience.connect_s)
    except urllib.error.HTTPError as error:
        error.close()
        detail = f"{host}: {error.code} {error.reason}"
        raise SourceError(DownloadReason.REFUSED, detail, error.code) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        # URLError is an OSError around the real one; ValueError: not an address at all
        reason = getattr(error, "reason", error)
        if isinstance(reason, TimeoutError):
            raise SourceError(DownloadReason.STALLED, host) from error
        raise SourceError(DownloadReason.NO_NETWORK, f"{host}: {reason}") from error
    return response


def _headers(resume: Resume) -> dict[str, str]:
    headers = {"User-Agent": "cosyscribe", "Accept-Encoding": "identity"}
    if resume.offset_bytes:
        headers["Range"] = f"bytes={resume.offset_bytes}-"
        if resume.etag:
            headers["If-Range"] = resume.etag
    return headers


def _extent(response: http.client.HTTPResponse) -> tuple[int, int | None]:
    """First byte and whole length of what the server is sending.

    Raises:
        SourceError: a web page in place of a file (a login page, as hotels have them), or
            an answer that contradicts itself.
    """
    host = urlsplit(response.url).hostname or ""
    kind = response.headers.get_content_type()
    encoding = response.headers.get("Content-Encoding", "identity")
    if kind == "text/html" or encoding != "identity":
        raise SourceError(DownloadReason.WRONG_BYTES, f"{host}: sent {kind}, {encoding}")
    length = response.headers.get("Content-Length", "")
    if response.status != http.HTTPStatus.PARTIAL_CONTENT:
        return 0, int(length) if length.isdigit() else None
    match = _CONTENT_RANGE.match(response.headers.get("Content-Range", ""))
    if match is None:
        raise SourceError(DownloadReason.WRONG_LENGTH, f"{host}: a part without its place")
    return int(match[1]), None if match[3] == "*" else int(match[3])


def _host(url: str) -> str:
    return urlsplit(url).hostname or url


class _SafeRedirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects, but never from https to http."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: Any,
        newurl: str,
    ) -> urllib.request.Request | None:
        if req.type == "https" and urlsplit(newurl).scheme != "https":
            raise urllib.error.HTTPError(newurl, code, "redirect to an open line", headers, fp)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _opener(cancellation: Cancellation, patience: Patience) -> urllib.request.OpenerDirector:
    """An opener for http and https only, whose sockets the cancellation can end."""

    class Plain(http.client.HTTPConnection):
        def connect(self) -> None:
            super().connect()
            self.sock.settimeout(patience.stall_s)
            cancellation.watch(self.sock)

    class Secure(http.client.HTTPSConnection):
        def connect(self) -> None:
            super().connect()
            self.sock.settimeout(patience.stall_s)
            cancellation.watch(self.sock)

    class PlainHandler(urllib.request.HTTPHandler):
        def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
            return self.do_open(Plain, req)

    class SecureHandler(urllib.request.HTTPSHandler):
        def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
            return self.do_open(Secure, req)

    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        PlainHandler(),
        SecureHandler(),
        _SafeRedirects(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.UnknownHandler(),
    ):
        opener.add_handler(handler)
    return opener
