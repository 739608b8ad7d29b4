"""Engine callbacks as queued Qt signals."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.types import Level, SegmentUpdate, SessionEvent


class SessionBridge(QObject):
    """The listener of a session; its signals carry the engine's frozen values.

    One bridge serves one session after another: a session's last call is ENDED, and the next
    session starts only after it, so nothing of an old session can arrive in a new one.

    Signals:
        updated: a ``SegmentUpdate``.
        level_changed: a ``Level``.
        event_occurred: a ``SessionEvent``.

    Threads: the ``on_`` methods run on the engine thread and only emit; receivers connect with
    ``Qt.ConnectionType.QueuedConnection`` and run on their own.
    """

    updated = Signal(object)
    level_changed = Signal(object)
    event_occurred = Signal(object)

    def on_update(self, update: SegmentUpdate) -> None:
        """Emits ``updated``."""
        self.updated.emit(update)

    def on_level(self, level: Level) -> None:
        """Emits ``level_changed``."""
        self.level_changed.emit(level)

    def on_event(self, event: SessionEvent) -> None:
        """Emits ``event_occurred``."""
        self.event_occurred.emit(event)
