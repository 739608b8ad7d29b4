"""The program with its window: the only place that builds engine and Qt objects together."""

from __future__ import annotations

import logging
import os
import platform
import shlex
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import TracebackType

from PySide6.QtCore import QSettings, QTimer, qVersion
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app import VERSION, log, translation
from app.bridge.controller import RESTING, Controller, DictationChoice, DictationState
from app.bridge.desktop_shortcut import DesktopShortcut
from app.bridge.device_list import DeviceList
from app.bridge.exporter import Exporter
from app.bridge.model_list import ModelList
from app.bridge.transcript_model import TranscriptModel
from app.cues import Cues
from app.desktop import gnome_shortcut, remote
from app.desktop.appearance import PortalAppearance
from app.desktop.key_control import HotkeyStatus
from app.desktop.service import AlreadyRunningError
from app.desktop_dictation import DesktopDictation
from app.dictation_engine import ModelLoader, OpenSource
from app.export_formats import export_formats
from app.microphone_keeper import MicrophoneKeeper
from app.output.sink import Delivery, DeliveryState
from app.overlay_presenter import OverlayPresenter, OverlayView
from app.overlay_process import RemoteOverlay
from app.preferences import Preferences
from app.settings_window import SettingsWindow
from app.shutdown import Shutdown
from app.ui.main_window import MainWindow, WindowParts
from app.ui.overlay import Overlay
from app.ui.theme import Theme
from app.ui.tray import Tray
from app.unix_signals import QuitSignals
from engine import paths, settings
from engine.audio.devices import list_capture_devices
from engine.errors import EngineError
from engine.settings import Settings
from engine.text.transcript import join

APP_ID = "org.cosyscribe.CosyScribe"

_log = logging.getLogger("ui")

_STOP_TIMEOUT_S = 5.0
_DONE, _COULD_NOT = 0, 1


