"""Checks a model through before its runtime sees it.

sherpa-onnx ends the process on metadata it does not like, and reads beyond its buffers where the
numbers in it contradict the files. The keys below are those its loaders ask for (release 2.0.1).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from engine.errors import ModelCorruptError, ModelTooLargeError
from engine.models.families import Family, ModelFolder

_MAX_NUMBER = 10_000_000
_MAX_TOKENS_BYTES = 64 * 1024 * 1024
_MELS = 80
_NUMBER = re.compile(r"\d{1,9}$")
_LIST = re.compile(r"\d{1,9}(,\d{1,9})*$")
_FLOATS = re.compile(r"[-+0-9.eE]+(,[-+0-9.eE]+)*$")

_SCORE = re.compile(r"[-+]?[0-9.]+(e[-+]?[0-9]+)?$", re.IGNORECASE)

_MARKS = frozenset("_，。？、")
_FIXED = {"COMMA": 1, "PERIOD": 2, "QUESTION": 3, "UPPER": 1, "CAP": 2, "MIX_CASE": 3}
_MOST_CHOICES = 64
_LAST_CONTROL_PIECE = 2
"""``</s>``: the runtime writes it, and ``<s>`` before it, by number."""

_LFR = ("vocab_size", "lfr_window_size", "lfr_window_shift")
_CACHES = tuple(f"cache_last_{what}_dim{i}" for what in ("channel", "time") for i in (1, 2, 3))
_STREAMING_NEMO = ("vocab_size", "window_size", "chunk_shift", "subsampling_factor", *_CACHES)
_ZIPFORMER2_LISTS = (
    "encoder_dims",
    "query_head_dims",
    "value_head_dims",
    "num_heads",
    "num_encoder_layers",
    "cnn_module_kernels",
    "left_context_len",
)
_ZIPFORMER_LISTS = (
    "encoder_dims",
    "attention_dims",
    "num_encoder_layers",
    "cnn_module_kernels",
    "left_context_len",
)
_NUMBERS: Mapping[Family, Mapping[str, tuple[str, ...]]] = {
    Family.STREAMING_PARAFORMER: {
        "encoder": (*_LFR, "encoder_output_size", "decoder_num_blocks", "decoder_kernel_size")
    },
    Family.STREAMING_ZIPFORMER: {
        "encoder": ("T", "decode_chunk_len"),
        "decoder": ("vocab_size", "context_size"),
    },
    Family.STREAMING_ZIPFORMER_CTC: {"model": ("T", "decode_chunk_len")},
    Family.STREAMING_NEMO: {"encoder": (*_STREAMING_NEMO, "pred_rnn_layers", "pred_hidden")},
    Family.STREAMING_NEMO_CTC: {"model": _STREAMING_NEMO},
    Family.SENSE_VOICE: {
        "model": (
            *_LFR,
            "normalize_samples",
            "with_itn",
            "without_itn",
            "lang_auto",
            "lang_zh",
            "lang_en",
            "lang_ja",
            "lang_ko",
            "lang_yue",
        )
    },
    Family.PARAFORMER: {"model": _LFR},
    Family.PUNCTUATION: {"model": ("vocab_size",)},
    Family.ONLINE_PUNCTUATION: {
        "model": ("COMMA", "PERIOD", "QUESTION", "UPPER", "CAP", "MIX_CASE")
    },
    Family.FUN_ASR_NANO: {"encoder_adaptor": ("lfr_window_size", "lfr_window_shift")},
    Family.WHISPER: {
        "encoder": (
            "n_mels",
            "n_text_layer",
            "n_text_ctx",
            "n_text_state",
            "n_vocab",
            "sot",
            "eot",
            "blank_id",
            "translate",
            "transcribe",
            "is_multilingual",
            "no_timestamps",
            "no_speech",
        )
    },
    Family.NEMO: {
        "encoder": ("vocab_size", "subsampling_factor", "pred_rnn_layers", "pred_hidden")
    },
}
_INPUTS: Mapping[Family, Mapping[str, tuple[int, int]]] = {
    # role to the least and most inputs: tells files that were swapped
    Family.STREAMING_PARAFORMER: {"encoder": (2, 2), "decoder": (5, 64)},
    Family.STREAMING_ZIPFORMER: {"encoder": (3, 4096), "decoder": (1, 1), "joiner": (2, 2)},
    Family.STREAMING_NEMO: {"encoder": (5, 8), "decoder": (4, 4), "joiner": (2, 2)},
    Family.STREAMING_NEMO_CTC: {"model": (5, 5)},
    Family.STREAMING_ZIPFORMER_CTC: {"model": (3, 4096)},
    Family.NEMO: {"encoder": (2, 2), "decoder": (4, 4), "joiner": (2, 2)},
    Family.SENSE_VOICE: {"model": (4, 4)},
    Family.PARAFORMER: {"model": (2, 3)},
    Family.PUNCTUATION: {"model": (2, 2)},
    Family.ONLINE_PUNCTUATION: {"model": (3, 3)},
    Family.WHISPER: {"encoder": (1, 1), "decoder": (6, 6)},
    Family.MOONSHINE: {
        "preprocessor": (1, 1),
        "encoder": (2, 2),
        "uncached_decoder": (3, 3),
        "cached_decoder": (4, 4096),
    },
}


def check(model: ModelFolder) -> None:
    """Checks metadata, signatures and tokens against each other.

    Raises:
        ModelCorruptError: a file is damaged, swapped, or of another model; says which.
    """
    for role, keys in _NUMBERS.get(model.family, {}).items():
        for key in keys:
            _number(model, role, key)
    for role, (least, most) in _INPUTS.get(model.family, {}).items():
        count = len(model.facts[role].inputs)
        if not least <= count <= most:
            raise _corrupt(model, role, f"has {count} inputs: another file is in its place")
    for families, further in _FURTHER:
        if model.family in families:
            further(model)
    if "tokens" in model.files:
        _check_tokens(model)


def check_memory(model_id: str, needed_bytes: int, available_bytes: int) -> None:
    """Sees to it that loading a model will not push the desktop out of memory.

    Raises:
        ModelTooLargeError: it would.
    """
    if needed_bytes > available_bytes:
        raise ModelTooLargeError(model_id, needed_bytes, available_bytes)


def _number(model: ModelFolder, role: str, key: str) -> int:
    value = model.facts[role].metadata.get(key, "")
    if not _NUMBER.match(value) or int(value) > _MAX_NUMBER:
        what = f"has no {key}" if not value else f"says {key} = {value[:40]}"
        raise _corrupt(model, role, f"{what}: it is of another kind, or was exported wrongly")
    return int(value)


def _numbers(model: ModelFolder, role: str, key: str) -> list[int]:
    value = model.facts[role].metadata.get(key, "")
    if not _LIST.match(value):
        raise _corrupt(model, role, f"has no usable {key}: it was exported wrongly")
    return [int(part) for part in value.split(",")]


def _check_zipformer(model: ModelFolder) -> None:
    role = "encoder" if model.family is Family.STREAMING_ZIPFORMER else "model"
    is_first = model.facts[role].metadata.get("model_type") == "zipformer"
    lists = _ZIPFORMER_LISTS if is_first else _ZIPFORMER2_LISTS
    lengths = {len(_numbers(model, role, key)) for key in lists}
    if len(lengths) != 1:
        raise _corrupt(model, role, "contradicts itself: its lists differ in length")
    layers = _numbers(model, role, "num_encoder_layers")
    wanted = 1 + 7 * len(layers) if is_first else 3 + 6 * sum(layers)
    if len(model.facts[role].inputs) != wanted:
        raise _corrupt(model, role, "does not have the inputs that its metadata tells of")


def _check_normalisation(model: ModelFolder) -> None:
    role = "encoder" if model.family is Family.STREAMING_PARAFORMER else "model"
    wanted = _MELS * _number(model, role, "lfr_window_size")
    for key in ("neg_mean", "inv_stddev"):
        value = model.facts[role].metadata.get(key, "")
        if not _FLOATS.match(value) or value.count(",") + 1 != wanted:
            raise _corrupt(model, role, f"{key} does not have {wanted} numbers")


def _check_whisper(model: ModelFolder) -> None:
    _numbers(model, "encoder", "sot_sequence")
    if _number(model, "encoder", "is_multilingual"):
        tokens = _numbers(model, "encoder", "all_language_tokens")
        codes = model.facts["encoder"].metadata.get("all_language_codes", "").split(",")
        if len(tokens) != len(codes):
            raise _corrupt(model, "encoder", "contradicts itself: languages and their tokens")


def _check_punctuation(model: ModelFolder) -> None:
    """The loader counts tokens, looks marks up, and takes the row's length from the output."""
    metadata = model.facts["model"].metadata
    tokens = metadata.get("tokens", "").split("|")
    if len(tokens) != _number(model, "model", "vocab_size"):
        raise _corrupt(model, "model", "contradicts itself: its tokens and their number")
    if metadata.get("unk_symbol", "") not in tokens:
        raise _corrupt(model, "model", "does not have the token that stands for unknown ones")
    marks = metadata.get("punctuations", "").split("|")
    if not set(marks) >= _MARKS:
        raise _corrupt(model, "model", f"does not have the marks {' '.join(sorted(_MARKS))}")
    _check_scores(model, 1, 3, len(marks))


