from __future__ import annotations

from app.output.ibus_engine import NO_FIELD_PATH, Engine, EngineState, InputContext
from app.output.ibus_wire import Surrounding


class Listener:
    def __init__(self, takes_escape: bool = True) -> None:
        self.changes = 0
        self.takes_escape = takes_escape

    def on_change(self) -> None:
        self.changes += 1

    def on_escape(self) -> bool:
        return self.takes_escape


def test_same_path_is_the_same_field_after_a_grab_flicker() -> None:
    state = EngineState(Listener())
    state.focus_in("/c/3", "gtk3-im:gedit")
    first = state.focus
    state.focus_out()
    state.focus_in("/c/3", "gtk3-im:gedit")
    assert first is not None
    assert state.focus is not None
    assert state.focus.is_same_field(first)


def test_shared_context_counts_every_focus_as_another_field() -> None:
    state = EngineState(Listener())
    state.focus_in("/c/3", "gnome-shell")
    first = state.focus
    state.focus_out()
    state.focus_in("/c/3", "gnome-shell")
    assert first is not None
    assert state.focus is not None
    assert not state.focus.is_same_field(first)


def test_context_named_later_as_shared_is_another_field() -> None:
    aimed = InputContext("/c/3", "", 1)
    assert not InputContext("/c/3", "gnome-shell", 2).is_same_field(aimed)


def test_old_daemon_without_paths_is_judged_by_focus_changes() -> None:
    assert InputContext("", "", 1).is_same_field(InputContext("", "", 1))
    assert not InputContext("", "", 2).is_same_field(InputContext("", "", 1))


def test_daemons_own_context_is_no_field() -> None:
    assert not InputContext(NO_FIELD_PATH, "", 1).is_field
    assert not InputContext("/c/9", "fake", 1).is_field
    assert InputContext("/c/9", "Qt", 1).is_field


def test_first_focus_takes_the_path_it_lacked_and_keeps_one_it_had() -> None:
    state = EngineState(Listener())
    state.focus_in("", "")
    state.name_focus("/c/4")
    assert state.focus == InputContext("/c/4", "", 1)
    state.name_focus("/c/5")
    assert state.focus == InputContext("/c/4", "", 1)


def test_focus_told_again_with_its_name_is_the_same_focus() -> None:
    """IBus 1.5.32 tells of the first one twice: it learns only then that we want names."""
    state = EngineState(Listener())
    state.focus_in("", "")
    state.name_focus("/c/2")
    aimed = state.focus
    state.focus_in("/c/2", "gnome-shell")
    assert aimed is not None
    assert state.focus == InputContext("/c/2", "gnome-shell", 1)
    assert state.focus.is_same_field(aimed)
    state.focus_in("/c/2", "gnome-shell")
    assert not state.focus.is_same_field(aimed)


def test_focus_told_with_another_fields_name_is_another() -> None:
    state = EngineState(Listener())
    state.focus_in("/c/2", "")
    aimed = state.focus
    state.focus_in("/c/3", "gnome-shell")
    assert aimed is not None
    assert state.focus is not None
    assert not state.focus.is_same_field(aimed)


def test_losing_the_focus_forgets_the_fields_text() -> None:
    listener = Listener()
    state = EngineState(listener)
    state.focus_in("/c/3", "Qt")
    state.set_surrounding(Surrounding("x", 1))
    state.focus_out()
    assert state.surrounding is None
    assert state.focus is None
    assert listener.changes == 3


def test_only_pressing_escape_is_taken() -> None:
    state = EngineState(Listener())
    assert state.key(0xFF1B, 0)
    assert not state.key(0xFF1B, 1 << 30)
    assert not state.key(ord("a"), 0)
    assert not EngineState(Listener(takes_escape=False)).key(0xFF1B, 0)


def test_engine_tells_the_daemon_that_it_wants_focus_ids_and_text() -> None:
    engine = Engine("/e", EngineState(Listener()))
    assert engine.FocusId is True
    assert engine.ActiveSurroundingText is True
    engine.ContentType = [8, 0]  # type: ignore[method-assign]  # a D-Bus property
    assert engine.ContentType == [8, 0]
