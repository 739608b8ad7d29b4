"""A key is held, a voice is heard, and the words are in the program that had the focus."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.desktop.x_desktop import ROOT, Target, XDesktop, wait_for
from tests.helpers.virtual_mic import VirtualMic

pytestmark = [pytest.mark.desktop, pytest.mark.virtual_mic, pytest.mark.model]

SPEECH = Path("/usr/share/pocketsphinx/test/data/librivox")
VOICE = SPEECH / "sense_and_sensibility_01_austen_64kb-0880.wav"
HEARD = "young man"
CHORD = ("ctrl", "alt", "space")
PATIENCE_S = 60.0
SPOKEN_S = 4.0


class Program:
    """CosyScribe in a desktop, with a microphone."""

    def __init__(self, desktop: XDesktop, microphone: VirtualMic) -> None:
        self.desktop = desktop
        audio = {
            name: value
            for name, value in microphone.environment.items()
            if name.startswith(("PIPEWIRE", "VIRTUAL_MIC", "ALSA"))
        }
        self.env = desktop.env | audio
        self.env |= {
            "QT_QPA_PLATFORM": "xcb",
            "COSYSCRIBE_LOG": "info",
            "COSYSCRIBE_MODELS": os.environ["COSYSCRIBE_MODELS"],
        }
        settings = Path(desktop.env["HOME"]) / ".config" / "cosyscribe" / "settings.toml"
        settings.parent.mkdir(parents=True, exist_ok=True)
        pcm = microphone.environment["VIRTUAL_MIC_PCM"]
        settings.write_text(f'[audio]\ndevice = "{pcm}"\n', encoding="utf-8")
        self.process = desktop.processes.start(
            [sys.executable, "-m", "app", "--background"], self.env
        )
        wait_for(lambda: self.status() == "idle", PATIENCE_S, "the program")

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A command of ours in the same desktop."""
        return subprocess.run(
            [sys.executable, "-m", "app", *arguments],
            env=self.env,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )

    def status(self) -> str:
        """What it says it does."""
        return self.run("status").stdout.strip()

    def wait_for_status(self, status: str) -> None:
        """Waits until it says so."""
        wait_for(lambda: self.status() == status, PATIENCE_S, status)

    def wait_for_the_key(self) -> None:
        """Waits until the program has the key: it says ``idle`` as soon as it can be asked."""
        tap = ("keydown", CHORD[0], "keydown", CHORD[1], "key", CHORD[2])
        up = ("keyup", CHORD[1], "keyup", CHORD[0])
        until = time.monotonic() + PATIENCE_S
        while self.status() == "idle":
            assert time.monotonic() < until
            self.desktop.run("xdotool", *tap, *up)
            time.sleep(0.5)
        self.run("toggle")
        self.wait_for_status("idle")

    @contextlib.contextmanager
    def held_key(self) -> Iterator[None]:
        """The dictation key is down while the block runs."""
        self.desktop.run("xdotool", "keydown", *CHORD[:1], "keydown", CHORD[1], "keydown", CHORD[2])
        try:
            yield
        finally:
            self.desktop.run("xdotool", "keyup", CHORD[2], "keyup", CHORD[1], "keyup", CHORD[0])


@pytest.fixture
def program(ibus_desktop: XDesktop, virtual_mic: VirtualMic) -> Iterator[Program]:
    if not VOICE.exists():
        pytest.skip("pocketsphinx-testdata is not installed")
    made = Program(ibus_desktop, virtual_mic)
    made.wait_for_the_key()
    yield made
    ibus_desktop.processes.stop(made.process)


def speak(microphone: VirtualMic, program: Program) -> None:
    with microphone.playing(VOICE) as voice:
        program.wait_for_status("listening")
        voice.wait(PATIENCE_S)


@pytest.mark.parametrize("toolkit", ["gtk", "qt"])
def test_what_is_said_while_the_key_is_held_is_in_the_field(
    program: Program, virtual_mic: VirtualMic, toolkit: str
) -> None:
    target = program.desktop.start_target(toolkit, "line")
    try:
        with program.held_key():
            speak(virtual_mic, program)
            assert target.text() == ""
        wait_for(lambda: HEARD in target.text(), PATIENCE_S, "the text")
        program.wait_for_status("idle")
        assert keys_of(target) == []
    finally:
        target.close()


def keys_of(target: Target) -> list[str]:
    """Lines of the target's log that tell of a key other than a modifier's."""
    log = target.out.with_suffix(".log")
    lines = log.read_text().splitlines() if log.exists() else []
    return [line for line in lines if '"text": " "' in line]


def test_text_is_kept_where_nothing_takes_it(program: Program, virtual_mic: VirtualMic) -> None:
    target = program.desktop.start_target("gtk", "password")
    try:
        assert program.run("toggle").returncode == 0
        speak(virtual_mic, program)
        assert program.run("toggle").returncode == 0
        program.wait_for_status("idle")
        wait_for(lambda: HEARD in clipboard(program.desktop), PATIENCE_S, "the clipboard")
        assert target.text() == ""
    finally:
        target.close()


def clipboard(desktop: XDesktop) -> str:
    return desktop.run("xclip", "-selection", "clipboard", "-o", check=False).stdout
