from __future__ import annotations

from pathlib import Path

from sherpa_onnx import OnlineRecognizer  # type: ignore[import-untyped]

from engine.asr import loading
from engine.asr.backends.options import LoadOptions
from engine.models.families import recognise
from engine.types import ENGINE_RATE_HZ
from tests.helpers.speech import loud
from tests.helpers.tiny_models import paraformer


def test_tail_is_given_that_plain_finishing_keeps_back(tmp_path: Path) -> None:
    paraformer.build(tmp_path)
    audio = loud(2.0)
    plain = OnlineRecognizer.from_paraformer(
        tokens=str(tmp_path / "tokens.txt"),
        encoder=str(tmp_path / "encoder.onnx"),
        decoder=str(tmp_path / "decoder.onnx"),
        num_threads=1,
    )
    stream = plain.create_stream()
    stream.accept_waveform(ENGINE_RATE_HZ, audio)
    stream.input_finished()
    while plain.is_ready(stream):
        plain.decode_stream(stream)
    without_tail = plain.get_result(stream).strip()

    model = loading.load(recognise("tiny", tmp_path), LoadOptions(), is_trial=True)
    backend = model.backend("auto")
    backend.accept(audio)
    final = backend.finish(len(audio))
    assert final.text.startswith(without_tail)
    assert len(final.text) > len(without_tail)
