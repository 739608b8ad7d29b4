"""A program to dictate into: GTK 3 fields whose text is written to a file at each change.

Run by the system's Python, which has PyGObject.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402


def make_field(kind: str) -> tuple[Gtk.Widget, Callable[[], str], Gtk.Widget | None]:
    """The widget, how to read its text, and what tells of changes."""
    if kind == "text":
        view = Gtk.TextView()
        buffer = view.get_buffer()
        return (
            view,
            lambda: str(buffer.get_text(buffer.get_start_iter(), buffer.get_end_iter(), True)),
            buffer,
        )
    if kind == "deaf":
        return Gtk.ToggleButton(label="deaf"), str, None
    entry = Gtk.Entry()
    if kind == "password":
        entry.set_visibility(False)
        entry.set_input_purpose(Gtk.InputPurpose.PASSWORD)
    if kind == "short":
        entry.set_max_length(5)
    return entry, entry.get_text, entry


def main() -> None:
    """``target_gtk.py KIND FILE [TITLE]``; KIND is line, text, password, short or deaf."""
    field, content, source = make_field(sys.argv[1])
    out = Path(sys.argv[2])
    title = sys.argv[3] if len(sys.argv) > 3 else "GTKTARGET"

    def dump(*_arguments: object) -> None:
        temporary = out.with_suffix(".tmp")
        temporary.write_bytes(content().encode())
        temporary.replace(out)

    if source is not None:
        source.connect("changed", dump)
    window = Gtk.Window(title=title)
    window.set_default_size(600, 200)
    window.connect("destroy", Gtk.main_quit)
    window.add(field)
    window.show_all()
    window.present()
    dump()
    Gtk.main()


if __name__ == "__main__":
    main()
