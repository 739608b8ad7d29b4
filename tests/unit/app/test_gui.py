from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import soundfile
from PySide6.QtWidgets import QApplication, QCheckBox
from pytestqt.qtbot import QtBot

from app import gui
from app.bridge.controller import DictationState
from app.ui.choice_box import ChoiceBox, LanguageBox
from app.ui.message_bar import MessageBar
from app.ui.settings_dialog import SettingsDialog
from engine import paths
from engine.audio import microphone
from engine.errors import DeviceUnavailableError, DeviceUnavailableReason, UnknownModelError
from engine.types import CaptureDevice, Samples, freeze
from tests.helpers.fake_capture import FakeStream
from tests.helpers.fake_source import FakeSource

MakeProgram = Callable[[], gui.Program]


@pytest.fixture
def source() -> FakeSource:
    return FakeSource()


@pytest.fixture
def make_program(qtbot: QtBot, qapp: QApplication, source: FakeSource) -> Iterator[MakeProgram]:
    made: list[gui.Program] = []

    def make() -> gui.Program:
        program = gui.Program(qapp, lambda _pcm: source)
        made.append(program)
        program.show()
        return program

    yield make
    for program in made:
        assert program.stop()


def shown_message(program: gui.Program) -> str:
    bar = program.window.findChildren(MessageBar)[0]
    return bar.message.text if bar.message else ""


def speech(path: Path) -> Samples:
    samples, rate_hz = soundfile.read(path, dtype="float32")
    assert rate_hz == 16_000
    return freeze(samples)


@pytest.mark.model
def test_speech_becomes_text_in_the_window(
    make_program: MakeProgram, source: FakeSource, qtbot: QtBot, read_speech: Path
) -> None:
    program = make_program()
    controller = program.controller
    controller.start()
    source.put(speech(read_speech))
    qtbot.waitUntil(lambda: controller.state is DictationState.LISTENING, timeout=30_000)
    controller.stop()
    qtbot.waitUntil(lambda: controller.state is DictationState.IDLE, timeout=30_000)
    assert "young man" in program.text()


@pytest.mark.model
def test_microphone_that_fails_leaves_the_window_usable(
    make_program: MakeProgram, source: FakeSource, qtbot: QtBot
) -> None:
    source.open_error = DeviceUnavailableError("default", DeviceUnavailableReason.NONE_FOUND)
    program = make_program()
    program.controller.start()
    qtbot.waitUntil(lambda: program.controller.state is DictationState.FAILED, timeout=30_000)
    assert "No microphone was found" in shown_message(program)
    source.open_error = None
    program.controller.start()
    qtbot.waitUntil(lambda: source.is_open)


def test_missing_model_is_told_when_the_window_opens(
    make_program: MakeProgram, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", "")
    program = make_program()
    qtbot.waitUntil(lambda: bool(shown_message(program)))
    assert "whisper-base" in shown_message(program)
    assert str(paths.models_dir()) in shown_message(program)
    assert program.window.isEnabled()


def test_choices_are_remembered(
    make_program: MakeProgram, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", "")
    first = make_program()
    box = first.window.findChildren(LanguageBox)[0]
    box.chosen.emit("zh")
    qtbot.waitUntil(lambda: paths.settings_file().exists())
    first.stop()
    assert 'language = "zh"' in paths.settings_file().read_text(encoding="utf-8")
    second = make_program()
    assert second.controller.choice.language == "zh"


def test_window_remembers_its_size_and_that_it_was_used(
    make_program: MakeProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", "")
    first = make_program()
    assert first.window.is_first_run
    first.window.resize(555, 666)
    first.controller.state_changed.emit(DictationState.LISTENING)
    first.stop()
    second = make_program()
    assert not second.window.is_first_run
    assert (second.window.width(), second.window.height()) == (555, 666)


def test_kept_microphone_is_open_while_the_settings_say_so(
    make_program: MakeProgram, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", "")
    stream = FakeStream()
    monkeypatch.setattr(microphone, "CaptureStream", lambda _device, pre_roll_ms: stream)
    monkeypatch.setattr(
        gui, "list_capture_devices", lambda: (CaptureDevice("default", "Built-in", True),)
    )
    program = make_program()
    switch = open_settings(program).pages[0].findChildren(QCheckBox)[0]
    switch.click()
    qtbot.waitUntil(lambda: stream.is_running)
    switch.click()
    qtbot.waitUntil(lambda: stream.is_stopped)


def test_language_set_in_the_settings_shows_in_the_window(
    make_program: MakeProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", "")
    program = make_program()
    open_settings(program).findChildren(LanguageBox)[0].chosen.emit("zh")
    box = next(b for b in program.window.findChildren(LanguageBox) if b.window() is program.window)
    assert box.currentData() == "zh"
    assert program.controller.choice.language == "zh"


def test_punctuation_model_chosen_or_removed_counts_at_once(
    make_program: MakeProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", "")
    program = make_program()
    asked: list[str] = []
    monkeypatch.setattr(program.controller, "refresh", lambda: asked.append("refresh"))
    settings = open_settings(program)
    boxes = settings.findChildren(ChoiceBox)
    marks = next(box for box in boxes if box.accessibleName() == "Punctuation model")
    script = next(box for box in boxes if box.accessibleName() == "Chinese characters")
    script.chosen.emit("traditional")
    assert asked == []
    marks.chosen.emit("off")
    assert asked == ["refresh"]
    program._models.ended.emit("a model", None)
    assert asked == ["refresh"] * 2


def test_why_text_stays_without_marks_is_shown(
    make_program: MakeProgram, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", "")
    program = make_program()
    program.controller.tell_no_marks(UnknownModelError("my-marks", ()))
    qtbot.waitUntil(lambda: "without punctuation" in shown_message(program))
    assert "my-marks" in shown_message(program)


def open_settings(program: gui.Program) -> SettingsDialog:
    program.window.settings_wanted.emit()
    return program.window.findChildren(SettingsDialog)[0]


def test_setting_that_is_not_understood_is_named(
    make_program: MakeProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", "")
    paths.settings_file().parent.mkdir(parents=True)
    paths.settings_file().write_text('[recognition]\nlanguage = "klingon"\n', encoding="utf-8")
    program = make_program()
    assert "recognition.language" in shown_message(program)


def test_stop_twice_is_stop_once(
    make_program: MakeProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", "")
    program = make_program()
    assert program.stop()
    assert program.stop()


def test_mistake_of_ours_is_shown_with_a_report(
    make_program: MakeProgram, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("COSYSCRIBE_MODELS", "")
    program = make_program()
    try:
        raise ZeroDivisionError("on purpose")
    except ZeroDivisionError:
        kind, error, trace = sys.exc_info()
    assert kind is not None
    assert error is not None
    gui.excepthook(program)(kind, error, trace)
    assert "on purpose" in shown_message(program)
    assert "test_gui.py" in gui.report(error)
    assert "Qt 6" in gui.report(error)
    assert "unexpected error" in caplog.text
    caplog.clear()
