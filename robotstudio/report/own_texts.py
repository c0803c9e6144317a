"""Texts of the auditor, in a small part of Markdown: headings, lists, bold and code. All else is text.

A heading that names a chapter puts what follows at its beginning; any other begins a chapter of its own, after the one
before it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from robotstudio.report.model import NoteLine, Notes, ReportSection
from robotstudio.report.texts import NOTES
from robotstudio.text.language import tr
from robotstudio.text.phrases import Piece, PieceKind

_MARKS: Final[Mapping[str, PieceKind]] = {"**": PieceKind.STRONG, "`": PieceKind.TOKEN}
_ITEMS: Final = ("- ", "* ")


class OwnText(Struct, frozen=True):
    """Lines under a heading; "" is the text before the first one."""

    heading: str
    lines: tuple[NoteLine, ...]


def own_texts(text: str) -> tuple[OwnText, ...]:
    """Split a text at its headings."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for line in text.splitlines():
        title = line.lstrip("#").strip()
        if line.startswith(("# ", "## ", "### ")) and title:
            found.append((title, []))
        else:
            found[-1][1].append(line.rstrip())
    return tuple(OwnText(heading, _lines(lines)) for heading, lines in found)


def _lines(lines: Sequence[str]) -> tuple[NoteLine, ...]:
    while lines and not lines[0]:
        lines = lines[1:]
    while lines and not lines[-1]:
        lines = lines[:-1]
    return tuple(_line(line) for line in lines)


def _line(line: str) -> NoteLine:
    is_item = line.startswith(_ITEMS)
    return NoteLine(tuple(_pieces(line[2:] if is_item else line)), is_item=is_item)


def _pieces(text: str) -> Iterator[Piece]:
    """Split at pairs of marks; one without its pair is text."""
    at = begun = 0
    while at < len(text):
        mark = next((each for each in _MARKS if text.startswith(each, at)), "")
        end = text.find(mark, at + len(mark)) if mark else -1
        if end <= at + len(mark) - 1 or not text[at + len(mark) : end].strip():
            at += max(1, len(mark))
            continue
        if text[begun:at]:
            yield Piece(text[begun:at])
        yield Piece(text[at + len(mark) : end], _MARKS[mark])
        at = begun = end + len(mark)
    if text[begun:]:
        yield Piece(text[begun:])


def with_own_texts(
    sections: Sequence[ReportSection], texts: Sequence[OwnText], titles: Mapping[str, str]
) -> Iterator[ReportSection]:
    """Yield the sections with the auditor's texts in them, and own sections between them.

    `titles` are the ids of chapters by their title or id in small letters.
    """
    there = {section.id for section in sections}
    notes: dict[str, Notes] = {}
    own: dict[str, list[ReportSection]] = {}
    place = sections[0].id if sections else ""
    for number, each in enumerate(texts):
        named = titles.get(each.heading.casefold(), "")
        if not each.heading or not (each.lines or named):
            continue
        if named in there:
            notes[named], place = Notes(each.lines, tr(NOTES)), named
        else:
            own.setdefault(place, []).append(ReportSection(f"own-{number}", each.heading, (Notes(each.lines),)))
    yield from own.pop("", ())
    for section in sections:
        if section.id in notes and notes[section.id].lines:
            yield ReportSection(section.id, section.title, (notes[section.id], *section.blocks), section.hint)
        else:
            yield section
        yield from own.get(section.id, ())
