from __future__ import annotations

import asyncio
import threading

import pytest

from app.desktop.bus_thread import BusThread


def test_work_runs_on_one_thread_and_its_result_comes_back() -> None:
    thread = BusThread()
    thread.start()

    async def where() -> str:
        return threading.current_thread().name

    assert thread.submit(where()).result(5) == "desktop-bus"
    thread.stop()


def test_stopping_ends_what_still_runs_and_may_be_repeated() -> None:
    thread = BusThread()
    thread.start()
    begun, ended = threading.Event(), threading.Event()

    async def wait() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    thread.submit(wait())
    assert begun.wait(5)
    thread.stop()
    assert ended.is_set()
    thread.stop()
    thread.call_soon(ended.clear)
    assert ended.is_set()


def test_thread_that_never_started_can_be_stopped() -> None:
    thread = BusThread()
    thread.stop()
    thread.stop()


def test_mistake_in_a_callback_is_logged_and_the_loop_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    thread = BusThread()
    thread.start()
    done = threading.Event()
    thread.call_soon(int, "x")
    thread.call_soon(done.set)
    assert done.wait(5)
    thread.stop()
    assert "desktop bus" in caplog.text
    caplog.clear()


def test_connection_that_ends_early_is_no_mistake() -> None:
    thread = BusThread()
    thread.start()
    done = threading.Event()

    def fail() -> None:
        raise BrokenPipeError

    thread.call_soon(fail)
    thread.call_soon(done.set)
    assert done.wait(5)
    thread.stop()