class Program:
    """Everything the window needs, and the order in which it is stopped.

    Attributes:
        window: the window, not shown yet.
        controller: the dictation state machine.

    Threads: GUI.
    """

    def __init__(
        self,
        app: QApplication,
        open_source: OpenSource | None = None,
        *,
        has_desktop: bool = False,
    ) -> None:
        """``open_source`` stands in for the microphone; ``has_desktop``: with push-to-talk."""
        values, problems = settings.load(paths.settings_file())
        # Loading a model, listing microphones and writing a file may all be under way at once.
        pool = ThreadPoolExecutor(3, thread_name_prefix="io")
        self._state = QSettings(str(paths.state_dir() / "window.ini"), QSettings.Format.IniFormat)
        self._preferences = Preferences(values, paths.settings_file(), pool)
        self._microphone = MicrophoneKeeper(pool)
        loader = ModelLoader(
            lambda: self._preferences.settings,
            open_source or self._microphone.source,
            self._tell_no_marks,
        )
        self._transcript = TranscriptModel(join)
        self.controller = Controller(loader, pool, self._transcript, _choice(values))
        self._marks = _marks(values)
        self.desktop = DesktopDictation(self.controller, values) if has_desktop else None
        self._theme = theme = Theme(app, paths.resources_dir())
        self._appearance = PortalAppearance(app)
        self._appearance.scheme_changed.connect(theme.prefer)
        self._devices = DeviceList(list_capture_devices, pool)
        self.window = MainWindow(
            WindowParts(
                self.controller,
                self._transcript,
                self._devices,
                Exporter(pool, export_formats()),
                theme,
                report,
                is_first_run=not self._state.value("dictated", False, bool),
            )
        )
        shortcut = None
        if has_desktop and gnome_shortcut.is_available(os.environ):
            shortcut = DesktopShortcut(pool, shlex.join(remote.command("toggle")))
        self._models = ModelList(lambda: self._preferences.settings.models.mirror)
        self._settings_window = SettingsWindow(
            self._preferences, self._devices, theme, self._models, shortcut
        )
        self._soon = QTimer(singleShot=True, interval=0)
        self._shutdown = self._planned_shutdown(pool)
        self._has_ended = True
        self._is_behind = False
        self._connect()
        for problem in problems:
            self._tell_of_setting(problem)

    def show(self) -> None:
        """Shows the window; everything slow follows once it is there."""
        self._show_window()
        self._soon.start()

    def start_behind(self) -> None:
        """Waits for the key, or another program, without a window; closing it is not the end."""
        self._is_behind = self.window.hides_on_close = True
        self._soon.start()

    def _planned_shutdown(self, pool: ThreadPoolExecutor) -> Shutdown:
        shutdown = Shutdown()
        shutdown.add("start", self._soon.stop)
        if self.desktop is not None:
            shutdown.add("desktop", self.desktop.stop)
        shutdown.add("session", self._end_session)
        shutdown.add("microphone", self._microphone.close)
        shutdown.add("devices", self._devices.close)
        shutdown.add("models", self._models.close)
        shutdown.add("settings", self._keep_state)
        shutdown.add("pool", lambda: pool.shutdown(cancel_futures=True))
        shutdown.add("window", self.window.deleteLater)
        return shutdown

    def start_desktop(self) -> None:
        """Takes the program's name on the session bus, the key and the ways of delivery.

        Raises:
            AlreadyRunningError: another instance has the name; nothing was started.
        """
        if self.desktop is not None:
            self.desktop.start()

    def text(self) -> str:
        """All final text so far."""
        return self._transcript.text()

    def stop(self) -> bool:
        """Stops everything in order; False where the engine thread did not end in time."""
        self._shutdown.run()
        return self._has_ended

    def _show_window(self) -> None:
        if not self.window.isVisible():
            geometry = self._state.value("geometry")
            if geometry is not None:
                self.window.restoreGeometry(geometry)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def tell_of_mistake(self, error: Exception) -> None:
        """Shows an error that nobody foresaw, with a report to copy."""
        self.window.show_error(error)

    def _connect(self) -> None:
        for slow_part in (
            self._appearance.watch,
            self._devices.refresh,
            self.controller.prepare,
        ):
            self._soon.timeout.connect(slow_part)
        preferences = self._preferences
        self.window.device_chosen.connect(
            lambda device: preferences.change(
                replace(
                    preferences.settings,
                    audio=replace(preferences.settings.audio, device=device),
                )
            )
        )
        self.window.language_chosen.connect(
            lambda language: preferences.change(
                replace(
                    preferences.settings,
                    recognition=replace(preferences.settings.recognition, language=language),
                )
            )
        )
        self.window.settings_wanted.connect(lambda: self._settings_window.open(self.window))
        preferences.changed.connect(self._on_settings_changed)
        self._models.ended.connect(lambda _model_id, _error: self.controller.refresh())
        self._devices.changed.connect(lambda _devices: self._keep_microphone())
        self.controller.state_changed.connect(self._on_state_changed)
        preferences.save_failed.connect(self.window.show_settings_error)
        if self.desktop is not None:
            self._connect_desktop(self.desktop)

    def _connect_desktop(self, desktop: DesktopDictation) -> None:
        if Tray.is_available():
            self._put_into_tray(desktop)
        desktop.show_wanted.connect(self._show_window)
        desktop.hotkey_changed.connect(self._settings_window.show_hotkey)
        desktop.not_delivered.connect(self.window.show_not_delivered)
        desktop.delivered.connect(self._on_delivered)
        self._overlay = OverlayPresenter(
            self._make_overlay(), lambda: self._preferences.settings.output.overlay
        )
        self._shutdown.add("overlay", self._overlay.close)
        talk = desktop.push_to_talk
        self._cues = Cues(
            paths.runtime_dir() / "sounds", lambda: self._preferences.settings.output.sounds
        )
        talk.progressed.connect(self._cues.take_progress)
        talk.progressed.connect(self._overlay.take_progress)
        talk.failed.connect(lambda error: self._overlay.take_trouble(self.window.words(error)))
        desktop.delivered.connect(self._overlay.take_delivery)
        desktop.not_delivered.connect(lambda words, _text: self._overlay.take_trouble(words))
        self.controller.level_changed.connect(self._overlay.take_level)
        desktop.presence_changed.connect(self._keep_microphone)

    def _put_into_tray(self, desktop: DesktopDictation) -> None:
        """With an icon to end it by, closing the window leaves the dictation key working."""
        tray = Tray(self.controller, QApplication.windowIcon())
        self._shutdown.add("tray", tray.close)
        tray.show_wanted.connect(self._show_window)
        tray.quit_wanted.connect(self._on_quit_wanted)
        desktop.delivered.connect(lambda delivery: tray.set_last_text(delivery.text))
        desktop.hotkey_changed.connect(self._on_hotkey_changed)
        tray.show()

    def _on_hotkey_changed(self, status: HotkeyStatus) -> None:
        self.window.hides_on_close = self._is_behind or status.hotkey_id is not None

    def _on_quit_wanted(self) -> None:
        self._show_window()  # it asks about text that is nowhere else
        self.window.hides_on_close = False
        self.window.close()

    def _make_overlay(self) -> OverlayView:
        if QApplication.platformName() != "wayland":
            return Overlay(self._theme)
        remote_overlay = RemoteOverlay()  # Wayland lets no window choose its place; Xwayland does
        self._shutdown.add("overlay process", remote_overlay.close)
        return remote_overlay

    def _on_delivered(self, delivery: Delivery) -> None:
        if delivery.state is DeliveryState.DELIVERED:
            self.window.note_delivered()

    def _on_settings_changed(self, values: Settings) -> None:
        self.controller.choose(_choice(values))
        if self._marks != _marks(values):
            self._marks = _marks(values)
            self.controller.refresh()
        if self.desktop is not None:
            self.desktop.change(values)
        self.window.show_choices()
        self._keep_microphone()

    def _on_state_changed(self, state: DictationState) -> None:
        if state in RESTING:
            if self._preferences.settings.audio.keep_ready:
                self._devices.refresh()  # the default may be a Bluetooth headset by now
            self._keep_microphone()

    def _keep_microphone(self) -> None:
        if self.controller.state in RESTING:  # a take that goes on keeps what it has
            audio = self._preferences.settings.audio
            if (
                self.desktop is not None and not self.desktop.is_user_there
            ):  # nobody's room is listened to behind a locked screen
                audio = replace(audio, keep_ready=False)
            self._microphone.follow(audio, self._devices.devices)

    def _tell_no_marks(self, error: EngineError) -> None:
        self.controller.tell_no_marks(error)  # made after what calls this

    def _tell_of_setting(self, problem: settings.SettingsProblem) -> None:
        self.window.show_settings_problem(problem.key or str(paths.settings_file()), problem.detail)

    def _end_session(self) -> None:
        self._has_ended = self.controller.close(_STOP_TIMEOUT_S)

    def _keep_state(self) -> None:
        self._state.setValue("geometry", self.window.saveGeometry())
        self._state.setValue("dictated", not self.window.is_first_run)
        self._state.sync()


