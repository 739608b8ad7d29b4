"""The recognition models: which there are, installing and removing them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.bridge.model_list import ModelEntry, ModelList, ModelProgress
from app.ui.error_message import ErrorWords
from app.ui.settings_pages.page import SettingsPage
from engine.settings import Settings


class ModelsPage(SettingsPage):
    """Every recogniser and punctuation model of the catalogue, a row each.

    Threads: GUI; models are fetched beside it.
    """

    def __init__(self, models: ModelList, parent: QWidget | None = None) -> None:
        super().__init__("", "download", parent)
        self.title = self.tr("Models")
        self._models = models
        self._words = ErrorWords(self)
        self._rows: dict[str, ModelRow] = {}
        intro = QLabel(
            self.tr(
                "Larger models understand more, Chinese above all. Once installed they are among"
                " the engines of the page “Recognition”. Punctuation models set marks for engines"
                " that write none."
            )
        )
        intro.setObjectName("muted")
        intro.setWordWrap(True)
        self._column.addWidget(intro)
        models.changed.connect(self._on_changed)
        models.progressed.connect(self._on_progressed)
        models.ended.connect(self._on_ended)
        models.refresh()

    @property
    def rows(self) -> tuple[ModelRow, ...]:
        """In the order shown."""
        return tuple(self._rows.values())

    def _show(self, settings: Settings) -> None:
        del settings  # nothing here is a setting

    def _on_changed(self, entries: tuple[ModelEntry, ...]) -> None:
        before = self._focusable_before()  # rows come after the dialog's buttons, and go before
        for entry in entries:
            if entry.model_id not in self._rows:
                self._rows[entry.model_id] = ModelRow(self._models)
                self._column.addWidget(self._rows[entry.model_id])
            row = self._rows[entry.model_id]
            row.show_entry(entry)
            self.setTabOrder(before, row.button)
            before = row.button

    def _focusable_before(self) -> QWidget:
        """What takes the focus before this page; Qt orders only such widgets."""
        before = self.previousInFocusChain()
        while before and before is not self and not before.focusPolicy() & Qt.FocusPolicy.TabFocus:
            before = before.previousInFocusChain()
        return before or self

    def _on_progressed(self, model_id: str, progress: ModelProgress) -> None:
        if model_id in self._rows:
            self._rows[model_id].show_progress(progress)

    def _on_ended(self, model_id: str, error: Exception | None) -> None:
        if model_id in self._rows:
            words = self._words.word(error).text if error is not None else ""
            self._rows[model_id].show_end(words)


class ModelRow(QWidget):
    """One model: what it is, how things stand, and the one thing to do.

    Threads: GUI.
    """

    def __init__(self, models: ModelList) -> None:
        super().__init__()
        self._models = models
        self._entry: ModelEntry | None = None
        self._name = QLabel()
        self._name.setWordWrap(True)
        self._about = QLabel()
        self._about.setObjectName("muted")
        self._about.setWordWrap(True)
        self._state = QLabel()
        self._state.setWordWrap(True)
        self._button = QPushButton()
        self._button.clicked.connect(self._on_clicked)
        words = QVBoxLayout()
        words.setSpacing(2)
        for label in (self._name, self._about, self._state):
            words.addWidget(label)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(12)
        line.addLayout(words, 1)
        line.addWidget(self._button)
        self._state.hide()

    @property
    def button(self) -> QPushButton:
        """Install, cancel or remove."""
        return self._button

    @property
    def state_text(self) -> str:
        """How things stand, or what went wrong."""
        return self._state.text() if not self._state.isHidden() else ""

    def show_entry(self, entry: ModelEntry) -> None:
        """Shows what the model is."""
        self._entry = entry
        self._name.setText(entry.model_id)
        names = self._language_names()
        languages = ", ".join(names.get(code, code) for code in entry.languages)
        languages = languages or self.tr("any language")
        if entry.sets_marks:
            kind = self.tr("sets punctuation")
        else:
            streams = entry.is_streaming
            kind = self.tr("words while you speak") if streams else self.tr("finals only")
        size = self.tr("{size} MB").format(size=round(entry.size_bytes / 1e6))
        about = [languages, kind, *([size] if entry.size_bytes else []), entry.credit]
        self._about.setText(" · ".join([*about, entry.licence]))
        self._label()

    def show_progress(self, progress: ModelProgress) -> None:
        """Shows how far the installation is."""
        done = round(progress.done_bytes / 1e6)
        if progress.is_unpacking:
            text = self.tr("Unpacking, {done} MB").format(done=done)
        elif progress.share is None:
            text = self.tr("Fetching, {done} MB").format(done=done)
        else:
            text = self.tr("Fetching, {percent} % of {total} MB").format(
                percent=round(100 * progress.share),
                total=round(progress.done_bytes / 1e6 / max(progress.share, 1e-9)),
            )
        if progress.bytes_per_second and not progress.is_unpacking:
            text += self.tr(", {speed} MB/s").format(speed=f"{progress.bytes_per_second / 1e6:.1f}")
        self._say(text)

    def show_end(self, trouble: str) -> None:
        """Shows that the installation is over, and why where it failed."""
        self._say(trouble)
        self._label()

    def _language_names(self) -> dict[str, str]:
        return {
            "zh": self.tr("Chinese"),
            "en": self.tr("English"),
            "yue": self.tr("Cantonese"),
            "ja": self.tr("Japanese"),
            "ko": self.tr("Korean"),
        }

    def _say(self, text: str) -> None:
        self._state.setText(text)
        self._state.setVisible(bool(text))

    def _label(self) -> None:
        entry = self._entry
        assert entry is not None
        if entry.model_id in self._models.busy:
            text = self.tr("Cancel")
        elif not entry.is_installed:
            text = self.tr("Install")
        else:
            text = self.tr("Remove") if entry.can_be_removed else self.tr("Installed")
        self._button.setText(text)
        self._button.setEnabled(not entry.is_installed or entry.can_be_removed)
        self._button.setAccessibleName(f"{text}: {entry.model_id}")

    def _on_clicked(self) -> None:
        entry = self._entry
        assert entry is not None
        if entry.model_id in self._models.busy:
            self._models.cancel(entry.model_id)
        elif entry.is_installed:
            self._models.remove(entry.model_id)
        else:
            self._models.install(entry.model_id)
            self._say(self.tr("Waiting…"))
            self._label()
