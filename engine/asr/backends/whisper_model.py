"""Whisper's weights on CTranslate2: features to tokens to text."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from ctranslate2 import StorageView  # type: ignore[import-untyped]
from ctranslate2.models import Whisper  # type: ignore[import-untyped]
from tokenizers import Tokenizer

from engine import cores, heap
from engine.asr import guards
from engine.asr.features import FeatureBlock
from engine.cores import DecoderPlan
from engine.errors import BackendError, ModelCorruptError

AUTO = "auto"

_THREAD_NAME = "decoder"

_MAX_TOKENS = 448
"""Whisper's text context, prompt included."""

_CONTEXT_TOKENS = 40

_FINAL_BEAM = 5
"""Costs 4 % more than greedy decoding, since reading the weights dominates; docs/recognition.md."""

_LANGUAGE_PRIORS: Mapping[str, float] = {"zh": 1.0, "en": 1.0, "yue": 0.2, "ja": 0.2, "ko": 0.2}
"""How much more likely our users speak a language than any other is, times ``_OTHER_PRIOR``.

Short audio is easily taken for a neighbour; a clear case of any language still wins.
"""
_OTHER_PRIOR = 0.05


class DecodeRequest:
    """What to decode, and whether anyone still wants to know.

    Attributes:
        features: scaled, shape ``(bands, feature frames)``.
        n_frames: samples of real audio in them.
        language: ISO code, or ``AUTO``.
        is_final: worth the wider search.
        context: tokens of what was said before.
        is_abandoned: set by another thread to save the rest of the work.
    """

    def __init__(
        self,
        features: FeatureBlock,
        n_frames: int,
        language: str,
        *,
        is_final: bool,
        context: Sequence[int] = (),
    ) -> None:
        self.features = features
        self.n_frames = n_frames
        self.language = language
        self.is_final = is_final
        self.context = list(context[-_CONTEXT_TOKENS:])
        self.is_abandoned = False


@dataclass(frozen=True, slots=True)
class Decoded:
    """What was understood.

    Attributes:
        text: with the leading space English has; empty where nothing was said.
        tokens: of the text.
        language: ISO code.
        log_probability: mean of the tokens', natural logarithm.
        no_speech: probability that nothing was said, 0 to 1.
        took_s: what decoding took.
    """

    text: str = ""
    tokens: tuple[int, ...] = ()
    language: str = ""
    log_probability: float = 0.0
    no_speech: float = 0.0
    took_s: float = field(default=0.0, compare=False)

    @property
    def confidence(self) -> float:
        """Mean token probability, 0 to 1."""
        return math.exp(min(0.0, self.log_probability))


def decoding_tokenizer(path: Path) -> Tokenizer:
    """A tokenizer that turns tokens into text, and no text into tokens.

    Merges serve only the other way. Reading them holds the interpreter for 50 ms, in which the
    window stands still.
    """
    described = json.loads(path.read_bytes())
    described["model"]["merges"] = []
    return Tokenizer.from_str(json.dumps(described))


