"""Values that cross layers. All are immutable; arrays in them are read-only."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

ENGINE_RATE_HZ = 16_000
"""Rate of all audio inside the engine, in frames a second; what every recogniser here takes."""

_SENTENCE_ENDS = ".?!。？！…"
_SENTENCE_BREAK = re.compile(r"[。？！…\n]|[.?!](?=\s)")

Samples = NDArray[np.float32]
"""Mono audio at ``ENGINE_RATE_HZ``, shape ``(frames,)``, full scale at +-1."""


def freeze(samples: Samples) -> Samples:
    """Marks an array read-only before it crosses a boundary, and returns it."""
    samples.flags.writeable = False
    return samples


@dataclass(frozen=True, slots=True)
class AudioChunk:
    """Audio handed over in one call.

    Attributes:
        samples: mono, ``ENGINE_RATE_HZ``, float32, read-only.
        start_frame: position of the first frame since the session started, at
            ``ENGINE_RATE_HZ``. A jump against the previous chunk's end is a gap:
            audio that was lost.
    """

    samples: Samples
    start_frame: int

    @property
    def end_frame(self) -> int:
        """Position just after the last frame."""
        return self.start_frame + len(self.samples)


@dataclass(frozen=True, slots=True)
class CaptureDevice:
    """One microphone to choose from.

    Attributes:
        name: ALSA pcm name, what settings and ``--pcm`` take.
        description: what the desktop's own sound settings call it; for ``default`` the
            device behind it now, empty where that is not known.
        is_default: what is recorded from unless the user chose.
        is_bluetooth: recording from it turns a headset's music into a telephone call; of
            ``default``, whether the device behind it now is one.
    """

    name: str
    description: str
    is_default: bool
    is_bluetooth: bool = False


class SourceEventKind(enum.Enum):
    """What may happen to an audio source while it is read."""

    DEVICE_LOST = "device-lost"
    DEVICE_BACK = "device-back"
    GAP = "gap"
    SILENT = "silent"
    """No frame for 500 ms: unplugged, suspended, or muted by the server."""


@dataclass(frozen=True, slots=True)
class SourceEvent:
    """Something the user should know about the source; reading goes on.

    Attributes:
        kind: what happened.
        device: the device's name.
        lost_frames: frames lost, at ``ENGINE_RATE_HZ``; 0 where nothing was.
    """

    kind: SourceEventKind
    device: str
    lost_frames: int = 0


@dataclass(frozen=True, slots=True)
class SourceStatistics:
    """Counters of one source, in frames of the device's own rate.

    Attributes:
        frames: frames read from the device.
        lost_frames: frames the device captured that never reached us (xruns included).
        xruns: device buffer overruns, reported or inferred.
        ring_overruns: frames dropped because our ring was full.
        restarts: recoveries that restarted the stream.
        reopens: times the device was opened again after it was lost.
        rate_hz: the device's rate.
        priority: how the capture thread runs: ``fifo``, ``rtkit``, ``nice`` or ``normal``.
        access: ``mmap`` or ``rw``; empty for files.
    """

    frames: int = 0
    lost_frames: int = 0
    xruns: int = 0
    ring_overruns: int = 0
    restarts: int = 0
    reopens: int = 0
    rate_hz: int = ENGINE_RATE_HZ
    priority: str = "normal"
    access: str = ""


@dataclass(frozen=True, slots=True)
class Level:
    """Input level over the last tenth of a second.

    Attributes:
        rms_dbfs: root mean square, dB relative to full scale; -120 for digital silence.
        peak_dbfs: highest absolute sample, the same unit.
        is_clipping: a sample reached full scale.
    """

    rms_dbfs: float
    peak_dbfs: float
    is_clipping: bool


@dataclass(frozen=True, slots=True)
class Word:
    """One word or Han character with its time.

    Attributes:
        text: as the recogniser wrote it.
        start_s: seconds since the session started.
        end_s: the same.
        confidence: 0 to 1, or None where the engine gives none.
    """

    text: str
    start_s: float
    end_s: float
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """What a backend believes was said in the segment so far.

    Attributes:
        text: whole text of the segment.
        stable_length: characters of ``text`` that the backend no longer expects to change.
        language: ISO code chosen for the segment (``zh``, ``en``...), or empty if undecided.
        confidence: mean token probability, 0 to 1, or None where the engine gives none.
        no_speech: probability that the audio holds no speech, 0 to 1.
        words: per-word times where the engine gives them; times relative to the segment.
        is_first_pass: of two passes the second was late or failed, and this is the first's.
    """

    text: str = ""
    stable_length: int = 0
    language: str = ""
    confidence: float | None = None
    no_speech: float = 0.0
    words: tuple[Word, ...] = ()
    is_first_pass: bool = False


class EditKind(enum.Enum):
    """What a spoken editing command takes back."""

    DELETE_SENTENCE = "delete-sentence"
    """The last sentence: “scratch that”, 删掉上一句."""
    UNDO = "undo"
    """The last segment: “undo that”, 撤销."""

    def applied_to(self, text: str) -> str:
        """What is left of the text that was written before the command."""
        if self is EditKind.UNDO:
            return ""
        body = text.rstrip().rstrip(_SENTENCE_ENDS)
        ends = [found.end() for found in _SENTENCE_BREAK.finditer(body)]
        return body[: ends[-1]].rstrip() if ends else ""


@dataclass(frozen=True, slots=True)
class FinalText:
    """A final's text after the text stages.

    Attributes:
        text: as written; commands that took back some of it are already carried out.
        edits: commands that take back what was written before this segment, in order.
        words: the hypothesis's words as written, where the engine gives them.
    """

    text: str
    edits: tuple[EditKind, ...] = ()
    words: tuple[Word, ...] = ()


class UpdateKind(enum.Enum):
    """Whether a segment's text may still change."""

    PARTIAL = "partial"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class SegmentUpdate:
    """The whole text of one segment, superseding every lower revision.

    A FINAL with empty text withdraws the segment: what was shown of it was not speech.

    Attributes:
        segment_id: counts up from 0 in a session.
        revision: counts up from 0 in a segment.
        kind: PARTIAL, or FINAL, after which the segment never changes.
        text: the segment's text, after the text stages for a FINAL.
        stable_length: characters of ``text`` not expected to change.
        start_frame: first speech frame, padding left out, at ``ENGINE_RATE_HZ``.
        end_frame: just after the last speech frame known.
        language: ISO code, or empty while undecided.
        confidence: 0 to 1, or None where the engine gives none.
        latency_ms: FINAL only: endpoint (or end of input) to this update.
        words: per-word times since the session started, where the engine gives them.
        is_first_pass: FINAL only: the second pass was late or failed and this is the first's text.
        edits: FINAL only: spoken commands that take back what earlier segments wrote.
    """

    segment_id: int
    revision: int
    kind: UpdateKind
    text: str
    start_frame: int
    end_frame: int
    stable_length: int = 0
    language: str = ""
    confidence: float | None = None
    latency_ms: float | None = None
    words: tuple[Word, ...] = ()
    is_first_pass: bool = False
    edits: tuple[EditKind, ...] = ()

    @property
    def is_final(self) -> bool:
        """Whether the segment will not change any more."""
        return self.kind is UpdateKind.FINAL


