"""Pages that more than one proof writes, each its own section."""

from __future__ import annotations

_MARK = "\n## "


def with_section(page: str, title: str, body: str) -> str:
    """The page with that section in place of the one it had, or after the others."""
    head, *sections = page.rstrip("\n").split(_MARK)
    section = f"{title}\n{body}".rstrip("\n") + "\n"
    titles = [text.partition("\n")[0] for text in sections]
    if title in titles:
        sections[titles.index(title)] = section
    else:
        sections.append(section)
    parts = [head, *sections]
    return _MARK.join(f"{part.rstrip()}\n" for part in parts)
