"""The page: the transcript, or what to do while there is none."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QStackedLayout, QWidget

from app.bridge.transcript_model import TranscriptModel
from app.ui.empty_state import EmptyState
from app.ui.theme import Theme
from app.ui.transcript_view import TranscriptView


class TranscriptPage(QFrame):
    """A card that holds the transcript.

    Attributes:
        view: the transcript itself.
        empty: what is shown without one.

    Threads: GUI.
    """

    def __init__(
        self,
        model: TranscriptModel,
        theme: Theme,
        *,
        is_first_run: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._model = model
        self.view = TranscriptView(model, theme)
        self.empty = EmptyState(theme, is_first_run=is_first_run)
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.view)
        for signal in (model.rowsInserted, model.rowsRemoved, model.modelReset):
            signal.connect(self._choose)
        self._choose()

    def _choose(self) -> None:
        self._stack.setCurrentWidget(self.view if self._model.rowCount() else self.empty)
