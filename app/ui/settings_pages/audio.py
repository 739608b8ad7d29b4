"""The microphone: which one, and whether it stays open."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from app.bridge.device_list import DeviceList
from app.ui.choice_box import DeviceBox
from app.ui.settings_pages.page import SettingsPage
from app.ui.theme import Theme
from engine.settings import Settings


class AudioPage(SettingsPage):
    """``[audio]`` of the settings.

    Threads: GUI.
    """

    def __init__(self, devices: DeviceList, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("", "device", parent)
        self.title = self.tr("Microphone")
        self._devices = devices
        self._device = DeviceBox(theme)
        self.add_row(
            self.tr("&Record from"),
            self._device,
            self.tr("The system default follows your desktop's sound settings."),
        )
        self._keep_ready = self.add_switch(
            self.tr("&Keep the microphone ready"),
            self.tr(
                "The half second before you press the key is heard too, so that no first word is"
                " cut. The desktop shows the microphone as in use while CosyScribe runs; nothing"
                " is kept of what it hears in between. Bluetooth headsets are left out: they"
                " would stay in their call mode."
            ),
        )
        self._device.opened.connect(devices.refresh)
        self._device.chosen.connect(self._on_device_chosen)
        self._keep_ready.clicked.connect(self._on_keep_ready)
        devices.changed.connect(lambda _devices: self._show(self.settings))

    def _show(self, settings: Settings) -> None:
        device = settings.audio.device
        self._device.set_devices(self._devices.devices, device, self._devices.label(device))
        self._keep_ready.setChecked(settings.audio.keep_ready)

    def _on_device_chosen(self, device: str) -> None:
        self._tell(replace(self.settings, audio=replace(self.settings.audio, device=device)))

    def _on_keep_ready(self, is_on: bool) -> None:
        self._tell(replace(self.settings, audio=replace(self.settings.audio, keep_ready=is_on)))
