"""What can be done with the text: copy, export, clear."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, QStandardPaths, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QToolButton, QWidget

from app.bridge.exporter import Exporter, ExportFormat, ExportJob
from app.bridge.transcript_model import TranscriptModel
from app.ui.error_message import ErrorWords, Remedy
from app.ui.message_bar import Message, Severity
from app.ui.theme import ICON, Theme
from app.ui.transcript_view import TranscriptView

_COPIED_MS = 1600
_ICON_GAP = 4


class TranscriptActions(QWidget):
    """A row of buttons under the page, and the actions behind them.

    Attributes:
        has_unsaved_text: there is text that was neither copied nor exported since it changed.

    Signals:
        message_raised: a ``Message`` for the window's bar.

    Threads: GUI; files are written on the pool.
    """

    message_raised = Signal(object)

    def __init__(
        self,
        model: TranscriptModel,
        view: TranscriptView,
        exporter: Exporter,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._view = view
        self._exporter = exporter
        self._theme = theme
        self._words = ErrorWords(self)
        self.has_unsaved_text = False
        self._is_copied = False
        self._copied = QTimer(self, singleShot=True, interval=_COPIED_MS)
        self._copied.timeout.connect(self._on_copied_long_ago)
        self._copy = self._action("copy", QKeySequence.StandardKey.Copy, self.copy)
        self._export = self._action("export", QKeySequence.StandardKey.Save, self.export)
        self._clear = self._action("clear", QKeySequence("Ctrl+L"), self.clear)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self._button(self._copy))
        row.addWidget(self._button(self._export))
        row.addStretch(1)
        row.addWidget(self._button(self._clear))
        for signal in (
            model.rowsInserted,
            model.rowsRemoved,
            model.modelReset,
            model.dataChanged,
        ):
            signal.connect(self._on_text_changed)
        exporter.exported.connect(self._on_exported)
        exporter.failed.connect(self._on_export_failed)
        theme.changed.connect(self._draw)
        self._draw()
        self._word()
        self._enable()

    def copy(self) -> None:
        """Copies the selection, or everything."""
        self._view.copy_text()
        self.has_unsaved_text = False
        self._is_copied = True
        self._copied.start()
        self._word()
        self._draw()

    def clear(self) -> None:
        """Empties the page; the bar offers to undo it."""
        removed = self._model.clear()
        if not removed:
            return
        was_unsaved = self.has_unsaved_text
        self.has_unsaved_text = False

        def undo() -> None:
            self._model.restore(removed)
            self.has_unsaved_text = was_unsaved or self.has_unsaved_text

        self.message_raised.emit(
            Message(
                self.tr("The text was cleared."), Severity.INFO, self.tr("Undo"), undo, "cleared"
            )
        )

    def export(self) -> None:
        """Asks where to, then writes."""
        self._ask(Path(_documents()) / self.tr("Dictation"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()

    def _ask(self, proposed: Path) -> None:
        formats = {self._filter(entry): entry for entry in self._exporter.formats}
        dialog = QFileDialog(self.window(), self.tr("Export the text"), str(proposed))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        # Of Qt's own words these two have no Chinese.
        dialog.setLabelText(QFileDialog.DialogLabel.LookIn, self.tr("Folder:"))
        dialog.setLabelText(QFileDialog.DialogLabel.FileType, self.tr("Format:"))
        dialog.setNameFilters(list(formats))
        first = next(iter(formats.values()))
        dialog.setDefaultSuffix(first.suffix)
        dialog.filterSelected.connect(lambda name: dialog.setDefaultSuffix(formats[name].suffix))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(
            lambda: self._write(
                Path(dialog.selectedFiles()[0]), formats[dialog.selectedNameFilter()]
            )
        )
        dialog.open()

    def _write(self, path: Path, chosen: ExportFormat) -> None:
        """Writes where the dialog said; it has asked before replacing, unless we add the suffix."""
        by_suffix = {entry.suffix: entry for entry in self._exporter.formats}
        chosen = by_suffix.get(path.suffix[1:].lower(), chosen)
        is_named_whole = path.suffix[1:].lower() == chosen.suffix
        if not is_named_whole:
            path = path.with_name(f"{path.name}.{chosen.suffix}")
        self._exporter.export(
            ExportJob(path, chosen, self._model.paragraphs(), may_replace=is_named_whole)
        )

    def _on_exported(self, job: ExportJob) -> None:
        self.has_unsaved_text = False
        self.message_raised.emit(
            Message(
                self.tr("The text was saved as {path}.").format(path=job.path),
                Severity.INFO,
                topic="exported",
            )
        )

    def _on_export_failed(self, job: ExportJob, error: Exception) -> None:
        words = self._words.word(error)

        def remedy() -> None:
            if words.remedy is Remedy.REPLACE_FILE:
                self._exporter.export(replace(job, may_replace=True))
            else:
                self._ask(job.path)

        label = self._words.label(words.remedy)
        self.message_raised.emit(Message(words.text, Severity.ERROR, label, remedy, "export"))

    def _on_text_changed(self) -> None:
        self.has_unsaved_text = self._model.rowCount() > 0
        self._enable()

    def _on_copied_long_ago(self) -> None:
        self._is_copied = False
        self._word()
        self._draw()

    def _enable(self) -> None:
        for action in (self._copy, self._export, self._clear):
            action.setEnabled(self._model.rowCount() > 0)

    def _action(
        self, name: str, key: QKeySequence | QKeySequence.StandardKey, act: object
    ) -> QAction:
        action = QAction(self)
        action.setObjectName(name)
        action.setShortcut(key)
        action.triggered.connect(act)
        self.addAction(action)
        return action

    def _button(self, action: QAction) -> QToolButton:
        button = QToolButton()
        button.setDefaultAction(action)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIconSize(QSize(ICON + _ICON_GAP, ICON))
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button

    def _draw(self) -> None:
        copy = "check" if self._is_copied else "copy"
        icons = ((self._copy, copy), (self._export, "export"), (self._clear, "clear"))
        for action, name in icons:
            color = self._theme.colors.text
            action.setIcon(self._theme.icon(name, color, gap=_ICON_GAP))

    def _word(self) -> None:
        self._copy.setText(self.tr("Copied") if self._is_copied else self.tr("Copy"))
        self._export.setText(self.tr("Export…"))
        self._export.setIconText(self._export.text())  # else buttons drop the dots
        self._clear.setText(self.tr("Clear"))
        for action, what in (
            (self._copy, self.tr("Copy the selected text, or all of it")),
            (self._export, self.tr("Save the text as a file")),
            (self._clear, self.tr("Empty the page")),
        ):
            key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{what} ({key})")

    def _filter(self, entry: ExportFormat) -> str:
        """A line of the dialog's list of formats."""
        name = {
            "txt": self.tr("Plain text"),
            "md": self.tr("Markdown"),
            "srt": self.tr("SubRip subtitles"),
            "vtt": self.tr("WebVTT subtitles"),
            "json": self.tr("JSON with times"),
            "csv": self.tr("Table (CSV)"),
            "docx": self.tr("Word document"),
        }.get(entry.suffix, entry.suffix.upper())
        return f"{name} (*.{entry.suffix})"


def _documents() -> str:
    """Where documents are kept; the home folder where that place was never made."""
    path = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return path if Path(path).is_dir() else str(Path.home())
