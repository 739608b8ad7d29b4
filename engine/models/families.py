"""Which recogniser a folder's files are for, told from names and from what they say."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.errors import ModelCorruptError, ModelMissingError, ModelUnsupportedError
from engine.models import onnx_facts
from engine.models.onnx_facts import OnnxFacts, OnnxFormatError


class Family(enum.Enum):
    """Kinds of model that something here can run."""

    WHISPER_CT2 = "whisper-ct2"
    STREAMING_PARAFORMER = "streaming-paraformer"
    STREAMING_ZIPFORMER = "streaming-zipformer"
    STREAMING_ZIPFORMER_CTC = "streaming-zipformer-ctc"
    STREAMING_NEMO = "streaming-nemo"
    STREAMING_NEMO_CTC = "streaming-nemo-ctc"
    SENSE_VOICE = "sense-voice"
    PARAFORMER = "paraformer"
    FUN_ASR_NANO = "fun-asr-nano"
    WHISPER = "whisper"
    NEMO = "nemo"
    MOONSHINE = "moonshine"
    PUNCTUATION = "punctuation"
    ONLINE_PUNCTUATION = "online-punctuation"

    @property
    def is_streaming(self) -> bool:
        """Whether it decodes as the audio comes."""
        return self.value.startswith("streaming-")

    @property
    def recognises(self) -> bool:
        """Whether it turns speech into text; the others dress up text."""
        return self not in (Family.PUNCTUATION, Family.ONLINE_PUNCTUATION)

    @property
    def writes_marks(self) -> bool:
        """Whether models of it mostly set punctuation themselves; the catalogue knows better."""
        return self in _WRITES_MARKS


_WRITES_MARKS = frozenset(
    {
        Family.WHISPER_CT2,
        Family.WHISPER,
        Family.SENSE_VOICE,
        Family.FUN_ASR_NANO,
        Family.MOONSHINE,
        Family.NEMO,
        Family.STREAMING_NEMO,
    }
)


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A folder whose files are known for what they are.

    Attributes:
        model_id: what the user calls it.
        folder: where it is.
        family: who can run it.
        files: role (``encoder``, ``tokens``...) to file.
        facts: role to what that ONNX file says of itself.
    """

    model_id: str
    folder: Path
    family: Family
    files: Mapping[str, Path]
    facts: Mapping[str, OnnxFacts]

    @property
    def size_bytes(self) -> int:
        """Bytes of all files that are loaded."""
        return sum(_size(path) for path in self.files.values())


_PICKLES = (".pt", ".pth", ".ckpt", ".pkl", ".nemo")
_CT2_FILES = ("model.bin", "config.json", "tokenizer.json")
_PLAIN_DECODER = "decoder"
"""Transducers: the decoder is small, and loses by int8 what the others do not."""

_ROLE_WORDS = (
    # most telling first: "uncached_decode" holds "cached_decode", which holds "decode"
    ("encoder_adaptor", "encoder_adaptor"),
    ("uncached_decoder", "uncached_decode"),
    ("cached_decoder", "cached_decode"),
    ("preprocessor", "preprocess"),
    ("embedding", "embedding"),
    ("joiner", "joiner"),
    ("encoder", "encode"),
    ("decoder", "decode"),
    ("llm", "llm"),
    ("model", ""),
)


def recognise(model_id: str, folder: Path) -> ModelFolder:
    """Finds out what is in a folder; does not check it through, see ``checks``.

    Raises:
        ModelMissingError: there is no such folder, or a file that belongs to the rest is missing.
        ModelUnsupportedError: nothing here can run what is in it.
        ModelCorruptError: a file that should be ONNX is damaged.
    """
    try:
        names = sorted(path.name for path in folder.iterdir())
    except NotADirectoryError as error:
        raise ModelUnsupportedError(folder, "is a file, not a folder") from error
    except OSError as error:
        raise ModelMissingError(model_id, folder) from error
    if all(name in names for name in _CT2_FILES):
        files = {name: folder / name for name in _CT2_FILES}
        return ModelFolder(model_id, folder, Family.WHISPER_CT2, files, {})
    found = _by_role(folder, names)
    if not found:
        raise ModelUnsupportedError(folder, _why_nothing(names))
    facts = {role: read_facts(model_id, path) for role, path in found.items()}
    family = _family(found, facts)
    if family is None:
        raise ModelUnsupportedError(folder, "holds ONNX files of a kind that is not known here")
    files = found | _beside(model_id, folder, names, family)
    return ModelFolder(model_id, folder, family, files, facts)


def read_facts(model_id: str, path: Path) -> OnnxFacts:
    """What an ONNX file says of itself.

    Raises:
        ModelCorruptError: it is damaged.
        ModelMissingError: it cannot be read.
    """
    try:
        return onnx_facts.read(path)
    except OnnxFormatError as error:
        raise ModelCorruptError(model_id, path, str(error)) from error
    except OSError as error:
        raise ModelMissingError(model_id, path) from error


