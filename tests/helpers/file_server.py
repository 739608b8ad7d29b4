"""A web server on this machine that serves files badly on request."""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True, slots=True)
class Reply:
    """How one request is answered.

    Attributes:
        body: the whole file.
        etag: sent where given; a weak one begins with ``W/``.
        ranges: honour a range request.
        break_after: close the line after this many bytes of the answer.
        stall_after: send this many bytes of the answer, then nothing.
        claim_length: what Content-Length says; -1 sends none.
        redirect: send the client elsewhere.
        status: answer with an error.
        content_type: what the file claims to be.
    """

    body: bytes = b""
    etag: str = ""
    ranges: bool = True
    break_after: int | None = None
    stall_after: int | None = None
    claim_length: int | None = None
    redirect: str = ""
    status: int = 200
    content_type: str = "application/octet-stream"


@dataclass
class FileServer:
    """Replies by path: each request takes the next of its list, the last one again and again."""

    address: str
    replies: dict[str, list[Reply]] = field(default_factory=dict)
    requests: list[tuple[str, str]] = field(default_factory=list)
    """Path and Range header of each request so far."""
    stalled: threading.Event = field(default_factory=threading.Event)
    """Set as soon as an answer has stalled."""
    closing: threading.Event = field(default_factory=threading.Event)

    def serve(self, path: str, *replies: Reply) -> str:
        """Sets the replies of a path; returns its address."""
        self.replies[path] = list(replies)
        return f"{self.address}/{path}"

    def next_reply(self, path: str) -> Reply:
        """What to answer now."""
        left = self.replies.get(path, [Reply(status=404)])
        return left.pop(0) if len(left) > 1 else left[0]


class _Handler(BaseHTTPRequestHandler):
    """Answers one request as the next reply says."""

    protocol_version = "HTTP/1.1"
    files: FileServer  # set by the subclass made for each server

    def do_GET(self) -> None:
        path = self.path.lstrip("/")
        asked = self.headers.get("Range", "")
        self.files.requests.append((path, asked))
        reply = self.files.next_reply(path)
        self.close_connection = True
        if reply.redirect:
            self.send_response(302)
            self.send_header("Location", reply.redirect)
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif reply.status != 200:
            self.send_error(reply.status)
        else:
            self._send(reply, asked)

    def _send(self, reply: Reply, asked: str) -> None:
        start = self._start(reply, asked)
        if start is None:
            self.send_error(416)
            return
        body = reply.body[start:]
        self._send_head(reply, start, len(body))
        cut = reply.break_after if reply.break_after is not None else reply.stall_after
        with contextlib.suppress(ConnectionError):  # the client has had enough
            self.wfile.write(body[:cut])
            self.wfile.flush()
        if reply.stall_after is not None:
            self.files.stalled.set()
            self.files.closing.wait(30)

    def _send_head(self, reply: Reply, start: int, length: int) -> None:
        self.send_response(206 if start else 200)
        if start:
            total = len(reply.body)
            self.send_header("Content-Range", f"bytes {start}-{total - 1}/{total}")
        if reply.etag:
            self.send_header("ETag", reply.etag)
        if reply.claim_length != -1:
            self.send_header("Content-Length", str(reply.claim_length or length))
        self.send_header("Content-Type", reply.content_type)
        self.end_headers()

    def _start(self, reply: Reply, asked: str) -> int | None:
        match = re.match(r"bytes=(\d+)-", asked)
        tag = self.headers.get("If-Range")
        if not match or not reply.ranges or (tag is not None and tag != reply.etag):
            return 0
        start = int(match[1])
        return start if start < len(reply.body) else None

    def log_message(self, *_args: object) -> None:
        """Keeps the test's output clean."""


@contextmanager
def file_server() -> Iterator[FileServer]:
    """Runs a server on a free port of the loopback interface."""
    files = FileServer("")
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"files": files}))
    server.daemon_threads = False
    files.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), name="file-server")
    thread.start()
    try:
        yield files
    finally:
        files.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