def main(*, is_behind: bool = False) -> int:
    """Runs the program until its window is closed, or it is told to end; returns the exit status.

    ``is_behind``: without showing the window.
    """
    log.set_up()
    app = make_application(sys.argv[:1])
    program = Program(app, has_desktop=True)
    try:
        program.start_desktop()
    except AlreadyRunningError:  # started twice at the same moment
        program.stop()
        return _DONE if is_behind or remote.show_running() else _COULD_NOT
    quit_signals = QuitSignals()
    # Not quit(): it asks the window first, and a request from outside waits for no answer.
    quit_signals.quit_requested.connect(lambda: app.exit(_DONE))
    program.window.closed.connect(app.quit)
    sys.excepthook = excepthook(program)
    if is_behind:
        program.start_behind()
    else:
        program.show()
    status = app.exec()
    has_ended = program.stop()
    quit_signals.close()
    if not has_ended:
        _log.error("the engine thread did not end; leaving without it")
        logging.shutdown()
        os._exit(_COULD_NOT)  # a driver that hangs must not keep the program from ending
    return status


def make_application(arguments: list[str]) -> QApplication:
    """A QApplication that desktops recognise as ours, in the user's language."""
    app = QApplication(arguments)
    app.setApplicationName("CosyScribe")
    app.setApplicationVersion(VERSION)
    app.setDesktopFileName(APP_ID)
    app.setQuitOnLastWindowClosed(False)  # MainWindow.closed decides
    resources = paths.resources_dir()
    icon = resources / "icons" / "hicolor" / "scalable" / "apps" / f"{APP_ID}.svg"
    app.setWindowIcon(QIcon(str(icon)))
    translation.install(app, resources)
    return app


def report(error: BaseException) -> str:
    """What a user can send us: the mistake and the system, nothing that was said."""
    desktop = os.environ.get("XDG_CURRENT_DESKTOP", "no desktop")
    session = os.environ.get("XDG_SESSION_TYPE", "no session type")
    return (
        f"CosyScribe {VERSION}, Python {platform.python_version()}, Qt {qVersion()}\n"
        f"{platform.platform()}, {desktop}, {session}\n\n"
        + "".join(traceback.format_exception(error))
    )


def _choice(values: Settings) -> DictationChoice:
    return DictationChoice(
        values.audio.device, values.recognition.engine, values.recognition.language
    )


def _marks(values: Settings) -> tuple[str, str]:
    """What the choice of the punctuation model depends on, beside the engine."""
    return values.recognition.punctuator, values.recognition.language


def excepthook(
    program: Program,
) -> Callable[[type[BaseException], BaseException, TracebackType | None], None]:
    """What Python calls with an exception nobody took."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        _log.error("unexpected error", exc_info=(kind, error, trace))
        if isinstance(error, Exception):
            program.tell_of_mistake(error)

    return hook
