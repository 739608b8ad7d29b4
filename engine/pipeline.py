"""Audio to segment updates: endpointing, recognition, text stages. Pure and single-threaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from engine.asr.backend import AsrBackend
from engine.asr.endpoint import Decision, EndpointRules
from engine.asr.vad import VoiceDetector
from engine.types import (
    ENGINE_RATE_HZ,
    AudioChunk,
    FinalText,
    Hypothesis,
    Samples,
    SegmentUpdate,
    UpdateKind,
    Word,
)

TextStage = Callable[[str, str], str]
"""Text and its language to text."""

FinalStage = Callable[[Hypothesis], FinalText]
"""A final hypothesis to its written text."""


def _unchanged(text: str, _language: str) -> str:
    return text


def _as_spoken(hypothesis: Hypothesis) -> FinalText:
    return FinalText(hypothesis.text, words=hypothesis.words)


@dataclass(frozen=True, slots=True)
class PipelineConfig:
    """Lengths in frames, and the text stages.

    Attributes:
        rules: when a segment ends; the silence to prepare in must not be shorter than the tail.
        lead_in_frames: audio before the first speech that the recogniser hears too.
        tail_frames: audio after the last speech that the recogniser hears too.
        min_speech_frames: a segment with less speech is dropped undecoded: a click.
        max_gap_frames: lost audio up to this length is heard as silence; more ends the segment.
        partials: whether partials are wanted, and work may be spent to be quick.
        on_partial: text stage for partials.
        on_final: text stage for finals.
    """

    rules: EndpointRules = field(default_factory=EndpointRules)
    lead_in_frames: int = int(0.3 * ENGINE_RATE_HZ)
    tail_frames: int = int(0.22 * ENGINE_RATE_HZ)
    min_speech_frames: int = int(0.1 * ENGINE_RATE_HZ)
    max_gap_frames: int = int(0.25 * ENGINE_RATE_HZ)
    partials: bool = True
    on_partial: TextStage = _unchanged
    on_final: FinalStage = _as_spoken


@dataclass(slots=True)
class _Window:
    """One judged window."""

    samples: Samples
    start_frame: int
    is_speech: bool

    @property
    def end_frame(self) -> int:
        return self.start_frame + len(self.samples)


@dataclass(slots=True)
class _Segment:
    """The segment being heard, and what was shown of it."""

    segment_id: int
    windows: list[_Window]
    revision: int = 0
    shown: str = ""
    is_prepared: bool = False

    @property
    def start_frame(self) -> int:
        return self.windows[0].start_frame

    @property
    def end_frame(self) -> int:
        return self.windows[-1].end_frame

    @property
    def speech_start_frame(self) -> int:
        return next((w.start_frame for w in self.windows if w.is_speech), self.start_frame)

    @property
    def speech_end_frame(self) -> int:
        return next((w.end_frame for w in reversed(self.windows) if w.is_speech), self.start_frame)

    @property
    def speech_frames(self) -> int:
        return sum(len(w.samples) for w in self.windows if w.is_speech)


class Pipeline:
    """Turns chunks of any length into updates that do not depend on where they were cut.

    Audio is judged in the voice detector's windows. A gap in ``start_frame`` keeps its length.

    Threads: one thread at a time.
    """

    def __init__(
        self, backend: AsrBackend, detector: VoiceDetector, config: PipelineConfig
    ) -> None:
        self._backend = backend
        self._next_backend: AsrBackend | None = None
        self._detector = detector
        self._config = config
        self._rest: list[Samples] = []
        self._position = 0  # of the first frame not judged yet
        self._received = 0
        self._before: list[_Window] = []  # heard since the last segment, lead-in at most
        self._segment: _Segment | None = None
        self._next_id = 0

    @property
    def has_next_backend(self) -> bool:
        """Whether one waits for the segment being heard to end."""
        return self._next_backend is not None

    def replace_backend(self, backend: AsrBackend) -> None:
        """Has another backend decode from the next segment on."""
        self._next_backend = backend
        if self._segment is None:
            self._take_next_backend()

    def accept(self, chunk: AudioChunk, *, is_live: bool = False) -> list[SegmentUpdate]:
        """Takes the next audio.

        Args:
            chunk: what follows; a later ``start_frame`` than expected means lost audio.
            is_live: the audio comes as it is spoken, so partials must not hold the caller up:
                they come with a later chunk, and fewer of them where the machine is slow.

        Raises:
            BackendError: decoding failed.
        """
        updates: list[SegmentUpdate] = []
        self._backend.is_live = is_live
        self._bridge_gap(chunk.start_frame, updates)
        self._rest.append(chunk.samples)
        self._received += len(chunk.samples)
        self._judge_whole_windows(updates)
        return updates

    def end(self) -> list[SegmentUpdate]:
        """Ends the audio: what is still open becomes final.

        Raises:
            BackendError: decoding failed.
        """
        updates: list[SegmentUpdate] = []
        self._judge_whole_windows(updates)
        if self._received > self._position:
            self._judge(np.concatenate(self._rest), updates)
        if self._segment:
            self._finish_segment(updates)
        self._rest = []
        self._before = []
        self._detector.reset()
        return updates

    def _bridge_gap(self, start_frame: int, updates: list[SegmentUpdate]) -> None:
        gap = start_frame - self._received
        if gap <= 0:
            return
        if gap <= self._config.max_gap_frames:
            self._rest.append(np.zeros(gap, np.float32))
            self._received = start_frame
            return
        updates.extend(self.end())
        self._received = self._position = start_frame

    def _judge_whole_windows(self, updates: list[SegmentUpdate]) -> None:
        size = self._detector.window_frames
        if self._received - self._position < size:
            return
        audio = np.concatenate(self._rest) if len(self._rest) > 1 else self._rest[0]
        for start in range(0, len(audio) - size + 1, size):
            self._rest = [audio[start + size :]]  # first: decoding may fail
            self._judge(audio[start : start + size], updates)

    def _judge(self, samples: Samples, updates: list[SegmentUpdate]) -> None:
        """Takes one window, or at the end of the audio less than one."""
        size = self._detector.window_frames
        whole = samples if len(samples) == size else np.pad(samples, (0, size - len(samples)))
        window = _Window(samples, self._position, self._detector.is_speech(whole))
        self._position = window.end_frame
        if self._segment is None:
            self._wait_for_speech(window)
        else:
            self._extend(self._segment, window, updates)

    def _wait_for_speech(self, window: _Window) -> None:
        self._before.append(window)
        if window.is_speech:
            for passed in self._before[-1 - self._detector.onset_windows :]:
                passed.is_speech = True
            self._segment = _Segment(self._next_id, self._before)
            self._before = []
            self._next_id += 1
            for heard in self._segment.windows:
                self._backend.accept(heard.samples, wants_hypothesis=False)
            return
        size = self._detector.window_frames
        del self._before[: -max(1, self._config.lead_in_frames // size)]

    def _extend(self, segment: _Segment, window: _Window, updates: list[SegmentUpdate]) -> None:
        segment.windows.append(window)
        hypothesis = self._backend.accept(
            window.samples, wants_hypothesis=window.is_speech and self._config.partials
        )
        if window.is_speech:
            segment.is_prepared = False
        if hypothesis is not None:
            self._show(segment, hypothesis, updates)
        silence = segment.end_frame - segment.speech_end_frame
        decision = self._config.rules.decide(segment.end_frame - segment.start_frame, silence)
        if decision is Decision.ENDPOINT:
            self._finish_segment(updates)
        elif decision is Decision.CUT:
            self._cut_segment(segment, updates)
        elif decision is Decision.PREPARE and self._config.partials and not segment.is_prepared:
            segment.is_prepared = True
            self._backend.prepare(self._speech_frames_with_tail(segment))

    def _speech_frames_with_tail(self, segment: _Segment) -> int:
        end = min(segment.end_frame, segment.speech_end_frame + self._config.tail_frames)
        return end - segment.start_frame

    def _show(
        self, segment: _Segment, hypothesis: Hypothesis, updates: list[SegmentUpdate]
    ) -> None:
        text = self._config.on_partial(hypothesis.text, hypothesis.language)
        if text == segment.shown:
            return
        segment.shown = text
        updates.append(self._update(segment, UpdateKind.PARTIAL, text, hypothesis))

    def _finish_segment(self, updates: list[SegmentUpdate]) -> None:
        """Makes the open segment final; what follows its tail leads in the next one."""
        segment = self._segment
        assert segment is not None
        self._segment = None
        size = self._detector.window_frames
        end_frame = segment.speech_end_frame + self._config.tail_frames
        keep = max(1, self._config.lead_in_frames // size)
        self._before = [w for w in segment.windows if w.start_frame >= end_frame][-keep:]
        self._close(segment, self._speech_frames_with_tail(segment), updates)

    def _cut_segment(self, segment: _Segment, updates: list[SegmentUpdate]) -> None:
        """Ends a segment that has become too long at its quietest point in the second half."""
        windows = segment.windows
        at = _quietest(windows, len(windows) // 2)
        rest = windows[at:]
        done = _Segment(segment.segment_id, windows[:at], segment.revision, segment.shown)
        self._close(done, done.end_frame - done.start_frame, updates)
        self._segment = _Segment(self._next_id, rest)
        self._next_id += 1
        for window in rest:
            self._backend.accept(window.samples, wants_hypothesis=False)

    def _close(self, segment: _Segment, n_frames: int, updates: list[SegmentUpdate]) -> None:
        is_click = segment.speech_frames < self._config.min_speech_frames
        hypothesis = Hypothesis() if is_click else self._backend.finish(n_frames)
        self._backend.reset()
        self._take_next_backend()
        final = self._config.on_final(hypothesis)
        if final.text or final.edits or segment.shown:
            written = replace(hypothesis, words=final.words)
            update = self._update(segment, UpdateKind.FINAL, final.text, written)
            updates.append(replace(update, edits=final.edits))

    def _take_next_backend(self) -> None:
        if self._next_backend is not None:
            self._next_backend.is_live = self._backend.is_live
            self._backend, self._next_backend = self._next_backend, None

    def _update(
        self, segment: _Segment, kind: UpdateKind, text: str, hypothesis: Hypothesis
    ) -> SegmentUpdate:
        offset_s = segment.start_frame / ENGINE_RATE_HZ
        update = SegmentUpdate(
            segment_id=segment.segment_id,
            revision=segment.revision,
            kind=kind,
            text=text,
            start_frame=segment.speech_start_frame,
            end_frame=segment.speech_end_frame,
            stable_length=len(text)
            if kind is UpdateKind.FINAL
            else min(hypothesis.stable_length, len(text)),
            language=hypothesis.language,
            confidence=hypothesis.confidence,
            words=tuple(
                Word(w.text, w.start_s + offset_s, w.end_s + offset_s, w.confidence)
                for w in hypothesis.words
            ),
            is_first_pass=kind is UpdateKind.FINAL and hypothesis.is_first_pass,
        )
        segment.revision += 1
        return update


def _quietest(windows: list[_Window], first: int) -> int:
    """Index of the quietest window from ``first`` on, silence before speech."""
    return min(
        range(first, len(windows)),
        key=lambda i: (windows[i].is_speech, float(np.mean(windows[i].samples ** 2))),
    )
