"""Facts about a body that need no parsing of its rules, including blocks written by a CDN, a plug-in or a shop."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from msgspec import Struct

from robotstudio import assets
from robotstudio.engine.content import Content
from robotstudio.engine.tokens import lines_in
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.fetch.headers import charset_in, content_codings
from robotstudio.fetch.html import (
    ClientRedirect,
    bom_of,
    client_redirects,
    encoding_of,
    header_redirects,
)

_LONGEST_LINE: Final = 400
_MOST_BLOCKS: Final = 100


class ManagedBlock(Struct, frozen=True):
    """Lines maintained by a service rather than a person, 1-based and inclusive."""

    id: str
    title: str
    first_line: int
    last_line: int
    is_closed: bool = True  # its last line was found; an open one may end earlier


class _Marker(Struct, frozen=True):
    """Marks of the lines of one service. Without `end`, the block is the run of comments around `begin`."""

    id: str
    title: str
    begin: re.Pattern[str]
    end: re.Pattern[str] | None = None


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(rf"\s*+#\s*+{text}", re.IGNORECASE)


@cache
def _markers() -> tuple[_Marker, ...]:
    rows = json.loads(assets.path("managed-blocks.json").read_bytes())
    return tuple(
        _Marker(row["id"], row["title"], _pattern(row["begin"]), _pattern(row["end"]) if "end" in row else None)
        for row in rows
    )


def managed_blocks(body: bytes) -> tuple[ManagedBlock, ...]:
    """Return the managed blocks of a file, in order. Never raises."""
    lines = [line[:_LONGEST_LINE] for line in re.split(r"\r\n|\n|\r", body.decode("utf-8", "replace"))]
    found: list[ManagedBlock] = []
    taken = 0  # lines up to here belong to a block already
    for number, marker, match in _begins(lines):
        if number > taken and len(found) < _MOST_BLOCKS:
            found.append(_block(lines, number, marker, match))
            taken = found[-1].last_line
    return tuple(found)


def _begins(lines: list[str]) -> Iterator[tuple[int, _Marker, re.Match[str]]]:
    for number, line in enumerate(lines, start=1):
        if "#" not in line:
            continue
        for marker in _markers():
            match = marker.begin.match(line)
            if match:
                yield number, marker, match
                break


def _block(lines: list[str], number: int, marker: _Marker, match: re.Match[str]) -> ManagedBlock:
    title = marker.title.format_map({name: str(text) for name, text in match.groupdict().items()})
    if marker.end is None:
        return ManagedBlock(marker.id, title, number, _end_of_comments(lines, number))
    for last in range(number + 1, len(lines) + 1):
        if marker.end.match(lines[last - 1]):
            return ManagedBlock(marker.id, title, number, last)
    last_text = max(at for at, line in enumerate(lines, start=1) if line.strip())
    return ManagedBlock(marker.id, title, number, last_text, is_closed=False)


def _end_of_comments(lines: list[str], number: int) -> int:
    """Return the last comment before the next line with a field, or before another marked block."""
    last = number
    for at in range(number + 1, len(lines) + 1):
        text = lines[at - 1].strip()
        if text.startswith("#") and not any(marker.begin.match(text) for marker in _markers()):
            last = at
        elif text:
            break
    return last


GOOGLE_READS: Final = 500 * 1024
"""The documented limit of Google, in bytes; RFC 9309 §2.5 asks for at least as many."""


class BodyFacts(Struct, frozen=True):
    kind: Content
    is_soft_404: bool  # an HTML page with a 2xx status
    size: int
    wire_size: int
    compression: str  # the Content-Encoding, "" if there is none
    charset: str  # as the Content-Type names it
    encoding: str  # as the bytes are: ascii, utf-8, utf-16-le, utf-16-be, other
    bom: str
    sha256: str
    lines: int
    cut_byte: int | None  # where Google stops reading; None if it reads everything
    cut_line: int | None
    truncated: bool  # the fetch stopped at its own limit
    managed: tuple[ManagedBlock, ...]
    redirects: tuple[ClientRedirect, ...]  # neither we nor crawlers follow them


def body_facts(evidence: Evidence) -> BodyFacts:
    """Return the facts about a fetched body. Takes a few ms for the largest, so not for the window's thread."""
    body = evidence.body
    is_cut = len(body) > GOOGLE_READS
    is_page = evidence.body_kind is Content.HTML
    coding = (evidence.header("content-encoding") or "").strip().lower()
    redirects = header_redirects(evidence.header("refresh") or "", evidence.final_url)
    if is_page:
        redirects += client_redirects(body, evidence.content_type, evidence.final_url)
    return BodyFacts(
        kind=evidence.body_kind,
        is_soft_404=is_page and evidence.outcome is FetchOutcome.SUCCESS,
        size=evidence.size,
        wire_size=evidence.wire_size,
        compression=coding if content_codings(coding) else "",
        charset=charset_in(evidence.content_type),
        encoding=encoding_of(body),
        bom=bom_of(body),
        sha256=evidence.sha256,
        lines=lines_in(body),
        cut_byte=GOOGLE_READS if is_cut else None,
        cut_line=lines_in(body[:GOOGLE_READS]) if is_cut else None,
        truncated=evidence.truncated,
        managed=managed_blocks(body) if evidence.body_kind is Content.RULES else (),
        redirects=redirects,
    )
