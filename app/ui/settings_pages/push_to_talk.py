"""Dictation into other programs: the key, the way text is delivered, what is shown and heard."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QLabel, QPushButton, QSpinBox, QWidget

from app.bridge.desktop_shortcut import DesktopShortcut
from app.desktop.gnome_shortcut import ShortcutTakenError
from app.desktop.hotkey import HotkeyId, HotkeyProblem
from app.desktop.key_control import HotkeyStatus
from app.ui.choice_box import ChoiceBox
from app.ui.chord_field import ChordField
from app.ui.settings_pages.page import SettingsPage
from app.ui.theme import Theme
from engine.settings import Settings


class PushToTalkPage(SettingsPage):
    """``[hotkey]`` and ``[output]`` of the settings.

    Threads: GUI.
    """

    def __init__(
        self,
        status: HotkeyStatus | None,
        shortcut: DesktopShortcut | None,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        """``status``: what is known of the key; None where nothing is yet.

        ``shortcut``: sets a shortcut of the desktop's own; None where it has none that we can set.
        """
        super().__init__("", "keyboard", parent)
        self.title = self.tr("Push to talk")
        self._enabled = self.add_switch(
            self.tr("&Dictate into other programs"),
            self.tr("Hold the keys and speak, or tap them to start and to stop. Esc cancels."),
        )
        self._chord = ChordField()
        self.add_row(self.tr("&Keys"), self._chord)
        self._status = QLabel()
        self._status.setObjectName("muted")
        self._status.setWordWrap(True)
        self._column.addWidget(self._status)
        if shortcut is not None:
            self._offer(shortcut)
        self._evdev = self.add_switch(
            self.tr("&Read the keyboard itself where the desktop offers no such keys"),
            self.tr("For Wayland desktops without global shortcuts; needs the group “input”."),
        )
        self._maximum = QSpinBox(minimum=1, maximum=60)
        self._maximum.setSuffix(self.tr(" min"))
        self.add_row(
            self.tr("&Longest while held"),
            self._maximum,
            self.tr("After this a held key ends its dictation, and the text is kept."),
        )
        self._method = ChoiceBox(theme)
        self.add_row(
            self.tr("&Put the text there by"),
            self._method,
            self.tr("“cosyscribe doctor” says which ways work here."),
        )
        self._overlay = self.add_switch(
            self.tr("&Show what is heard near the lower edge of the screen"),
        )
        self._sounds = self.add_switch(self.tr("A &sound when listening begins and ends"))
        self._enabled.clicked.connect(lambda is_on: self._change_key(enabled=is_on))
        self._chord.chosen.connect(lambda chord: self._change_key(chord=chord))
        self._chord.refused.connect(self._on_refused)
        self._evdev.clicked.connect(lambda is_on: self._change_key(evdev=is_on))
        self._maximum.valueChanged.connect(
            lambda minutes: self._change_key(maximum_s=float(minutes * 60))
        )
        self._method.chosen.connect(lambda method: self._change_output(method=method))
        self._overlay.clicked.connect(lambda is_on: self._change_output(overlay=is_on))
        self._sounds.clicked.connect(lambda is_on: self._change_output(sounds=is_on))
        self.show_status(status)

    def _offer(self, shortcut: DesktopShortcut) -> None:
        """One click sets the desktop's own shortcut."""
        button = QPushButton(self.tr("Make these keys a &shortcut of the desktop"))
        button.clicked.connect(lambda: shortcut.set(self.settings.hotkey.chord))
        self._column.addWidget(button)
        shortcut.done.connect(self._on_shortcut_done)

    def _on_shortcut_done(self, error: Exception | None) -> None:
        if error is None:
            text = self.tr("The desktop now starts and stops dictating at these keys.")
        elif isinstance(error, ShortcutTakenError):
            text = self.tr("“{holder}” has these keys already. Choose others.").format(
                holder=error.holder
            )
        else:
            text = self.tr("The desktop's settings could not be changed ({detail}).").format(
                detail=error
            )
        self._status.setText(text)

    def show_status(self, status: HotkeyStatus | None) -> None:
        """Says whether the keys work, and how."""
        self._status.setText(self._words(status) if status is not None else "")

    def _words(self, status: HotkeyStatus) -> str:
        if status.hotkey_id is HotkeyId.EVDEV:
            return self.tr("These keys work, read from the keyboard itself.")
        if status.hotkey_id is HotkeyId.PORTAL:
            return self._portal_words(status)
        if status.hotkey_id is not None:
            return self.tr("These keys work.")
        problem = HotkeyProblem
        return {
            problem.CONFLICT: self.tr(
                "Another program has these keys already. Choose others, or free them there."
            ),
            problem.NO_SUCH_KEY: self.tr("Your keyboard has no such key. Choose others."),
            problem.REFUSED: self.tr(
                "The desktop did not give us these keys. Allow them in its settings, or choose"
                " others."
            ),
            problem.NO_PERMISSION: self.tr(
                "The keyboard may not be read: add your user to the group “input”, then log in"
                " again."
            ),
            problem.NOT_INSTALLED: self.tr(
                "This desktop gives keys to installed programs only. Install CosyScribe's package,"
                " or make these keys a shortcut of the desktop."
            ),
            problem.UNAVAILABLE: self.tr(
                "This desktop offers no such keys. Set a shortcut of its own that runs"
                " “cosyscribe toggle”."
            ),
            None: "",
        }[status.problem]

    def _portal_words(self, status: HotkeyStatus) -> str:
        """The desktop has the last word on the keys, and may never tell us of them."""
        if status.is_tried:
            works = self.tr("These keys work.")
            ours = self.tr("The desktop has them as “{keys}”.").format(keys=status.trigger)
            return f"{works}\n{ours}" if status.trigger else works
        given = self.tr(
            "The desktop gave us the keys “{keys}”. Hold them for a moment to try them."
        )
        silent = self.tr(
            "If nothing changes here, it does not tell us of them: choose others, or make them a"
            " shortcut of the desktop that runs “cosyscribe toggle”."
        )
        return f"{given.format(keys=status.trigger or status.chord)}\n{silent}"

    def _show(self, settings: Settings) -> None:
        hotkey, output = settings.hotkey, settings.output
        self._enabled.setChecked(hotkey.enabled)
        self._chord.set_chord(hotkey.chord)
        self._evdev.setChecked(hotkey.evdev)
        with QSignalBlocker(self._maximum):
            self._maximum.setValue(round(hotkey.maximum_s / 60))
        self._overlay.setChecked(output.overlay)
        self._sounds.setChecked(output.sounds)
        self._method.set_choices(
            [
                ("auto", self.tr("What suits this desktop")),
                ("ibus", self.tr("Input method (IBus)")),
                ("clipboard", self.tr("Pasting")),
                ("at-spi", self.tr("Accessibility (AT-SPI)")),
                ("wtype", self.tr("Typing (wtype)")),
                ("copy", self.tr("The clipboard alone")),
            ],
            output.method,
        )

    def _on_refused(self) -> None:
        self._status.setText(
            self.tr("That key types text. Hold Ctrl, Alt or Super with it, or take a key like F9.")
        )

    def _change_key(self, **values: Any) -> None:
        self._tell(replace(self.settings, hotkey=replace(self.settings.hotkey, **values)))

    def _change_output(self, **values: Any) -> None:
        self._tell(replace(self.settings, output=replace(self.settings.output, **values)))
