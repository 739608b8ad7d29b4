"""The transcript as a Qt list model: one row a segment, one paragraph a session."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from engine.text.transcript import trimmed
from engine.types import EditKind, SegmentUpdate, UpdateKind

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
    FirstPassRole = FinalRole + 3
    """Whether this final is the quicker recogniser's, since the better one gave none in time."""

    def __init__(self, join: Callable[[Iterable[str]], str]) -> None:
        """``join`` makes running text of segments, each stripped of outer spaces."""
        super().__init__()
        self._join = join
        self._rows: list[Row] = []
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
        if role == self.SeparatorRole:
            return self._separator_before(index.row())
        return {
            self.TextRole: trimmed(row.update.text),
            self.FinalRole: row.update.is_final,
            self.ParagraphRole: row.paragraph,
            self.FirstPassRole: row.update.is_first_pass,
        }.get(role)

    def begin_session(self) -> None:
        """The next update belongs to a new session: its segments count from 0 again."""
        self._paragraph += 1

    def apply(self, update: SegmentUpdate) -> None:
        """Shows an update; one that a FINAL or a higher revision has overtaken is ignored."""
        row = self._row_for(update.segment_id)
        if update.edits:
            self._take_back(update.edits, row)
            row = self._row_for(update.segment_id)
        is_known = row < len(self._rows) and self._is_of(row, update.segment_id)
        if not is_known:
            if update.text:
                self._insert(row, update)
            return
        shown = self._rows[row].update
        if shown.is_final or update.revision < shown.revision:
            return
        if update.text:
            self._replace(row, update)
        else:
            self._remove(row)

    def _take_back(self, edits: Iterable[EditKind], before: int) -> None:
        """Carries out spoken commands on the newest final above a row."""
        for edit in edits:
            at = next((r for r in reversed(range(before)) if self._rows[r].update.is_final), None)
            if at is None:
                return
            update = self._rows[at].update
            text = edit.applied_to(update.text)
            if text:
                self._replace(at, dataclasses.replace(update, text=text, words=()))
            else:
                self._remove(at)
                before -= 1

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
        self._reset([*rows, *self._rows])

    def paragraphs(self) -> tuple[tuple[SegmentUpdate, ...], ...]:
        """Every final segment in order, a tuple a session; frames count from its start."""
        found: dict[int, list[SegmentUpdate]] = {}
        for row in self._rows:
            if row.update.is_final:
                found.setdefault(row.paragraph, []).append(row.update)
        return tuple(map(tuple, found.values()))

    def text(self) -> str:
        """The final text, a paragraph a session, without a trailing newline."""
        return "\n".join(
            self._join(segment.text for segment in paragraph) for paragraph in self.paragraphs()
        )

    def _separator_before(self, at: int) -> str:
        if at == 0:
            return ""
        before, row = self._rows[at - 1], self._rows[at]
        if before.paragraph != row.paragraph:
            return "\n"
        left, right = trimmed(before.update.text), trimmed(row.update.text)
        return self._join((left, right)).removeprefix(left).removesuffix(right)

    def _row_for(self, segment_id: int) -> int:
        """The row of a segment of the session under way, or where it belongs."""
        row = len(self._rows)
        while row and self._is_of(row - 1, segment_id, or_later=True):
            row -= 1
        return row

    def _is_of(self, at: int, segment_id: int, *, or_later: bool = False) -> bool:
        row = self._rows[at]
        shown = row.update.segment_id
        is_it = shown == segment_id or (or_later and shown > segment_id)
        return row.paragraph == self._paragraph and is_it

    def _insert(self, row: int, update: SegmentUpdate) -> None:
        self.beginInsertRows(_ROOT, row, row)
        self._rows.insert(row, Row(self._paragraph, update))
        self.endInsertRows()

    def _replace(self, row: int, update: SegmentUpdate) -> None:
        self._rows[row] = Row(self._rows[row].paragraph, update)
        index = self.index(row)
        self.dataChanged.emit(index, index)

    def _remove(self, row: int) -> None:
        self.beginRemoveRows(_ROOT, row, row)
        del self._rows[row]
        self.endRemoveRows()

    def _reset(self, rows: list[Row]) -> None:
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()
