"""Loads a model in a child process first, once, since its runtime may end the process it is in.

The checks before it find what is known to go wrong; this finds the rest. What passed is noted in
the cache by the files' sizes and times, so that it costs nothing the second time.
See docs/decisions/0020-models-are-read-then-tried.md.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import numpy as np

from engine import paths
from engine.asr.backends.options import LoadOptions
from engine.errors import BackendError
from engine.models import families
from engine.models.families import Family, ModelFolder
from engine.types import ENGINE_RATE_HZ

_TIMEOUT_S = 180.0
_SENTENCE = "你好 世界 how are you today " * 5
"""Longer than what a punctuation model sees at once."""

_RUNTIME = "sherpa-onnx 2.0.1"
"""Part of the note: another runtime may take what this one took otherwise."""


def make_sure(model: ModelFolder) -> None:
    """Tries a model out unless that was done before.

    Raises:
        BackendError: it ended the child, or failed in it.
    """
    if model.family is Family.WHISPER_CT2:
        return  # CTranslate2 raises what goes wrong
    note = paths.cache_dir() / "tried" / f"{_fingerprint(model)}.json"
    if note.is_file():
        return
    _try_in_child(model)
    try:
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(json.dumps({"folder": str(model.folder)}), encoding="utf-8")
    except OSError:
        return  # a full or read-only cache: it will be tried again next time


def main(arguments: list[str]) -> int:
    """The child: loads the folder named, and decodes a second of noise or sets a few marks."""
    from engine.asr import loading  # noqa: PLC0415  # imports this module

    model_id, folder = arguments
    found = families.recognise(model_id, Path(folder))
    if not found.family.recognises:
        loading.load_punctuator(found, is_trial=True).punctuate(_SENTENCE)
        return 0
    model = loading.load(found, LoadOptions(), is_trial=True)
    backend = model.backend("auto")
    noise = np.random.default_rng(0).normal(0, 0.1, ENGINE_RATE_HZ).astype(np.float32)
    backend.accept(noise, wants_hypothesis=False)
    backend.finish(len(noise))
    return 0


def _try_in_child(model: ModelFolder) -> None:
    # -I as the program itself runs: no folder of the user's may be imported from
    program = (
        f"import sys; sys.path[:] = {sys.path!r}; from engine.asr import trial; "
        "sys.exit(trial.main(sys.argv[1:]))"
    )
    command = [sys.executable, "-I", "-c", program, model.model_id, str(model.folder)]
    try:
        done = subprocess.run(  # noqa: S603  # our own interpreter
            command, capture_output=True, timeout=_TIMEOUT_S, check=False, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired as error:
        raise BackendError(model.model_id, f"did not load in {_TIMEOUT_S:.0f} s") from error
    if done.returncode != 0:
        raise BackendError(model.model_id, _last_words(done.stderr, done.returncode))


def _last_words(stderr: bytes, status: int) -> str:
    lines = stderr.decode("utf-8", "replace").strip().splitlines()
    words = lines[-1].strip() if lines else "no word of why"
    how = f"signal {-status}" if status < 0 else f"status {status}"
    return f"the runtime gave up on it ({how}): {words}"


def _fingerprint(model: ModelFolder) -> str:
    digest = hashlib.sha256(_RUNTIME.encode())
    for path in sorted(model.files.values()):
        status = path.stat()
        digest.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    return digest.hexdigest()[:32]
