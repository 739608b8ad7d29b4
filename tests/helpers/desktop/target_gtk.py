"""A program to dictate into: GTK 3 fields whose text is written to a file at each change.

Run by the system's Python, which has PyGObject.
"""

from __future__ import annotations

import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402


def main() -> None:
    """``target_gtk.py KIND FILE [TITLE]``; KIND is line, text or password."""
    kind, out = sys.argv[1], Path(sys.argv[2])
    title = sys.argv[3] if len(sys.argv) > 3 else "GTKTARGET"
    if kind == "text":
        field = Gtk.TextView()
        source = field.get_buffer()

        def content() -> str:
            return str(source.get_text(source.get_start_iter(), source.get_end_iter(), True))
    else:
        field = source = Gtk.Entry()
        if kind == "password":
            field.set_visibility(False)
            field.set_input_purpose(Gtk.InputPurpose.PASSWORD)

        def content() -> str:
            return str(field.get_text())

    def dump(*_arguments: object) -> None:
        temporary = out.with_suffix(".tmp")
        temporary.write_bytes(content().encode())
        temporary.replace(out)

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
