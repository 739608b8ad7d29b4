from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from pathlib import Path

import pytest

from engine.asr import loading
from engine.asr.backends.options import LoadOptions
from engine.asr.two_pass import TwoPassModel
from engine.errors import BackendError
from engine.models.families import recognise
from engine.types import Hypothesis, Samples
from tests.helpers.speech import loud
from tests.helpers.tiny_models import sense_voice, whisper, zipformer

SPEECH = loud(1.0)


class FakeModel:
    """Says the same text; waits for ``gate`` before a final; fails when told to."""

    def __init__(self, text: str, gate: threading.Event | None = None, fails: bool = False) -> None:
        self.engine_id = text
        self.text, self.gate, self.fails = text, gate, fails
        self.is_closed = False
        self.heard: list[int] = []
        self.threads: set[str] = set()

    def backend(self, language: str) -> FakeBackend:
        return FakeBackend(self)

    def close(self) -> None:
        self.is_closed = True


class FakeBackend:
    def __init__(self, model: FakeModel) -> None:
        self.engine_id = model.engine_id
        self.is_live = False
        self._model = model

    def accept(self, samples: Samples, *, wants_hypothesis: bool = True) -> Hypothesis | None:
        return Hypothesis(self._model.text) if wants_hypothesis else None

    def prepare(self, n_frames: int) -> None:
        pass

    def finish(self, n_frames: int) -> Hypothesis:
        self._model.heard.append(n_frames)
        self._model.threads.add(threading.current_thread().name)
        if self._model.gate:
            assert self._model.gate.wait(10)
        if self._model.fails:
            raise BackendError(self.engine_id, "no")
        return Hypothesis(self._model.text)

    def reset(self) -> None:
        pass


def test_partials_are_the_first_and_finals_the_second() -> None:
    first, second = FakeModel("first"), FakeModel("second")
    model = TwoPassModel("pair", first, second, 5.0)
    backend = model.backend("auto")
    partial = backend.accept(SPEECH)
    assert partial is not None
    assert partial.text == "first"
    assert backend.finish(8000) == Hypothesis("second")
    assert second.heard == [8000]
    assert second.threads == {"second-pass_0"}
    model.close()
    assert first.is_closed
    assert second.is_closed


def test_late_second_pass_leaves_the_first_marked() -> None:
    gate = threading.Event()
    second = FakeModel("second", gate)
    model = TwoPassModel("pair", FakeModel("first"), second, 0.01)
    backend = model.backend("auto")
    backend.accept(SPEECH)
    assert backend.finish(8000) == Hypothesis("first", is_first_pass=True)
    backend.reset()
    gate.set()
    # the late one is for nobody, and the next segment gets its own
    model.limit_s = 10.0
    backend.accept(SPEECH)
    assert backend.finish(9000) == Hypothesis("second")
    assert second.heard == [8000, 9000]
    model.close()


@pytest.mark.parametrize("error", [BackendError("second", "no"), MemoryError()])
def test_failed_second_pass_leaves_the_first_marked(
    error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    model = TwoPassModel("pair", FakeModel("first"), FakeModel("second"), 5.0)

    def fail(_samples: Samples, _language: str) -> Hypothesis:
        raise error

    monkeypatch.setattr(model, "_second_pass", fail)
    backend = model.backend("auto")
    backend.accept(SPEECH)
    assert backend.finish(8000) == Hypothesis("first", is_first_pass=True)
    assert "second pass failed" in caplog.text
    caplog.clear()
    model.close()


def test_limit_counts_from_the_end_of_the_speech(monkeypatch: pytest.MonkeyPatch) -> None:
    class SlowBackend(FakeBackend):
        def finish(self, n_frames: int) -> Hypothesis:
            time.sleep(0.05)
            return super().finish(n_frames)

    class SlowModel(FakeModel):
        def backend(self, language: str) -> FakeBackend:
            return SlowBackend(self)

    class Again(Future[Hypothesis]):
        def result(self, timeout: float | None = None) -> Hypothesis:
            waited.append(timeout)
            return Hypothesis("second")

    waited: list[float | None] = []
    model = TwoPassModel("pair", SlowModel("first"), FakeModel("second"), 0.2)
    monkeypatch.setattr(model, "recognise_again", lambda _samples, _language: Again())
    backend = model.backend("auto")
    backend.accept(SPEECH)
    assert backend.finish(8000).text == "second"
    (timeout_s,) = waited
    assert timeout_s is not None
    assert timeout_s <= 0.15
    model.close()


def test_second_pass_that_hears_nothing_leaves_the_first_marked() -> None:
    model = TwoPassModel("pair", FakeModel("first"), FakeModel(""), 5.0)
    backend = model.backend("auto")
    backend.accept(SPEECH)
    assert backend.finish(8000) == Hypothesis("first", is_first_pass=True)
    model.close()


def test_silence_for_both_is_no_failure() -> None:
    model = TwoPassModel("pair", FakeModel(""), FakeModel(""), 5.0)
    backend = model.backend("auto")
    backend.accept(SPEECH)
    assert backend.finish(8000) == Hypothesis()
    model.close()


def test_prepared_second_pass_is_not_done_twice() -> None:
    second = FakeModel("second")
    model = TwoPassModel("pair", FakeModel("first"), second, 5.0)
    backend = model.backend("auto")
    backend.accept(SPEECH)
    backend.prepare(8000)
    backend.prepare(8000)
    assert backend.finish(8000).text == "second"
    assert second.heard == [8000]
    backend.reset()
    backend.accept(SPEECH)
    assert backend.finish(8000).text == "second"
    assert second.heard == [8000, 8000]
    model.close()


def test_speech_that_goes_on_is_heard_to_its_end() -> None:
    second = FakeModel("second")
    model = TwoPassModel("pair", FakeModel("first"), second, 5.0)
    backend = model.backend("auto")
    backend.accept(SPEECH)
    backend.prepare(8000)
    backend.accept(SPEECH)
    backend.finish(20_000)
    assert second.heard[-1] == 20_000
    model.close()


def test_failure_of_the_first_is_the_pairs() -> None:
    model = TwoPassModel("pair", FakeModel("first", fails=True), FakeModel("second"), 5.0)
    backend = model.backend("auto")
    backend.accept(SPEECH)
    with pytest.raises(BackendError):
        backend.finish(8000)
    model.close()


@pytest.mark.parametrize("build_second", [sense_voice.build, whisper.build])
def test_real_recognisers_pair(tmp_path: Path, build_second: object) -> None:
    zipformer.build(tmp_path / "a")
    build_second(tmp_path / "b")  # type: ignore[operator]
    models = [
        loading.load(recognise(name, tmp_path / name), LoadOptions(), is_trial=True)
        for name in ("a", "b")
    ]
    alone = models[1].backend("auto")
    alone.accept(SPEECH)
    wanted = alone.finish(len(SPEECH))
    pair = TwoPassModel("pair", models[0], models[1], 10.0)
    backend = pair.backend("auto")
    for start in range(0, len(SPEECH), 1000):
        backend.accept(SPEECH[start : start + 1000])
    assert backend.finish(len(SPEECH)) == wanted
    pair.close()
