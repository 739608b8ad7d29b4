"""The transcript as a Qt list model: one row a segment, one paragraph a session."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from engine.types import SegmentUpdate, UpdateKind

_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Row:
    """One segment as shown.

    Attributes:
        paragraph: rises with each session.
        update: the newest revision.
    """

    paragraph: int
    update: SegmentUpdate


class TranscriptModel(QAbstractListModel):
    """Segments of all sessions since the transcript was last cleared, in the order spoken.

    Threads: GUI.
    """

    TextRole = int(Qt.ItemDataRole.DisplayRole)
    FinalRole = int(Qt.ItemDataRole.UserRole)
    ParagraphRole = FinalRole + 1
    SeparatorRole = FinalRole + 2
    """What stands between this segment's text and the one before it."""

    def __init__(self, join: Callable[[Iterable[str]], str]) -> None:
        """``join`` makes running text of segments, each stripped of outer spaces."""
        super().__init__()
        self._join = join
        self._rows: list[Row] = []
        self._row_of_segment: dict[int, int] = {}
        self._paragraph = 0

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = int(Qt.ItemDataRole.DisplayRole),
    ) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == self.TextRole:
            return row.update.text.strip()
        if role == self.FinalRole:
            return row.update.is_final
        if role == self.ParagraphRole:
            return row.paragraph
        if role == self.SeparatorRole:
            return self._separator_before(index.row())
        return None

    def begin_session(self) -> None:
        """The next update belongs to a new session: its segments count from 0 again."""
        self._row_of_segment.clear()
        self._paragraph += 1

    def apply(self, update: SegmentUpdate) -> None:
        """Shows an update; one that a FINAL or a higher revision has overtaken is ignored."""
        row = self._row_of_segment.get(update.segment_id)
        if row is None:
            if update.text:
                self._append(update)
            return
        shown = self._rows[row].update
        if shown.is_final or update.revision < shown.revision:
            return
        if update.text:
            self._replace(row, update)
        else:
            self._remove(row)

    def drop_partials(self) -> None:
        """Takes away what was not final: the user cancelled."""
        for row in reversed(range(len(self._rows))):
            if not self._rows[row].update.is_final:
                self._remove(row)

    def settle_partials(self) -> None:
        """Keeps what was not final as it stands: nothing better will come of it."""
        for row, shown in enumerate(self._rows):
            if not shown.update.is_final:
                self._replace(row, dataclasses.replace(shown.update, kind=UpdateKind.FINAL))

    def clear(self) -> tuple[Row, ...]:
        """Empties the transcript and returns what it held, for ``restore``."""
        removed = tuple(self._rows)
        self._reset([])
        return removed

    def restore(self, rows: tuple[Row, ...]) -> None:
        """Puts cleared rows back, before what was said since."""
        segments = {segment: at + len(rows) for segment, at in self._row_of_segment.items()}
        self._reset([*rows, *self._rows])
        self._row_of_segment = segments

    def finals(self) -> tuple[SegmentUpdate, ...]:
        """Every final segment in order, for export."""
        return tuple(row.update for row in self._rows if row.update.is_final)

    def text(self) -> str:
        """The final text, a paragraph a session, without a trailing newline."""
        paragraphs: dict[int, list[str]] = {}
        for row in self._rows:
            if row.update.is_final:
                paragraphs.setdefault(row.paragraph, []).append(row.update.text)
        return "\n".join(self._join(texts) for texts in paragraphs.values())

    def _separator_before(self, at: int) -> str:
        if at == 0:
            return ""
        before, row = self._rows[at - 1], self._rows[at]
        if before.paragraph != row.paragraph:
            return "\n"
        left, right = before.update.text.strip(), row.update.text.strip()
        return self._join((left, right)).removeprefix(left).removesuffix(right)

    def _append(self, update: SegmentUpdate) -> None:
        row = len(self._rows)
        self.beginInsertRows(_ROOT, row, row)
        self._rows.append(Row(self._paragraph, update))
        self._row_of_segment[update.segment_id] = row
        self.endInsertRows()

    def _replace(self, row: int, update: SegmentUpdate) -> None:
        self._rows[row] = Row(self._rows[row].paragraph, update)
        index = self.index(row)
        self.dataChanged.emit(index, index)

    def _remove(self, row: int) -> None:
        self.beginRemoveRows(_ROOT, row, row)
        del self._rows[row]
        self._row_of_segment = {
            segment: at - (at > row) for segment, at in self._row_of_segment.items() if at != row
        }
        self.endRemoveRows()

    def _reset(self, rows: list[Row]) -> None:
        self.beginResetModel()
        self._rows = rows
        self._row_of_segment.clear()
        self.endResetModel()