class SessionEventKind(enum.Enum):
    """Life of a session, in the order they may come; the last one is always ENDED."""

    LISTENING = "listening"
    """The first frame arrived: what is said from now on is heard."""
    SOURCE = "source"
    """``source`` says what happened to the device; the session goes on."""
    FINISHING = "finishing"
    """No more audio is read; the rest is being decoded."""
    FAILED = "failed"
    """``error`` says why; everything final so far stands."""
    ENDED = "ended"
    """The engine thread is done; no call to the listener follows."""


@dataclass(frozen=True, slots=True)
class SessionEvent:
    """One step in a session's life."""

    kind: SessionEventKind
    source: SourceEvent | None = None
    error: Exception | None = None


@dataclass(frozen=True, slots=True)
class SessionStatistics:
    """What one session cost and what it lost.

    Attributes:
        source: the source's own counters.
        audio_s: seconds of audio decoded.
        compute_s: CPU seconds the process spent, known once the session has ended; the
            decoding is nearly all of it.
        first_partial_ms: per segment, first speech frame to first partial.
        final_ms: per segment, endpoint to FINAL.
        segments: finals with text.
        pss_mib: proportional set size at the end, MiB.
    """

    source: SourceStatistics = field(default_factory=SourceStatistics)
    audio_s: float = 0.0
    compute_s: float = 0.0
    first_partial_ms: tuple[float, ...] = ()
    final_ms: tuple[float, ...] = ()
    segments: int = 0
    pss_mib: float = 0.0

    @property
    def rtf(self) -> float:
        """Real-time factor: compute time over audio time; 0 where there was no audio."""
        return self.compute_s / self.audio_s if self.audio_s else 0.0
