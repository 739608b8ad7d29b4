"""``press_button.py PROGRAM BUTTON``: presses a button by accessibility, as a screen reader would.

Run by the system's Python, which has PyGObject; exit status 1 where there is no such button.
"""

from __future__ import annotations

import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

ROLES = ("button", "push button")


def find(place: Atspi.Accessible | None, name: str) -> Atspi.Accessible | None:
    """The first button of that name below a place."""
    if place is None:
        return None
    if place.get_role_name() in ROLES and place.get_name() == name:
        return place
    below = (place.get_child_at_index(number) for number in range(place.get_child_count()))
    return next(filter(None, (find(child, name) for child in below)), None)


def main() -> int:
    """Looks through the programs that take part, and presses."""
    program, name = sys.argv[1:]
    desktop = Atspi.get_desktop(0)
    for number in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(number)
        if application is not None and application.get_name() == program:
            button = find(application, name)
            if button is not None:
                return 0 if button.get_action_iface().do_action(0) else 1
    return 1


if __name__ == "__main__":
    sys.exit(main())
