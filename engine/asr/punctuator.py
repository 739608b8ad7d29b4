"""What a punctuation model must do to take part."""

from __future__ import annotations

from typing import Protocol


class Punctuator(Protocol):
    """Loaded weights that set marks; their memory is given back with the last reference.

    Attributes:
        model_id: whose weights these are.
        languages: ISO codes that it knows.
        restores_case: writes English capitals too.

    Threads: any, but one call at a time.
    """

    model_id: str
    languages: tuple[str, ...]
    restores_case: bool

    def punctuate(self, text: str) -> str:
        """The text with marks; what else the model made of it is the caller's to check.

        Raises:
            BackendError: the model failed.
        """
