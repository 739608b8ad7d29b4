"""What was said since the dictation key was pressed, and what of it is still to be delivered."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.types import SegmentUpdate


class Utterance:
    """The text of one session, taken out in pieces that join to the whole.

    Spoken commands that take text back work on what was not taken out yet: what another program
    has is its own.
    """

    def __init__(self, join: Callable[[Iterable[str]], str]) -> None:
        """``join`` makes running text of segments."""
        self._join = join
        self._taken = ""
        self._finals: dict[int, str] = {}
        self._partials: dict[int, str] = {}

    def apply(self, update: SegmentUpdate) -> None:
        """Takes a segment's newest text."""
        if not update.is_final:
            self._partials[update.segment_id] = update.text
            return
        self._partials.pop(update.segment_id, None)
        for edit in update.edits:
            before = [segment_id for segment_id, text in self._finals.items() if text]
            if before:
                self._finals[before[-1]] = edit.applied_to(self._finals[before[-1]])
        self._finals[update.segment_id] = update.text

    def preview(self) -> str:
        """What ``take`` would give if what is still being heard were final."""
        return self._not_taken((*self._finals.values(), *self._partials.values()))

    def take(self) -> str:
        """The final text that was not taken yet, with what separates it from the text before."""
        text = self._not_taken(self._finals.values())
        self._finals.clear()
        self._taken += text
        return text

    def _not_taken(self, texts: Iterable[str]) -> str:
        texts = [text for text in texts if text]
        return self._join((self._taken, *texts))[len(self._taken) :] if texts else ""
