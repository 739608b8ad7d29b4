"""Recordings as mono blocks at their own rate, in constant memory.

libsndfile reads WAV, FLAC, Ogg, Opus, MP3, AIFF and their kin. Containers it does not know
(m4a, mp4, mkv...) go through the ``ffmpeg`` program where it is installed.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
import tempfile
from pathlib import Path
from typing import IO, Protocol

import numpy as np
import soundfile
from numpy.typing import NDArray

from engine.audio.resample import MAX_RATE_HZ, MIN_RATE_HZ
from engine.errors import AudioFileError, AudioFileReason
from engine.types import Samples

_MAX_CHANNELS = 64
_SNIFFED_BYTES = 16
_UNKNOWN_SIZE = 0x7FFF_0000
"""A WAV data size from here on was written by a recorder that could not seek back to fix it."""


class AudioFile(Protocol):
    """An open recording.

    Attributes:
        rate_hz: its own rate.
    """

    rate_hz: int

    def read(self, frames: int) -> Samples:
        """Returns up to ``frames`` mono frames; fewer only at the end, none after it.

        Raises:
            AudioFileError: the file is damaged from here on.
        """

    def close(self) -> None:
        """Lets go of the file. Idempotent."""


def open_audio_file(path: Path) -> AudioFile:
    """Opens a recording of any kind.

    Raises:
        AudioFileError: it cannot be read; the reason says why.
    """
    head = _head(path)
    try:
        return _SoundFile(path)
    except soundfile.LibsndfileError as error:
        if _is_media_container(head):
            return _FfmpegFile(path)
        known = head.startswith((b"RIFF", b"RF64", b"fLaC", b"OggS", b"FORM", b"ID3"))
        reason = AudioFileReason.DAMAGED if known else AudioFileReason.NOT_AUDIO
        raise AudioFileError(path, reason, error.error_string) from error


def _head(path: Path) -> bytes:
    """The first bytes of a file that is there, is a file, and has some."""
    if path.is_dir():
        raise AudioFileError(path, AudioFileReason.IS_FOLDER)
    try:
        with path.open("rb") as file:
            # A device or a pipe may hold no audio and never end.
            head = file.read(_SNIFFED_BYTES) if path.is_file() else b"\0"
    except PermissionError as error:
        raise AudioFileError(path, AudioFileReason.NO_PERMISSION) from error
    except FileNotFoundError as error:
        raise AudioFileError(path, AudioFileReason.MISSING) from error
    except (OSError, ValueError) as error:
        raise AudioFileError(path, AudioFileReason.MISSING, str(error)) from error
    if not head:
        raise AudioFileError(path, AudioFileReason.EMPTY)
    return head


def _is_media_container(head: bytes) -> bool:
    """Whether the file is of a kind that may hold sound and that libsndfile cannot read."""
    return (
        head[4:8] == b"ftyp"  # mp4, m4a, mov, 3gp
        or head.startswith(
            (
                b"\x1aE\xdf\xa3",  # mkv, webm
                b"\x30\x26\xb2\x75\x8e\x66\xcf\x11",  # wma, wmv
                b"#!AMR",
                b"FLV\x01",
                b"\xff\xf1",  # aac
                b"\xff\xf9",
                b"MAC ",
                b"wvpk",
                b"OggS",  # Ogg with a codec that libsndfile lacks
            )
        )
        or (head.startswith(b"RIFF") and head[8:12] == b"AVI ")
    )


def _mix_down(block: NDArray[np.float32]) -> Samples:
    """Shape (frames, channels) to the mean of its channels; NaN and infinity become silence."""
    clean: NDArray[np.float32] = np.nan_to_num(block, copy=False, nan=0.0, posinf=0.0, neginf=0.0)
    if clean.shape[1] == 1:
        return clean[:, 0]
    mixed: Samples = clean.mean(axis=1, dtype=np.float32)
    return mixed


def _checked(path: Path, rate_hz: int, channels: int) -> None:
    if not MIN_RATE_HZ <= rate_hz <= MAX_RATE_HZ:
        raise AudioFileError(path, AudioFileReason.DAMAGED, f"sample rate {rate_hz} Hz")
    if not 1 <= channels <= _MAX_CHANNELS:
        raise AudioFileError(path, AudioFileReason.DAMAGED, f"{channels} channels")


class _SoundFile:
    """A file that libsndfile reads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._missing_bytes = _missing_wav_bytes(path)
        self._file = soundfile.SoundFile(path)
        try:
            _checked(path, self._file.samplerate, self._file.channels)
            if self._file.frames == 0:
                raise AudioFileError(path, AudioFileReason.NO_AUDIO)
        except AudioFileError:
            self._file.close()
            raise
        self.rate_hz: int = self._file.samplerate

    def read(self, frames: int) -> Samples:
        try:
            block = self._file.read(frames, dtype="float32", always_2d=True)
        except soundfile.LibsndfileError as error:
            raise AudioFileError(self._path, AudioFileReason.DAMAGED, error.error_string) from error
        if len(block) == 0 and self._missing_bytes:
            detail = f"cut short, {self._missing_bytes} bytes are missing"
            raise AudioFileError(self._path, AudioFileReason.DAMAGED, detail)
        return _mix_down(block)

    def close(self) -> None:
        self._file.close()


