"""The foot of the window: state and time, the record button, the input level."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from app.bridge.controller import Controller, DictationState
from app.ui.level_meter import LevelMeter, loudness
from app.ui.record_button import RecordButton
from app.ui.status_panel import StatusPanel
from app.ui.theme import Theme
from engine.types import Level, SourceEvent, SourceEventKind


class DictationPanel(QWidget):
    """Follows a controller.

    Attributes:
        button: the record button, where focus starts.

    Threads: GUI.
    """

    def __init__(self, controller: Controller, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = RecordButton(theme)
        self._status = StatusPanel(theme)
        self._meter = LevelMeter(theme)
        grid = QGridLayout(self)
        grid.setContentsMargins(4, 0, 4, 0)
        grid.setHorizontalSpacing(16)
        grid.addWidget(self._status, 0, 0)
        grid.addWidget(self.button, 0, 1, Qt.AlignmentFlag.AlignCenter)
        grid.addWidget(self._meter, 0, 2, Qt.AlignmentFlag.AlignVCenter)
        for outer in (0, 2):
            grid.setColumnStretch(outer, 1)
            grid.setColumnMinimumWidth(outer, 110)
        self.button.clicked.connect(controller.toggle)
        controller.state_changed.connect(self._on_state_changed)
        controller.preparing_changed.connect(self._status.set_preparing)
        controller.level_changed.connect(self._on_level_changed)
        controller.source_changed.connect(self._on_source_changed)

    def _on_state_changed(self, state: DictationState) -> None:
        self.button.set_state(state)
        self._status.set_state(state)
        if state is not DictationState.LISTENING:
            self._meter.reset()

    def _on_level_changed(self, level: Level) -> None:
        self._meter.set_level(level)
        self.button.set_loudness(loudness(level.rms_dbfs))

    def _on_source_changed(self, event: SourceEvent) -> None:
        if event.kind is SourceEventKind.DEVICE_LOST:
            self._status.set_waiting_for_device(True)
            self._meter.reset()
        elif event.kind is SourceEventKind.DEVICE_BACK:
            self._status.set_waiting_for_device(False)
