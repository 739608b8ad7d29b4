"""What a recogniser must do to take part in the pipeline."""

from __future__ import annotations

from typing import Protocol

from engine.types import Hypothesis, Samples


class AsrBackend(Protocol):
    """Decodes one segment at a time; ``reset`` begins the next.

    State of the segment is private to the backend. The model behind it may be shared.

    Attributes:
        engine_id: whose weights these are.
        is_live: set by the caller where audio comes as it is spoken: ``accept`` and ``prepare``
            must then not wait for a slow decode, whose hypothesis comes with a later call.

    Threads: one thread at a time.
    """

    engine_id: str
    is_live: bool

    def accept(self, samples: Samples, *, wants_hypothesis: bool = True) -> Hypothesis | None:
        """Takes the next audio of the segment.

        Returns a new hypothesis where there is one to show, else None. Whether to decode
        depends on the frames taken so far only, never on how they were cut into calls.

        Args:
            samples: what follows the audio taken so far.
            wants_hypothesis: False where nothing new would be seen (silence, or the recogniser
                is behind): a backend whose partials cost extra saves the work.

        Raises:
            BackendError: decoding failed; the segment's audio is still held.
        """

    def prepare(self, n_frames: int) -> None:
        """Says that ``finish(n_frames)`` is likely next, unless speech goes on.

        A backend may decode ahead, so that ``finish`` has the answer at hand. It must give the
        same hypothesis either way.

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


class AsrModel(Protocol):
    """Loaded weights, from which any number of backends may decode.

    Threads: any, but one call at a time.
    """

    engine_id: str

    def backend(self, language: str) -> AsrBackend:
        """A new backend with no audio.

        Args:
            language: ISO code, or ``auto`` to choose for each segment.
        """

    def close(self) -> None:
        """Gives the weights' memory back; backends made from it must not be used again."""
