from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.desktop.gesture import HotkeyGesture, Mode, Wish


def test_holding_talks_until_the_release() -> None:
    gesture = HotkeyGesture()
    assert gesture.press(0.0) is Wish.START
    assert gesture.mode == Mode.HOLD
    assert gesture.release(1.0) is Wish.STOP
    assert not gesture.is_active


def test_tap_toggles() -> None:
    gesture = HotkeyGesture()
    assert gesture.press(0.0) is Wish.START
    assert gesture.release(0.1) is None
    assert gesture.mode is Mode.TOGGLE
    assert gesture.press(5.0) is Wish.STOP
    assert gesture.release(5.1) is None
    assert gesture.press(6.0) is Wish.START


def test_auto_repeat_is_one_press() -> None:
    gesture = HotkeyGesture()
    assert [gesture.press(t / 10) for t in range(5)] == [Wish.START, None, None, None, None]


def test_escape_cancels_and_the_held_key_is_ignored_until_it_is_up() -> None:
    gesture = HotkeyGesture()
    assert gesture.escape() is None
    gesture.press(0.0)
    assert gesture.escape() is Wish.CANCEL
    assert gesture.press(0.5) is None
    assert gesture.release(1.0) is None
    assert gesture.press(2.0) is Wish.START
    gesture.release(2.1)
    assert gesture.escape() is Wish.CANCEL
    assert gesture.press(3.0) is Wish.START


def test_missed_release_ends_with_the_text_kept() -> None:
    gesture = HotkeyGesture(maximum_s=10)
    assert gesture.deadline_s() is None
    gesture.press(0.0)
    assert gesture.deadline_s() == 10
    assert gesture.expire(9.9) is None
    assert gesture.expire(10.0) is Wish.STOP
    assert gesture.release(11.0) is None
    assert gesture.press(12.0) is Wish.START


def test_dictation_without_a_held_key_may_go_on() -> None:
    gesture = HotkeyGesture(maximum_s=10)
    gesture.press(0.0)
    gesture.set_times(0.3, 20)
    assert gesture.deadline_s() == 20
    gesture.release(0.1)
    assert gesture.deadline_s() is None
    assert gesture.expire(100.0) is None


def test_dictation_that_failed_leaves_the_key_usable() -> None:
    gesture = HotkeyGesture()
    gesture.press(0.0)
    gesture.ended()
    assert gesture.release(1.0) is None
    assert gesture.press(2.0) is Wish.START


def test_key_ends_a_dictation_begun_elsewhere() -> None:
    gesture = HotkeyGesture()
    gesture.toggled_elsewhere()
    assert gesture.mode is not Mode.HOLD
    assert gesture.press(1.0) is Wish.STOP
    gesture.release(1.1)
    gesture.press(2.0)
    gesture.toggled_elsewhere()  # our own START, reported back
    assert gesture.mode.value == "hold"


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["press", "release", "escape", "expire", "ended"]), st.floats(0, 9)
        )
    )
)
def test_starts_and_ends_always_alternate(events: list[tuple[str, float]]) -> None:
    gesture = HotkeyGesture(maximum_s=5)
    now, is_running = 0.0, False
    for name, step in events:
        now += step
        call = getattr(gesture, name)
        wish = call(now) if name in ("press", "release", "expire") else call()
        if wish is Wish.START:
            assert not is_running
            is_running = True
        elif wish is not None:
            assert is_running
            is_running = False
        elif name == "ended":
            is_running = False
        assert gesture.is_active is is_running
