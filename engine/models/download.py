"""Fetches one file: from the first source that works, resuming, checked before it has its name."""

from __future__ import annotations

import contextlib
import hashlib
import http
import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.errors import DownloadError, DownloadReason
from engine.models.guarded import write_errors
from engine.models.http_source import Answer, Patience, Resume, SourceError, opened
from engine.models.transfer import (
    Cancellation,
    OnProgress,
    Progress,
    Speedometer,
    ignore_progress,
)

_TRIES = 5
"""Attempts at one source as long as each brings something."""

SPARE_BYTES = 32 * 1024 * 1024
"""Left free on the disk whatever is fetched: a full home breaks more than us."""

_MAX_UNKNOWN_BYTES = 8 * 1024**3
"""Where neither we nor the server knows the length."""


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file and where it may come from.

    Attributes:
        name: how it is called to the user.
        urls: sources, best first.
        size_bytes: exact length, or None where unknown.
        sha256: expected hash in lower-case hexadecimal, or empty where unknown.
    """

    name: str
    urls: tuple[str, ...]
    size_bytes: int | None = None
    sha256: str = ""


class Downloader:
    """Fetches files one after the other.

    Threads: one thread; its cancellation is called from others.
    """

    def __init__(
        self,
        cancellation: Cancellation | None = None,
        on_progress: OnProgress = ignore_progress,
        patience: Patience = Patience(),  # noqa: B008  # frozen
    ) -> None:
        self._cancellation = cancellation or Cancellation()
        self._on_progress = on_progress
        self._patience = patience

    def fetch(self, file: RemoteFile, destination: Path) -> str:
        """Downloads to ``destination``; returns the file's sha256.

        What came before is taken up again where it still fits: ``destination`` + ``.part``. The
        name itself appears only once length and hash are right.

        Raises:
            DownloadError: no source could give the file; the part stays for the next attempt.
        """
        part = _Part(destination, file)
        failures: list[SourceError] = []
        with write_errors(file.name):
            part.path.parent.mkdir(parents=True, exist_ok=True)
        for url in file.urls:
            if digest := self._fetch_from(url, part, failures):
                return digest
        raise _all_failed(file.name, failures)

    def _fetch_from(self, url: str, part: _Part, failures: list[SourceError]) -> str:
        """Takes what is missing from one source, trying again while that brings it forward.

        Returns the hash, or nothing where this source will not do; why is added to ``failures``.

        Raises:
            DownloadError: no source will do: cancelled, no space, cannot write.
        """
        for _ in range(_TRIES):
            held = part.size()
            failure = self._attempt(url, part)
            if failure is None:
                return part.digest
            self._stop_if_cancelled(part.file.name)
            failures.append(failure)
            was_spoilt = failure.reason is DownloadReason.WRONG_BYTES and held > 0
            went_on = failure.reason is DownloadReason.BROKEN_OFF and part.size() > held
            if not (was_spoilt or went_on):
                break
        return ""

    def _attempt(self, url: str, part: _Part) -> SourceError | None:
        """Once from one source; the failure, or None where the file is there."""
        self._stop_if_cancelled(part.file.name)
        try:
            with opened(url, part.resume(url), self._cancellation, self._patience) as answer:
                self._take(url, answer, part)
            part.finish()
        except SourceError as error:
            if error.status == http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
                part.discard()  # more is held than the source has
                return SourceError(DownloadReason.WRONG_BYTES, error.detail)
            return error
        return None

    def _take(self, url: str, answer: Answer, part: _Part) -> None:
        """Appends the answer's body to the part.

        Raises:
            SourceError: the source's fault.
            DownloadError: cancelled, no space, cannot write.
        """
        total = _checked_total(answer, part.file)
        limit = total if total is not None else _MAX_UNKNOWN_BYTES
        speed = Speedometer()
        with write_errors(part.file.name):
            done = part.begin(url, answer)
            make_room(part.path.parent, (total or 0) - done, part.file.name)
        with part.appending() as append:
            for block in answer.blocks():
                self._stop_if_cancelled(part.file.name)
                done += len(block)
                if done > limit:
                    part.discard()
                    raise SourceError(DownloadReason.WRONG_LENGTH, f"{answer.host}: sends too much")
                append(block)
                rate = speed.add(len(block))
                self._on_progress(Progress("download", done, total, rate, answer.host))
        self._stop_if_cancelled(part.file.name)
        if total is not None and done < total:
            detail = f"{answer.host}: {done} of {total} bytes"
            raise SourceError(DownloadReason.BROKEN_OFF, detail)

    def _stop_if_cancelled(self, name: str) -> None:
        if self._cancellation.is_cancelled:
            raise DownloadError(name, DownloadReason.CANCELLED)


class _Part:
    """The unfinished file on disk, and the note of where it came from."""

    def __init__(self, destination: Path, file: RemoteFile) -> None:
        self.file = file
        self.path = destination.with_name(destination.name + ".part")
        self._destination = destination
        self._note = destination.with_name(destination.name + ".part.json")
        self._hash = hashlib.sha256()

    @property
    def digest(self) -> str:
        """Hash of what was written so far."""
        return self._hash.hexdigest()

    def size(self) -> int:
        """Bytes held; 0 where there is no part."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0

    def resume(self, url: str) -> Resume:
        """Where to go on. Without a hash to tell, only the same source and tag will do."""
        held = self.size()
        if not held:
            return Resume()
        note = self._read_note()
        same_source = note.get("url") == url
        if self.file.sha256:
            return Resume(held, note.get("etag", "") if same_source else "")
        if same_source and note.get("etag"):
            return Resume(held, note["etag"])
        return Resume()

    def begin(self, url: str, answer: Answer) -> int:
        """Makes the part end where the answer begins; returns that place.

        Raises:
            SourceError: the answer begins beyond what is held.
        """
        if answer.start_bytes > self.size():
            raise SourceError(DownloadReason.WRONG_LENGTH, f"{answer.host}: left bytes out")
        self.path.touch()
        os.truncate(self.path, answer.start_bytes)
        self._hash = hashlib.sha256()
        with self.path.open("rb") as held:
            left = answer.start_bytes
            while left and (block := held.read(min(left, 1024 * 1024))):
                self._hash.update(block)
                left -= len(block)
        self._note.write_text(json.dumps({"url": url, "etag": answer.etag}), encoding="utf-8")
        return answer.start_bytes

    @contextlib.contextmanager
    def appending(self) -> Iterator[Callable[[bytes], None]]:
        """Gives a function that writes and hashes a block."""
        with write_errors(self.file.name):
            output = self.path.open("ab")

        def append(block: bytes) -> None:
            with write_errors(self.file.name):
                output.write(block)
            self._hash.update(block)

        try:
            yield append
        finally:
            with write_errors(self.file.name):
                output.close()

    def finish(self) -> None:
        """Checks the whole and gives it its name.

        Raises:
            SourceError: the bytes are wrong; they are gone.
        """
        if self.file.sha256 and self.digest != self.file.sha256:
            self.discard()
            detail = f"hash {self.digest[:12]}... in place of {self.file.sha256[:12]}..."
            raise SourceError(DownloadReason.WRONG_BYTES, detail)
        with write_errors(self.file.name):
            with self.path.open("rb") as whole:
                os.fsync(whole.fileno())
            self.path.replace(self._destination)
            self._note.unlink(missing_ok=True)

    def discard(self) -> None:
        """Forgets what came."""
        with write_errors(self.file.name):
            self.path.unlink(missing_ok=True)
            self._note.unlink(missing_ok=True)

    def _read_note(self) -> dict[str, str]:
        try:
            note = json.loads(self._note.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(note, dict):
            return {}
        return {key: value for key, value in note.items() if isinstance(value, str)}


def make_room(folder: Path, needed_bytes: int, name: str) -> None:
    """Sees to it before the first byte that the disk will hold them all.

    Raises:
        DownloadError: it will not.
    """
    free = shutil.disk_usage(folder).free
    if needed_bytes + SPARE_BYTES > free:
        detail = f"{free} bytes are free in {folder}"
        raise DownloadError(name, DownloadReason.NO_SPACE, detail, needed_bytes=needed_bytes)


def _checked_total(answer: Answer, file: RemoteFile) -> int | None:
    """The file's length, where known.

    Raises:
        SourceError: the source has another file than ours.
    """
    if file.size_bytes is None:
        return answer.total_bytes
    if answer.total_bytes not in (None, file.size_bytes):
        detail = f"{answer.host}: {answer.total_bytes} bytes in place of {file.size_bytes}"
        raise SourceError(DownloadReason.WRONG_LENGTH, detail)
    return file.size_bytes


def _all_failed(name: str, failures: list[SourceError]) -> DownloadError:
    """The reason that helps most: of no network only where nobody answered."""
    answered = [f for f in failures if f.reason is not DownloadReason.NO_NETWORK]
    reason = (answered or failures)[-1].reason if failures else DownloadReason.NO_NETWORK
    return DownloadError(name, reason, "; ".join(f.detail for f in failures))
