"""Streaming zipformer transducers, X-ASR among them, and zipformer2 CTC."""

from __future__ import annotations

from sherpa_onnx import OnlineRecognizer  # type: ignore[import-untyped]

from engine.asr.backends import bpe_vocabulary
from engine.asr.backends.options import LoadOptions
from engine.asr.backends.sherpa_streaming import StreamingModel, StreamingTraits
from engine.models import checks
from engine.models.families import ModelFolder

_FEATURE_SHIFT_FRAMES = 160
_BEAM = 4


def load(model: ModelFolder, options: LoadOptions) -> StreamingModel:
    """Loads a transducer; with hot words it searches a beam, which costs more."""
    vocabulary = checks.read_tokens(model.model_id, model.files["tokens"])
    is_upper_case = bpe_vocabulary.is_upper_case(vocabulary)
    hotwords = _phrases(options, vocabulary, is_upper_case=is_upper_case)
    units = bpe_vocabulary.units(model, vocabulary) if hotwords else ("cjkchar", "")
    recognizer = OnlineRecognizer.from_transducer(
        tokens=str(model.files["tokens"]),
        encoder=str(model.files["encoder"]),
        decoder=str(model.files["decoder"]),
        joiner=str(model.files["joiner"]),
        num_threads=options.threads,
        decoding_method="modified_beam_search" if hotwords else "greedy_search",
        max_active_paths=_BEAM,
        modeling_unit=units[0],
        bpe_vocab=units[1],
    )
    traits = _traits(model, "encoder", is_upper_case=is_upper_case, hotwords=hotwords)
    return StreamingModel(model.model_id, recognizer, traits)


def load_ctc(model: ModelFolder, options: LoadOptions) -> StreamingModel:
    """Loads a CTC model; it takes no hot words."""
    vocabulary = checks.read_tokens(model.model_id, model.files["tokens"])
    recognizer = OnlineRecognizer.from_zipformer2_ctc(
        tokens=str(model.files["tokens"]),
        model=str(model.files["model"]),
        num_threads=options.threads,
    )
    is_upper_case = bpe_vocabulary.is_upper_case(vocabulary)
    traits = _traits(model, "model", is_upper_case=is_upper_case)
    return StreamingModel(model.model_id, recognizer, traits)


def _traits(
    model: ModelFolder, role: str, *, is_upper_case: bool, hotwords: str = ""
) -> StreamingTraits:
    metadata = model.facts[role].metadata
    window = int(metadata["T"]) * _FEATURE_SHIFT_FRAMES
    chunk = int(metadata["decode_chunk_len"]) * _FEATURE_SHIFT_FRAMES
    return StreamingTraits(
        tail_frames=window + chunk // 2,
        lag_frames=window + chunk,
        only_grows=not hotwords,
        is_upper_case=is_upper_case,
        hotwords=hotwords,
    )


def _phrases(options: LoadOptions, vocabulary: list[str], *, is_upper_case: bool) -> str:
    """Hot words as sherpa-onnx wants them: those that the vocabulary can spell."""
    known = set("".join(vocabulary))
    phrases = []
    for word, weight in options.hotwords:
        spelled = word.upper() if is_upper_case else word
        is_plain = "/" not in spelled and ":" not in spelled
        if is_plain and set(spelled.replace(" ", "")) <= known:
            phrases.append(f"{spelled} :{weight:.2f}")
    return "/".join(phrases)
