"""IBus's serialised objects as D-Bus variants.

Every IBus object travels as a struct of its class name, a dictionary of attachments, and its
fields in the order of the class's ``serialize`` function in ibus's ``src/``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dbus_fast import Variant

ENGINE_NAME = "cosyscribe"
BUS_NAME = "org.cosyscribe.CosyScribe.IBus"

_ENGINE_SIGNATURE = "(sa{sv}ssssssssussssssss)"
_COMPONENT_SIGNATURE = "(sa{sv}ssssssssavav)"
_ATTRIBUTE_UNDERLINE = 1
_UNDERLINE_SINGLE = 1

PURPOSE_PASSWORD = 8
PURPOSE_PIN = 9

CAPABILITY_PREEDIT = 1 << 0
CAPABILITY_FOCUS = 1 << 3
CAPABILITY_SURROUNDING_TEXT = 1 << 5


def text(content: str, *, is_underlined: bool = False) -> Variant:
    """An ``IBusText``; positions in it count code points."""
    attributes = []
    if is_underlined and content:
        attributes.append(
            Variant(
                "(sa{sv}uuuu)",
                ["IBusAttribute", {}, _ATTRIBUTE_UNDERLINE, _UNDERLINE_SINGLE, 0, len(content)],
            )
        )
    attribute_list = Variant("(sa{sv}av)", ["IBusAttrList", {}, attributes])
    return Variant("(sa{sv}sv)", ["IBusText", {}, content, attribute_list])


def engine_description() -> Variant:
    """An ``IBusEngineDesc``: layout ``default`` leaves the user's keyboard layout alone."""
    return Variant(
        _ENGINE_SIGNATURE,
        [
            "IBusEngineDesc",
            {},
            ENGINE_NAME,
            "CosyScribe",
            "Dictation",
            "other",  # language
            "Apache-2.0",
            "CosyScribe",
            "",  # icon
            "default",  # layout
            0,  # rank: never chosen by itself
            "",  # hotkeys
            "",  # symbol
            "",  # setup program
            "",  # layout variant
            "",  # layout option
            "1",  # version
            "cosyscribe",  # text domain
            "",  # icon property key
        ],
    )


def component() -> Variant:
    """An ``IBusComponent`` that holds our one engine."""
    return Variant(
        _COMPONENT_SIGNATURE,
        [
            "IBusComponent",
            {},
            BUS_NAME,
            "Dictation",
            "1",
            "Apache-2.0",
            "CosyScribe",
            "",  # home page
            "",  # command line: we are running already
            "cosyscribe",
            [],
            [engine_description()],
        ],
    )


def text_content(value: Any) -> str:
    """The characters of an ``IBusText``, or nothing where it is something else."""
    fields = value.value if isinstance(value, Variant) else value
    if isinstance(fields, (list, tuple)) and len(fields) > 2 and isinstance(fields[2], str):
        return fields[2]
    return ""


def engine_name(value: Any) -> str:
    """The name in an ``IBusEngineDesc``, or nothing."""
    while isinstance(value, Variant):
        value = value.value
    if isinstance(value, (list, tuple)) and len(value) > 2 and isinstance(value[2], str):
        return value[2]
    return ""


@dataclass(frozen=True, slots=True)
class Surrounding:
    """What the field holds around the cursor, as far as its program tells.

    Attributes:
        text: often one paragraph, sometimes cut.
        cursor: in code points by IBus's definition, in UTF-16 units by some clients' practice.
    """

    text: str
    cursor: int

    def before_cursor(self) -> tuple[str, ...]:
        """The text before the cursor, in each reading of ``cursor``."""
        by_points = self.text[: self.cursor]
        units = self.text.encode("utf-16-le")[: 2 * self.cursor]
        by_units = units.decode("utf-16-le", errors="ignore")
        return (by_points,) if by_points == by_units else (by_points, by_units)


def shows(committed: str, now: Surrounding, before: Surrounding | None) -> bool:
    """Whether the field's text around the cursor proves that all of ``committed`` arrived.

    ``before`` is the last report from before the commit. The same words may already have stood
    there, so an unchanged report proves nothing. Programs that report one paragraph show only
    what follows the last line break; that is taken as proof when the paragraph holds nothing else.
    """
    if before is not None and now == before:
        return False
    last_line = committed.rpartition("\n")[2]
    return any(
        found.endswith(committed) or ("\n" in committed and last_line and found == last_line)
        for found in now.before_cursor()
    )
