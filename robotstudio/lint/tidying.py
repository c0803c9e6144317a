"""Formats a file evenly: field names, spaces, empty lines between groups; proven to change nothing else."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from robotstudio.engine import UrlTable
from robotstudio.engine.changes import Flips, flips
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.directives import FIELDS
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.tokens import LINE_END, RFC_LINES, UTF8_BOM, Field, parse_line, split_lines
from robotstudio.lint.proof import changes_effects, is_proven_for_all, probe
from robotstudio.text.language import Message, Plural, ntr, tr

MAX_BYTES = 600_000
"""Larger files are not formatted: most crawlers stop reading earlier, and a proof takes too long."""

_STANDARD = {b"user-agent": b"User-agent", b"disallow": b"Disallow", b"allow": b"Allow"}
_SPELLINGS = MappingProxyType({**_STANDARD, **{name.encode(): row.title.encode() for name, row in FIELDS.items()}})
_BLANKS = b" \t"
_USUAL = re.compile(rb"[ \t]*+([A-Za-z-]++)[ \t]*+:[ \t]*+([^#]*+)(#.*+)?", re.DOTALL)

_Line = tuple[bytes, bytes]
"""A line and its end."""


class Tidied(Struct, frozen=True):
    """A formatted file. `flips` explain why nothing or, if `is_partial`, not everything could be formatted.

    Without any, a delay, a sitemap or a preference would have changed if it `changes_effects`; if it `is_unproven`,
    it is not proven that every URL keeps its verdict.
    """

    body: bytes
    is_partial: bool = False
    flips: tuple[Flips, ...] = ()
    is_too_large: bool = False
    changes_effects: bool = False
    is_unproven: bool = False


def tidied(body: bytes, urls: Sequence[str] = (), is_cancelled: Callable[[], bool] = bool) -> Tidied:
    """Format a file as far as its effect stays the same for every crawler in every dialect; line ends and BOM stay.

    That is proven for every URL; flips are found on paths made of its own rules, and on these URLs.
    """
    if len(body) > MAX_BYTES:
        return Tidied(body, is_too_large=True)
    against: tuple[Flips, ...] = ()
    is_partial = is_other = is_unproven = False
    for lay_out in (_all, _lines_only):
        made = lay_out(body)
        if made == body or is_cancelled():
            return Tidied(body, is_partial, against, changes_effects=is_other, is_unproven=is_unproven)
        versions, tried = (FileVersion(body), FileVersion(made)), probe(body, made)
        found = flips(*versions, tried.table, tried.readers) or flips(*versions, UrlTable(urls), tried.readers)
        if not found and is_proven_for_all(*versions, tried):
            return Tidied(made, is_partial, against, changes_effects=is_other, is_unproven=is_unproven)
        against, is_partial = found, True
        is_other = not found and changes_effects(*versions, tried)
        is_unproven = not found and not is_other
    return Tidied(body, flips=against, changes_effects=is_other, is_unproven=is_unproven)


_TOO_LARGE: Message = "Not formatted: the file is too large to prove that no verdict changes."
_OTHER_EFFECTS: Mapping[bool, Message] = {
    True: (
        "Formatted without empty lines between groups: with them, a delay, a sitemap or a preference would apply "
        "to other crawlers."
    ),
    False: "Not formatted: a delay, a sitemap or a preference would apply to other crawlers.",
}
_UNPROVEN: Mapping[bool, Message] = {
    True: (
        "Formatted without empty lines between groups: with them, it is not proven that every URL keeps its verdict."
    ),
    False: "Not formatted: it is not proven that every URL keeps its verdict.",
}
_FLIPS: Mapping[bool, Plural] = {
    True: Plural(
        (
            "Formatted without empty lines between groups: with them, {count} verdict for {agent} would change "
            "under {dialect}."
        ),
        (
            "Formatted without empty lines between groups: with them, {count} verdicts for {agent} would change "
            "under {dialect}."
        ),
    ),
    False: Plural(
        "Not formatted: {count} verdict for {agent} would change under {dialect}.",
        "Not formatted: {count} verdicts for {agent} would change under {dialect}.",
    ),
}


def untidied_words(made: Tidied, before: bytes) -> str:
    """Return why nothing, or not all, of a file was formatted; empty if all is."""
    is_partial = made.is_partial and made.body != before
    if made.is_too_large:
        return tr(_TOO_LARGE)
    if made.changes_effects:
        return tr(_OTHER_EFFECTS[is_partial])
    if made.is_unproven:
        return tr(_UNPROVEN[is_partial])
    if not made.flips:
        return ""
    flip = made.flips[0]
    agent = flip.reader.agent if isinstance(flip.reader.agent, str) else flip.reader.agent[0]
    return ntr(_FLIPS[is_partial], len(flip.rows), agent=agent, dialect=DIALECTS[flip.reader.dialect].title)


def line_behind(before: bytes, after: bytes, line: int) -> int:
    """Return the new number of a line, counted from 1, after formatting: only empty lines change."""
    written = sum(1 for raw in split_lines(before)[: line - 1] if raw.strip(_BLANKS))
    for number, raw in enumerate(split_lines(after), 1):
        if not raw.strip(_BLANKS):
            continue
        if not written:
            return number
        written -= 1
    return len(split_lines(after))


def _all(body: bytes) -> bytes:
    bom, lines = _split(body)
    return bom + b"".join(line + end for line, end in _spaced([(_line(line), end) for line, end in lines]))


def _lines_only(body: bytes) -> bytes:
    bom, lines = _split(body)
    return bom + b"".join(_line(line) + end for line, end in lines)


def _split(body: bytes) -> tuple[bytes, list[_Line]]:
    bom = UTF8_BOM if body.startswith(UTF8_BOM) else b""
    lines: list[_Line] = []
    at = len(bom)
    for end in LINE_END.finditer(body, at):
        lines.append((body[at : end.start()], end[0]))
        at = end.end()
    if at < len(body):
        lines.append((body[at:], b""))
    return bom, lines


def _line(raw: bytes) -> bytes:
    """Format a line with a known field; only strip spaces at the end of any other line."""
    found = _USUAL.fullmatch(raw)
    name = _SPELLINGS.get(found[1].lower()) if found else None
    if found is None or name is None:
        return raw.rstrip(_BLANKS)
    value, comment = found[2].rstrip(_BLANKS), (found[3] or b"").rstrip(_BLANKS)
    return name + b":" + b"".join(b" " + part for part in (value, comment) if part)


def _spaced(lines: Sequence[_Line]) -> Iterator[_Line]:
    """Put one empty line before each group and the comments directly above it, and never two in a row."""
    end = next((end for _, end in lines if end), b"\n")
    before = _places_before_groups([line for line, _ in lines])
    was_empty = True
    for number, (line, line_end) in enumerate(lines):
        if number in before and not was_empty:
            yield b"", end
        if line or not was_empty:
            yield line, line_end
        was_empty = not line


def _places_before_groups(lines: Sequence[bytes]) -> frozenset[int]:
    """Return the lines, counted from 0, where a group or the comments directly above it begin."""
    found, comments, in_agents = set(), -1, False
    for number, raw in enumerate(lines):
        line = parse_line(raw, RFC_LINES)
        if line.field is Field.USER_AGENT and line.key:
            if not in_agents:
                found.add(comments if comments >= 0 else number)
            in_agents, comments = True, -1
        elif raw.startswith(b"#"):
            comments = number if comments < 0 else comments
        else:
            in_agents, comments = in_agents and not line.key, -1
    return frozenset(found)
