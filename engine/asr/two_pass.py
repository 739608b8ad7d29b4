"""Two recognisers for one segment: one that shows words at once, a better one for the final.

The second hears the whole segment on a thread of its own while the first finishes. If it is late or
fails, the first one's text stands, marked. See docs/decisions/0021-second-pass-thread.md.
"""

from __future__ import annotations

import logging
import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import replace

import numpy as np

from engine.asr.backend import AsrBackend, AsrModel
from engine.types import Hypothesis, Samples

_log = logging.getLogger("asr")


class TwoPassModel:
    """A streaming and an offline model as one.

    Threads: any, but one call at a time. The second model is used on a thread of its own only.
    """

    def __init__(self, engine_id: str, first: AsrModel, second: AsrModel, limit_s: float) -> None:
        """Pairs two loaded models, which it then owns.

        Args:
            engine_id: the pair's name.
            first: gives the partials.
            second: gives the finals.
            limit_s: how long a final may wait for the second.
        """
        self.engine_id = engine_id
        self.limit_s = limit_s
        self._first = first
        self._second = second
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="second-pass")

    def backend(self, language: str) -> TwoPassBackend:
        """A new backend with no audio."""
        return TwoPassBackend(self, self._first.backend(language), language)

    def recognise_again(self, samples: Samples, language: str) -> Future[Hypothesis]:
        """Starts the second pass over a segment."""
        return self._worker.submit(self._second_pass, samples, language)

    def close(self) -> None:
        """Waits for a second pass under way, then frees both models."""
        self._worker.shutdown(wait=True, cancel_futures=True)
        self._first.close()
        self._second.close()

    def _second_pass(self, samples: Samples, language: str) -> Hypothesis:
        backend = self._second.backend(language)
        backend.accept(samples, wants_hypothesis=False)
        return backend.finish(len(samples))


class TwoPassBackend:
    """Decodes one segment twice.

    Attributes:
        is_live: passed on to the first; the second never keeps ``accept`` waiting.
    """

    def __init__(self, model: TwoPassModel, first: AsrBackend, language: str) -> None:
        self.engine_id = model.engine_id
        self.is_live = False
        self._model = model
        self._first = first
        self._language = language
        self._audio: list[Samples] = []
        self._again: tuple[int, Future[Hypothesis]] | None = None

    def accept(self, samples: Samples, *, wants_hypothesis: bool = True) -> Hypothesis | None:
        """Takes audio; partials come from the first pass."""
        self._audio.append(samples)
        self._first.is_live = self.is_live
        return self._first.accept(samples, wants_hypothesis=wants_hypothesis)

    def prepare(self, n_frames: int) -> None:
        """Starts the second pass; by the time the segment ends it is often done."""
        if self._again and self._again[0] == n_frames:
            return
        if self._again:
            self._again[1].cancel()
        samples = np.concatenate(self._audio)[:n_frames]
        self._again = (n_frames, self._model.recognise_again(samples, self._language))

    def finish(self, n_frames: int) -> Hypothesis:
        """The second pass's text, or the first's where that is late, failed or heard nothing."""
        deadline_s = time.monotonic() + self._model.limit_s
        self.prepare(n_frames)
        assert self._again is not None
        first = self._first.finish(n_frames)
        try:
            second = self._again[1].result(timeout=max(0.0, deadline_s - time.monotonic()))
        except FutureTimeoutError:
            self._again[1].cancel()
            return replace(first, is_first_pass=True)
        except Exception as error:  # noqa: BLE001  # whatever it was, the first pass has a text
            _log.warning("%s: the second pass failed: %s", self.engine_id, error)
            return replace(first, is_first_pass=True)
        if first.text and not second.text:
            return replace(first, is_first_pass=True)
        return second

    def reset(self) -> None:
        """Forgets the segment; its second pass, if still under way, is for nobody."""
        if self._again:
            self._again[1].cancel()
        self._again = None
        self._audio = []
        self._first.reset()
