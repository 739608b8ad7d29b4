"""The transcript as running text that can be read, selected and copied."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QModelIndex, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontInfo,
    QKeyEvent,
    QTextBlockFormat,
    QTextCharFormat,
)
from PySide6.QtGui import QTextCursor as Cursor
from PySide6.QtWidgets import QApplication, QTextEdit, QWidget

from app.bridge.transcript_model import TranscriptModel
from app.ui.theme import Theme

_SCALE = 1.28
_LINE_HEIGHT = 1.6  # of the font size, so that Han and Latin lines are as high
_MARGIN = 20
_PARAGRAPH_GAP = 14


class TranscriptView(QTextEdit):
    """Follows a ``TranscriptModel``: finals in the text colour, partials in grey.

    Finals of a first pass are underlined with dashes, and say why where the pointer rests.
    Only what changed is rewritten, so that a selection in earlier text stays. The view scrolls
    along unless the reader has scrolled away from the end.

    Threads: GUI.
    """

    def __init__(self, model: TranscriptModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._theme = theme
        self._starts: list[int] = []  # where each row's separator begins in the document
        self.setObjectName("transcript")
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(_MARGIN)
        self._word()
        model.rowsInserted.connect(self._on_rows_inserted)
        model.rowsRemoved.connect(self._on_rows_removed)
        model.dataChanged.connect(self._on_data_changed)
        model.modelReset.connect(self._rewrite_all)
        theme.changed.connect(self._rewrite_all)
        self._rewrite_all()

    def copy_text(self) -> None:
        """Copies the selection, or all of the final text where nothing is selected."""
        if self.textCursor().hasSelection():
            self.copy()
        else:
            QApplication.clipboard().setText(self._model.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            event.ignore()  # dictation's key everywhere in the window
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()
            self._rewrite_all()

    def createMimeDataFromSelection(self) -> QMimeData:
        # As plain text: our colours and underlines are no part of what was said.
        copied = QMimeData()
        copied.setText(self.textCursor().selection().toPlainText())
        return copied

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show_focus()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_focus()

    def _show_focus(self) -> None:
        """The page around the text carries the focus mark."""
        page = self.parentWidget()
        if page is not None:
            page.setProperty("focused", self.hasFocus())
            page.style().unpolish(page)
            page.style().polish(page)

    def _on_rows_inserted(self, _parent: QModelIndex, first: int, _last: int) -> None:
        self._rewrite_from(first)

    def _on_rows_removed(self, _parent: QModelIndex, first: int, _last: int) -> None:
        self._rewrite_from(first)

    def _on_data_changed(self, first: QModelIndex, _last: QModelIndex) -> None:
        self._rewrite_from(first.row())

    def _rewrite_all(self) -> None:
        self.setFont(self._theme.font(_SCALE))
        self._rewrite_from(0)

    def _rewrite_from(self, row: int) -> None:
        """Writes rows anew from one on; those before it stay as they are."""
        bar = self.verticalScrollBar()
        is_at_end = bar.value() >= bar.maximum() - 4
        writer = Cursor(self.document())
        writer.beginEditBlock()
        writer.movePosition(Cursor.MoveOperation.End)
        if row < len(self._starts):
            writer.setPosition(self._starts[row], Cursor.MoveMode.KeepAnchor)
            writer.removeSelectedText()
        del self._starts[row:]
        if not self._starts:
            writer.setBlockFormat(self._paragraph(0))
        for added in range(row, self._model.rowCount()):
            self._starts.append(writer.position())
            self._write(writer, self._model.index(added))
        writer.endEditBlock()
        if is_at_end:
            bar.setValue(bar.maximum())

    def _write(self, writer: Cursor, index: QModelIndex) -> None:
        separator = index.data(TranscriptModel.SeparatorRole)
        ink = QTextCharFormat()
        colors = self._theme.colors
        is_final = index.data(TranscriptModel.FinalRole)
        ink.setForeground(QColor(colors.text if is_final else colors.muted))
        said = QTextCharFormat(ink)
        if index.data(TranscriptModel.FirstPassRole):
            said.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
            said.setUnderlineColor(QColor(colors.muted))
            said.setToolTip(self._first_pass)
        if separator == "\n":
            writer.insertBlock(self._paragraph(_PARAGRAPH_GAP))
        else:
            writer.insertText(separator, ink)
        writer.insertText(index.data(TranscriptModel.TextRole), said)

    def _word(self) -> None:
        self.setAccessibleName(self.tr("Transcript"))
        self._first_pass = self.tr(
            "The better recogniser did not answer in time, so this is the quicker one's text."
        )

    def _paragraph(self, gap_above: int) -> QTextBlockFormat:
        block = QTextBlockFormat()
        height = round(QFontInfo(self.font()).pixelSize() * _LINE_HEIGHT)
        block.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        block.setTopMargin(gap_above)
        return block