def _check_online_punctuation(model: ModelFolder) -> None:
    """The numbers of marks and cases are fixed in the runtime, whatever the file says."""
    for key, fixed in _FIXED.items():
        if _number(model, "model", key) != fixed:
            raise _corrupt(model, "model", f"does not say {key} = {fixed}")
    _check_scores(model, 2, 2, _MOST_CHOICES)
    _check_pieces(model)


def _check_scores(model: ModelFolder, outputs: int, rank: int, most: int) -> None:
    """Where a row's length is free or beyond what is known, memory beside it would be read."""
    shapes = [tensor.shape for tensor in model.facts["model"].outputs[:outputs]]
    if len(shapes) != outputs or any(
        len(shape) != rank or not 0 < (shape[-1] or 0) <= most for shape in shapes
    ):
        raise _corrupt(model, "model", "has other outputs than a model of its kind")


def _check_pieces(model: ModelFolder) -> None:
    path = model.files["bpe"]
    if path.stat().st_size > _MAX_TOKENS_BYTES:
        raise ModelCorruptError(model.model_id, path, "is too large to be a list of pieces")
    try:
        lines = path.read_bytes().decode("utf-8").rstrip("\n").split("\n")
    except UnicodeDecodeError as error:
        raise ModelCorruptError(model.model_id, path, "is not UTF-8 text") from error
    for line in lines:
        parts = line.rsplit(None, 1)
        if len(parts) < 2 or not _SCORE.match(parts[1]):
            detail = f"line {line[:40]!r} is no piece and score"
            raise ModelCorruptError(model.model_id, path, detail)
    if len(lines) <= _LAST_CONTROL_PIECE:
        raise ModelCorruptError(model.model_id, path, "is no complete list of pieces")


