from __future__ import annotations

import os
import struct
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.audio.audio_file import open_audio_file
from engine.errors import AudioFileError, AudioFileReason
from engine.types import Samples


def wav(rate_hz: int, data: bytes, promised: int | None = None) -> bytes:
    size = len(data) if promised is None else promised
    head = struct.pack("<IHHIIHH", 16, 1, 1, rate_hz, rate_hz * 2, 2, 16)
    riff = b"RIFF" + struct.pack("<I", (36 + size) & 0xFFFFFFFF) + b"WAVEfmt "
    return riff + head + b"data" + struct.pack("<I", size) + data


def read_all(path: Path, block: int = 1_000) -> Samples:
    file = open_audio_file(path)
    blocks: list[Samples] = []
    try:
        while len(samples := file.read(block)):
            blocks.append(samples)
    finally:
        file.close()
    return np.concatenate(blocks)


def reason_of(path: Path) -> AudioFileReason:
    with pytest.raises(AudioFileError) as caught:
        read_all(path)
    assert caught.value.path == path
    return caught.value.reason


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("empty.wav", b"", AudioFileReason.EMPTY),
        ("picture.wav", b"\x89PNG\r\n\x1a\n" + bytes(200), AudioFileReason.NOT_AUDIO),
        ("notes.wav", "会议记录".encode(), AudioFileReason.NOT_AUDIO),
        ("one-byte.wav", b"R", AudioFileReason.NOT_AUDIO),
        ("zero-hertz.wav", wav(0, bytes(200)), AudioFileReason.DAMAGED),
        ("no-frames.wav", wav(16_000, b""), AudioFileReason.NO_AUDIO),
        ("half-a-header.wav", wav(16_000, b"")[:30], AudioFileReason.DAMAGED),
        ("cut-short.wav", wav(16_000, bytes(2_000), promised=4_000), AudioFileReason.DAMAGED),
    ],
)
def test_bad_file_is_refused_with_its_reason(
    tmp_path: Path, name: str, content: bytes, reason: AudioFileReason
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert reason_of(path) is reason


def test_missing_file_folder_and_device_are_told_apart(tmp_path: Path) -> None:
    assert reason_of(tmp_path / "none.wav") is AudioFileReason.MISSING
    assert reason_of(tmp_path) is AudioFileReason.IS_FOLDER
    assert reason_of(Path("/dev/zero")) is AudioFileReason.NOT_AUDIO


def test_refused_permission_is_named_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret.wav"
    path.write_bytes(wav(16_000, bytes(200)))

    def refuse(*arguments: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert reason_of(path) is AudioFileReason.NO_PERMISSION


def test_what_there_is_of_a_cut_file_comes_before_the_error(tmp_path: Path) -> None:
    path = tmp_path / "cut.wav"
    path.write_bytes(wav(16_000, bytes(2_000), promised=4_000))
    file = open_audio_file(path)
    assert len(file.read(5_000)) == 1_000
    with pytest.raises(AudioFileError, match="2000 bytes are missing"):
        file.read(5_000)
    file.close()


def test_size_left_open_by_a_streaming_recorder_is_no_damage(tmp_path: Path) -> None:
    path = tmp_path / "stream.wav"
    path.write_bytes(wav(16_000, bytes(2_000), promised=0xFFFFFFFF))
    assert len(read_all(path)) == 1_000


def test_damaged_flac_is_found_while_reading(tmp_path: Path) -> None:
    path = tmp_path / "bad.flac"
    noise = np.random.default_rng(1).uniform(-0.5, 0.5, 80_000)
    soundfile.write(path, noise, 16_000)
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 5_000] = bytes(5_000)
    path.write_bytes(content)
    assert reason_of(path) is AudioFileReason.DAMAGED


@pytest.mark.parametrize("subtype", ["PCM_16", "PCM_24", "PCM_32", "FLOAT", "DOUBLE"])
@pytest.mark.parametrize("channels", [1, 2, 8])
def test_channels_are_averaged_whatever_the_format(
    tmp_path: Path, subtype: str, channels: int
) -> None:
    path = tmp_path / "many.wav"
    audio = np.random.default_rng(1).uniform(-0.5, 0.5, (4_410, channels))
    soundfile.write(path, audio, 44_100, subtype=subtype)
    samples = read_all(path)
    assert samples.dtype == np.float32
    np.testing.assert_allclose(samples, audio.mean(axis=1), atol=1e-4)


def test_samples_that_are_no_numbers_become_silence(tmp_path: Path) -> None:
    path = tmp_path / "nan.wav"
    audio = np.array([0.5, np.nan, np.inf, -np.inf, -0.5], np.float32)
    soundfile.write(path, audio, 16_000, subtype="FLOAT")
    np.testing.assert_array_equal(read_all(path), [0.5, 0, 0, 0, -0.5])


@pytest.mark.parametrize("extension", ["flac", "ogg", "mp3", "aiff", "au"])
def test_common_formats_are_read(tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"a.{extension}"
    soundfile.write(path, np.zeros(16_000), 16_000)
    assert len(read_all(path)) == pytest.approx(16_000, abs=2_000)


class TestContainersThatNeedFfmpeg:
    HEAD = b"\0\0\0\x20ftypM4A " + bytes(100)

    @staticmethod
    def install(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
        """Puts a stand-in for the program on an otherwise usual PATH."""
        program = folder / "bin" / "ffmpeg"
        program.parent.mkdir()
        program.write_text(f"#!/usr/bin/env python3\nimport struct, sys\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")

    def test_without_the_program_the_user_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "a.m4a"
        path.write_bytes(self.HEAD)
        monkeypatch.setattr("shutil.which", lambda name: None)
        assert reason_of(path) is AudioFileReason.NEEDS_FFMPEG

    def test_rate_channels_and_samples_come_through_the_pipe(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "-dash and space 空格.m4a"
        path.write_bytes(self.HEAD)
        self.install(
            tmp_path,
            monkeypatch,
            "assert f'file:{sys.argv[sys.argv.index(\"-i\") + 1][5:]}' in sys.argv\n"
            "out = sys.stdout.buffer\n"
            "out.write(struct.pack('>4s5I', b'.snd', 32, 0xffffffff, 6, 44100, 2) + bytes(8))\n"
            "[out.write(struct.pack('>2f', 0.5, 0.25)) for _ in range(44100)]\n",
        )
        file = open_audio_file(path)
        assert file.rate_hz == 44_100
        file.close()
        np.testing.assert_array_equal(read_all(path), np.full(44_100, 0.375, np.float32))

    def test_failure_half_way_is_damage_and_a_video_without_sound_is_no_audio(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "a.mp4"
        path.write_bytes(self.HEAD)
        self.install(
            tmp_path,
            monkeypatch,
            "head = struct.pack('>4s5I', b'.snd', 24, 0xffffffff, 6, 16000, 1)\n"
            "sys.stdout.buffer.write(head + bytes(400))\n"
            "sys.exit('moov atom not found')\n",
        )
        file = open_audio_file(path)
        assert len(file.read(1_000)) == 100
        with pytest.raises(AudioFileError, match="moov atom not found") as caught:
            file.read(1_000)
        assert caught.value.reason is AudioFileReason.DAMAGED
        file.close()
        (tmp_path / "bin" / "ffmpeg").write_text("#!/bin/sh\necho nothing >&2; exit 1\n")
        probe = tmp_path / "bin" / "ffprobe"
        for status, reason in ((0, AudioFileReason.NO_AUDIO), (1, AudioFileReason.DAMAGED)):
            probe.write_text(f"#!/bin/sh\nexit {status}\n")
            probe.chmod(0o755)
            assert reason_of(path) is reason

    def test_closing_early_ends_the_program(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "a.mkv"
        path.write_bytes(b"\x1aE\xdf\xa3" + bytes(100))
        self.install(
            tmp_path,
            monkeypatch,
            "head = struct.pack('>4s5I', b'.snd', 24, 0xffffffff, 6, 16000, 1)\n"
            "while True: sys.stdout.buffer.write(head); head = bytes(4000)\n",
        )
        file = open_audio_file(path)
        assert len(file.read(1_000)) == 1_000
        file.close()
        file.close()
        assert file._process.returncode is not None  # type: ignore[attr-defined]
