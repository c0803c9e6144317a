"""Blocks of a robots.txt that no person wrote there: those of a CDN, of a plug-in, of a shop system.

They are known by comments that their makers leave: a first and a last line, or one line that says who wrote the file.
"""

import re
from collections.abc import Iterator
from typing import Final

from robotstudio.lazy_dataclasses import dataclass

_LONGEST_LINE: Final = 400
_MOST_BLOCKS: Final = 100


@dataclass(frozen=True, slots=True)
class ManagedBlock:
    """Lines that something else keeps up, 1-based and inclusive."""

    id: str
    title: str
    first_line: int
    last_line: int
    is_closed: bool = True  # its last line was found; an open one may end earlier


@dataclass(frozen=True, slots=True)
class _Marker:
    """How one maker marks its lines. Without `end`, what is marked is the run of comments that `begin` stands in."""

    id: str
    title: str
    begin: re.Pattern[str]
    end: re.Pattern[str] | None = None


def _line(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\s*#\s*{pattern}", re.IGNORECASE)


MARKERS: Final = (
    _Marker(
        "cloudflare",
        "Cloudflare, managed content",
        _line("BEGIN Cloudflare Managed Content"),
        _line("END Cloudflare Managed Content"),
    ),
    _Marker(
        "content-signals",
        "the text of the Content Signals Policy",
        _line("As a condition of accessing this website, you agree to"),
    ),
    _Marker("yoast", "Yoast SEO", _line("START YOAST BLOCK"), _line("END YOAST BLOCK")),
    _Marker(
        "wordpress-plugin",
        "a WordPress plug-in ({name})",
        _line(r"START (?P<name>[\w .&-]{1,40}) BLOCK"),
        _line(r"END [\w .&-]{1,40} BLOCK"),
    ),
    _Marker(
        "virtual-robots",
        "Virtual Robots.txt, a WordPress plug-in",
        _line(r"This virtual robots\.txt file was created by"),
    ),
    _Marker("xml-sitemap-feed", "XML Sitemap & Google News, a WordPress plug-in", _line("XML Sitemap & Google News")),
    _Marker(
        "better-robots", "Better Robots.txt, a WordPress plug-in", _line(r"This robots\.txt file was created by Better")
    ),
    _Marker("shopify", "Shopify", _line("we use Shopify as our ecommerce platform")),
    _Marker("squarespace", "Squarespace", _line("Squarespace Robots Txt")),
    _Marker("wordpress-com", "WordPress.com", _line(r"If you are regularly crawling WordPress\.com sites")),
)


def managed_blocks(body: bytes) -> tuple[ManagedBlock, ...]:
    """The blocks in a file, in their order; never raises on any octets."""
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
        for marker in MARKERS:
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
    return ManagedBlock(marker.id, title, number, _last_written(lines), is_closed=False)


def _end_of_comments(lines: list[str], number: int) -> int:
    """The last comment before the next line with a field, or before another marked block."""
    last = number
    for at in range(number + 1, len(lines) + 1):
        text = lines[at - 1].strip()
        if text.startswith("#") and not any(marker.begin.match(text) for marker in MARKERS):
            last = at
        elif text:
            break
    return last


def _last_written(lines: list[str]) -> int:
    return max((number for number, line in enumerate(lines, start=1) if line.strip()), default=1)