def _by_role(folder: Path, names: list[str]) -> dict[str, Path]:
    """The best set of ONNX files, one a role, that differ in nothing but the role."""
    sets: dict[str, dict[str, list[str]]] = {}
    for name in names:
        if name.endswith(".onnx"):
            role, rest = _role(name)
            sets.setdefault(rest, {}).setdefault(role, []).append(name)
    if not sets:
        return {}
    best = max(sorted(sets), key=lambda rest: len(sets[rest]))
    has_joiner = "joiner" in sets[best]
    chosen = {}
    for role, candidates in sets[best].items():
        wants_int8 = not (role == _PLAIN_DECODER and has_joiner)
        candidates.sort(key=lambda name: (".int8." in name) is not wants_int8)
        chosen[role] = folder / candidates[0]
    return chosen


def _role(name: str) -> tuple[str, str]:
    """A file's role, and what is left of its name."""
    stem = name.removesuffix(".onnx").removesuffix(".int8").lower()
    for role, word in _ROLE_WORDS:
        if word and word in stem:
            before, after = stem.split(word, 1)
            return role, before + "*" + after.removeprefix("r")
    return "model", "*"


def _family(files: Mapping[str, Path], facts: Mapping[str, OnnxFacts]) -> Family | None:
    roles = set(files)
    if {"encoder_adaptor", "llm", "embedding"} <= roles:
        return Family.FUN_ASR_NANO
    if {"preprocessor", "encoder", "uncached_decoder", "cached_decoder"} <= roles:
        return Family.MOONSHINE
    if {"encoder", "decoder", "joiner"} <= roles:
        return _transducer(facts["encoder"].metadata)
    if {"encoder", "decoder"} <= roles:
        return _encoder_decoder(facts["encoder"].metadata)
    return _single(facts["model"]) if roles == {"model"} else None


def _transducer(encoder: Mapping[str, str]) -> Family | None:
    if "pred_rnn_layers" in encoder:
        return Family.STREAMING_NEMO if "cache_last_channel_dim1" in encoder else Family.NEMO
    if encoder.get("model_type") in ("zipformer", "zipformer2"):
        # the offline zipformers say so too, but have no chunks
        return Family.STREAMING_ZIPFORMER if "decode_chunk_len" in encoder else None
    return None


def _encoder_decoder(encoder: Mapping[str, str]) -> Family | None:
    if encoder.get("model_type", "").startswith("whisper") or "n_mels" in encoder:
        return Family.WHISPER
    if "lfr_window_size" in encoder:
        return Family.STREAMING_PARAFORMER
    return None


def _single(facts: OnnxFacts) -> Family | None:
    kind = facts.metadata.get("model_type", "")
    if kind.startswith("sense_voice"):
        return Family.SENSE_VOICE
    if kind in ("zipformer2", "zipformer2_ctc") and "decode_chunk_len" in facts.metadata:
        return Family.STREAMING_ZIPFORMER_CTC
    if "cache_last_channel_dim1" in facts.metadata:
        return Family.STREAMING_NEMO_CTC
    if "punctuations" in facts.metadata:
        return Family.PUNCTUATION
    if "COMMA" in facts.metadata:
        return Family.ONLINE_PUNCTUATION
    return Family.PARAFORMER if kind == "paraformer" else None


def _beside(model_id: str, folder: Path, names: list[str], family: Family) -> dict[str, Path]:
    """The files of the family that are not ONNX."""
    if family is Family.PUNCTUATION:
        return {}
    if family is Family.FUN_ASR_NANO:
        return {"tokenizer": _tokenizer(model_id, folder)}
    wanted = "bpe.vocab" if family is Family.ONLINE_PUNCTUATION else "tokens.txt"
    match = next((name for name in names if name.endswith(wanted)), None)
    if match is None:
        raise ModelMissingError(model_id, folder / wanted)
    extra = {"bpe_model": folder / "bpe.model"} if "bpe.model" in names else {}
    return {wanted.partition(".")[0]: folder / match, **extra}


def _tokenizer(model_id: str, folder: Path) -> Path:
    """The folder with the language model's vocabulary."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and (path / "vocab.json").is_file():
            for name in ("merges.txt", "tokenizer.json"):
                if not (path / name).is_file():
                    raise ModelMissingError(model_id, path / name)
            return path
    raise ModelMissingError(model_id, folder / "Qwen3-0.6B" / "vocab.json")


def _why_nothing(names: list[str]) -> str:
    if any(name.endswith(_PICKLES) for name in names):
        return "holds PyTorch files, which can run code when loaded; take the ONNX release"
    if any(name.endswith(".ort") for name in names):
        return "holds a model in ONNX Runtime's own form (.ort), which is not supported; take .onnx"
    return "holds no model: no .onnx file"


def _size(path: Path) -> int:
    if path.is_dir():
        return sum(_size(inner) for inner in path.iterdir())
    return path.stat().st_size if path.is_file() else 0
