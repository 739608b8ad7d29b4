"""What a recogniser must do to take part in the pipeline."""

from __future__ import annotations

from typing import Protocol

from engine.types import Hypothesis, Samples


class AsrBackend(Protocol):
    """Decodes one segment at a time; ``reset`` begins the next.

    State of the segment is private to the backend. The model behind it may be shared.

    Threads: one thread at a time.
    """

    engine_id: str

    def accept(self, samples: Samples) -> Hypothesis | None:
        """Takes the next audio of the segment.

        Returns a new hypothesis where there is one to show, else None. Whether to decode
        depends on the frames taken so far only, never on how they were cut into calls.

        Raises:
            BackendError: decoding failed; the segment's audio is still held.
        """

    def finish(self, n_frames: int) -> Hypothesis:
        """Decodes the first ``n_frames`` of the segment for good.

        The caller gives the frames beyond them to the next segment, after ``reset``.

        Raises:
            BackendError: decoding failed.
        """

    def reset(self) -> None:
        """Forgets the segment."""