class WhisperWeights:
    """Loaded weights and tokenizer, and the threads that use them.

    Threads: ``decode`` and ``submit`` may be called from several at once.
    """

    def __init__(self, engine_id: str, folder: Path, plan: DecoderPlan) -> None:
        """Loads the weights.

        Args:
            engine_id: for errors.
            folder: where ``model.bin`` and its neighbours are.
            plan: how decoding is spread over cores.

        Raises:
            ModelCorruptError: the tokenizer cannot be read.
            BackendError: the runtime refuses the weights.
        """
        self._engine_id = engine_id
        heap.keep_large_blocks_apart()
        tokenizer_file = folder / "tokenizer.json"
        try:
            self._tokenizer = decoding_tokenizer(tokenizer_file)
        except Exception as error:  # all that tokenizers raises
            raise ModelCorruptError(engine_id, tokenizer_file, str(error)) from error
        try:
            # CTranslate2's own threads, one a worker, start here.
            with cores.starting_decoders(plan.cpus, _THREAD_NAME):
                self._whisper = Whisper(
                    str(folder),
                    device="cpu",
                    compute_type="int8",
                    inter_threads=plan.workers,
                    intra_threads=plan.threads,
                )
        except (RuntimeError, ValueError) as error:
            raise BackendError(engine_id, str(error)) from error
        self._workers = ThreadPoolExecutor(
            plan.workers, _THREAD_NAME, initializer=cores.name_thread, initargs=(_THREAD_NAME,)
        )
        self._end_of_text = self._token("<|endoftext|>")

    @property
    def bands(self) -> int:
        """Mel bands its features need."""
        return int(self._whisper.n_mels)

    def close(self) -> None:
        """Waits for what is being decoded, then frees the weights."""
        self._workers.shutdown(wait=True, cancel_futures=True)
        self._whisper.unload_model()
        heap.trim()

    def text(self, tokens: Sequence[int]) -> str:
        """Text of tokens, with the leading space English has."""
        # A token may end in the middle of a character.
        text = str(self._tokenizer.decode(list(tokens)))
        return text.replace("\N{REPLACEMENT CHARACTER}", "")

    def submit(self, request: DecodeRequest) -> Future[Decoded]:
        """Decodes on a decoder thread."""
        return self._workers.submit(self.decode, request)

    def decode(self, request: DecodeRequest) -> Decoded:
        """Decodes on the caller's thread.

        Raises:
            BackendError: the runtime failed.
        """
        started_s = time.monotonic()
        try:
            features = np.ascontiguousarray(request.features[None])
            encoded = self._whisper.encode(StorageView.from_array(features))
            if request.is_abandoned:
                return Decoded()
            language = request.language
            if language == AUTO:
                language = self._detect(encoded)
            decoded = self._generate(encoded, request, language)
            if request.is_final and guards.is_looping(decoded.text):
                decoded = self._generate(encoded, request, language, no_repeat_ngram_size=4)
        except (RuntimeError, ValueError) as error:
            raise BackendError(self._engine_id, str(error)) from error
        if guards.is_invention(decoded.text, decoded.no_speech, decoded.log_probability):
            decoded = Decoded(language=language, no_speech=decoded.no_speech)
        return replace(decoded, took_s=time.monotonic() - started_s)

    def _detect(self, encoded: StorageView) -> str:
        """The likeliest language, given what our users speak."""
        if not self._whisper.is_multilingual:
            return "en"
        found = self._whisper.detect_language(encoded)[0]
        weighted: dict[str, float] = {name.strip("<|>"): share for name, share in found}
        return max(weighted, key=lambda c: weighted[c] * _LANGUAGE_PRIORS.get(c, _OTHER_PRIOR))

    def _generate(
        self, encoded: StorageView, request: DecodeRequest, language: str, **options: Any
    ) -> Decoded:
        prompt = self._prompt(language, request.context)
        cap = guards.token_cap(request.n_frames)
        result = self._whisper.generate(
            encoded,
            [prompt],
            beam_size=_FINAL_BEAM if request.is_final else 1,
            max_length=min(len(prompt) + cap, _MAX_TOKENS),
            return_scores=True,
            return_no_speech_prob=True,
            **options,
        )[0]
        spoken = [token for token in result.sequences_ids[0] if token < self._end_of_text]
        tokens = guards.without_loop(spoken)
        if not request.is_final:
            tokens = guards.without_restart(tokens)
        return Decoded(
            text=self.text(tokens),
            tokens=tuple(tokens),
            language=language,
            log_probability=float(result.scores[0]),
            no_speech=float(result.no_speech_prob),
        )

    def _prompt(self, language: str, context: list[int]) -> list[int]:
        names = ["<|startoftranscript|>"]
        if self._whisper.is_multilingual:
            names += [f"<|{language}|>", "<|transcribe|>"]
        start = [self._token(name) for name in [*names, "<|notimestamps|>"]]
        return [self._token("<|startofprev|>"), *context, *start] if context else start

    def _token(self, text: str) -> int:
        token = self._tokenizer.token_to_id(text)
        if token is None:
            raise BackendError(self._engine_id, f"the vocabulary has no {text}")
        return token
