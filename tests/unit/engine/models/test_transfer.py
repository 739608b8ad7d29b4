from __future__ import annotations

import socket

import pytest

from engine.models.transfer import Cancellation, Progress, Speedometer


def test_time_left_follows_from_speed() -> None:
    assert Progress("download", 50, 150, 10.0).seconds_left == pytest.approx(10.0)


@pytest.mark.parametrize("progress", [Progress("download", 50), Progress("download", 50, 100)])
def test_time_left_is_unknown_without_total_or_speed(progress: Progress) -> None:
    assert progress.seconds_left is None


def test_speed_forgets_the_distant_past() -> None:
    now = 0.0
    meter = Speedometer(lambda: now)
    for second in range(1, 21):
        now = float(second)
        meter.add(1000)
    for second in range(21, 41):
        now = float(second)
        rate = meter.add(10)
    assert rate == pytest.approx(10.0)


def test_cancel_wakes_a_blocked_reader() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        cancellation = Cancellation()
        cancellation.watch(ours)
        cancellation.cancel()
        cancellation.cancel()
        assert ours.recv(1) == b""
        assert cancellation.is_cancelled
        cancellation.unwatch()


def test_socket_watched_after_cancel_is_ended_at_once() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        cancellation = Cancellation()
        cancellation.cancel()
        cancellation.watch(ours)
        assert ours.recv(1) == b""
        cancellation.unwatch()