_FURTHER: tuple[tuple[tuple[Family, ...], Callable[[ModelFolder], None]], ...] = (
    ((Family.STREAMING_ZIPFORMER, Family.STREAMING_ZIPFORMER_CTC), _check_zipformer),
    (
        (Family.STREAMING_PARAFORMER, Family.PARAFORMER, Family.SENSE_VOICE),
        _check_normalisation,
    ),
    ((Family.WHISPER,), _check_whisper),
    ((Family.PUNCTUATION,), _check_punctuation),
    ((Family.ONLINE_PUNCTUATION,), _check_online_punctuation),
)


def vocabulary_size(model: ModelFolder) -> int | None:
    """How many tokens the model's outputs stand for, or None where no file says."""
    facts = model.facts
    if model.family is Family.STREAMING_ZIPFORMER:
        return _number(model, "decoder", "vocab_size")
    if model.family is Family.STREAMING_ZIPFORMER_CTC:
        shape = facts["model"].outputs[0].shape if facts["model"].outputs else ()
        return shape[2] if len(shape) == 3 else None
    role = "model" if "model" in facts else "encoder"
    if role not in facts or "vocab_size" not in facts[role].metadata:
        return None
    # NeMo does not count the blank
    is_nemo = model.family in (Family.NEMO, Family.STREAMING_NEMO, Family.STREAMING_NEMO_CTC)
    return _number(model, role, "vocab_size") + is_nemo


def _check_tokens(model: ModelFolder) -> None:
    """Every output must have a token; ``#0`` and the like beyond them are a decoder graph's."""
    path = model.files["tokens"]
    tokens = read_tokens(model.model_id, path)
    wanted = vocabulary_size(model)
    spare = [token for token in tokens[wanted or 0 :] if not token.startswith("#")]
    if wanted is not None and (len(tokens) < wanted or spare):
        detail = f"has {len(tokens)} tokens, the model {wanted}: they are of different models"
        raise ModelCorruptError(model.model_id, path, detail)


def read_tokens(model_id: str, path: Path) -> list[str]:
    """The tokens in the order of their ids.

    Raises:
        ModelCorruptError: not a token and a number on each line, or ids that leave gaps.
    """
    if path.stat().st_size > _MAX_TOKENS_BYTES:
        raise ModelCorruptError(model_id, path, "is too large to be a list of tokens")
    try:
        lines = path.read_bytes().decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise ModelCorruptError(model_id, path, "is not UTF-8 text") from error
    by_id: dict[int, str] = {}
    for line in filter(str.strip, lines):
        token, _, number = line.rstrip().rpartition(" ")
        if not _NUMBER.match(number) or int(number) in by_id:
            raise ModelCorruptError(model_id, path, f"line {line[:40]!r} is no token and id")
        by_id[int(number)] = token
    if not by_id or sorted(by_id) != list(range(len(by_id))):
        raise ModelCorruptError(model_id, path, "is no complete list of tokens")
    return [by_id[i] for i in range(len(by_id))]


def _corrupt(model: ModelFolder, role: str, detail: str) -> ModelCorruptError:
    return ModelCorruptError(model.model_id, model.files[role], detail)