def _missing_wav_bytes(path: Path) -> int:
    """How much of a WAV file's sound its header promises beyond the file's end.

    libsndfile shortens such a file without a word.
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        riff = file.read(12)
        if len(riff) < 12 or riff[:4] != b"RIFF" or riff[8:] != b"WAVE":
            return 0
        while len(chunk := file.read(8)) == 8:
            name, length = struct.unpack("<4sI", chunk)
            if name == b"data":
                missing = file.tell() + length - size
                return missing if missing > 0 and length < _UNKNOWN_SIZE else 0
            file.seek(length + length % 2, 1)
    return 0


def _ffprobe_can_read(path: Path) -> bool:
    """Whether a file that gave no sound is sound otherwise: ffmpeg's status does not tell."""
    program = shutil.which("ffprobe")  # comes with ffmpeg
    if program is None:
        return False
    command = [program, "-v", "quiet", "-protocol_whitelist", "file,pipe"]
    probe = subprocess.run(  # noqa: S603  # no shell; the name cannot be an option
        [*command, "-show_format", f"file:{path.absolute()}"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=False,
    )
    return probe.returncode == 0


class _FfmpegFile:
    """A file that ``ffmpeg`` decodes into a pipe, at its own rate and channel count."""

    def __init__(self, path: Path) -> None:
        program = shutil.which("ffmpeg")
        if program is None:
            raise AudioFileError(path, AudioFileReason.NEEDS_FFMPEG)
        self._path = path
        self._log = tempfile.TemporaryFile()  # noqa: SIM115  # closed in close()
        # AU: a header of a few words with rate and channels, and no need to seek. The protocol
        # list keeps a crafted file from naming others, near or far.
        options = ["-nostdin", "-v", "error", "-protocol_whitelist", "file,pipe"]
        output = ["-map", "0:a:0", "-c:a", "pcm_f32be", "-f", "au", "pipe:1"]
        self._process = subprocess.Popen(  # noqa: S603  # no shell; the name cannot be an option
            [program, *options, "-i", f"file:{path.absolute()}", *output],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
        )
        assert self._process.stdout is not None
        self._pipe: IO[bytes] = self._process.stdout
        try:
            self.rate_hz, self._channels = self._read_header()
            _checked(path, self.rate_hz, self._channels)
        except AudioFileError:
            self.close()
            raise

    def _read_header(self) -> tuple[int, int]:
        head = self._pipe.read(24)
        if len(head) < 24:
            self._process.wait()
            is_whole = _ffprobe_can_read(self._path)
            reason = AudioFileReason.NO_AUDIO if is_whole else AudioFileReason.DAMAGED
            raise AudioFileError(self._path, reason, self._last_words())
        _, offset, _, _, rate_hz, channels = struct.unpack(">4s5I", head)
        self._pipe.read(offset - 24)
        return rate_hz, channels

    def read(self, frames: int) -> Samples:
        width = 4 * self._channels
        data = self._pipe.read(frames * width)
        whole = len(data) // width
        if whole == 0 and self._process.wait() != 0:
            raise AudioFileError(self._path, AudioFileReason.DAMAGED, self._last_words())
        block = np.frombuffer(data, ">f4", whole * self._channels).astype(np.float32)
        return _mix_down(block.reshape(whole, self._channels))

    def _last_words(self) -> str:
        self._log.seek(0)
        lines = self._log.read(1 << 16).decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""

    def close(self) -> None:
        self._process.kill()  # does nothing once it was waited for
        self._process.wait()
        self._pipe.close()
        self._log.close()
