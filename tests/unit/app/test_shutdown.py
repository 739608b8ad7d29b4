from __future__ import annotations

import functools

import pytest

from app.shutdown import Shutdown


def test_steps_run_once_in_the_order_added() -> None:
    shutdown, ran = Shutdown(), list[str]()
    for name in ("hotkey", "session", "window"):
        shutdown.add(name, functools.partial(ran.append, name))
    shutdown.run()
    shutdown.run()
    assert ran == ["hotkey", "session", "window"]


def test_step_that_fails_does_not_keep_the_others_from_running() -> None:
    shutdown, ran = Shutdown(), list[str]()

    def fail() -> None:
        raise ZeroDivisionError

    shutdown.add("session", fail)
    shutdown.add("window", lambda: ran.append("window"))
    with pytest.raises(ZeroDivisionError):
        shutdown.run()
    assert ran == ["window"]
