"""Makes crawlers follow the block of a policy alone: takes them out of the groups that name them elsewhere."""

from collections.abc import Iterable, Iterator

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.groups import Group
from robotstudio.engine.tokens import LINE_END, Field, LineFlag, parse_line
from robotstudio.policy.block import find_block

_BOM = b"\xef\xbb\xbf"


def follow_only_block(body: bytes, crawlers: Iterable[Crawler], catalogue: Catalogue) -> bytes:
    """Return the file without the lines outside the block that name these crawlers.

    A group that names nobody else goes with them; its comments and Sitemap lines stay. Raises BlockError.
    """
    for crawler in crawlers:
        block = find_block(body, catalogue)
        inside = range(block.first_line, block.last_line + 1) if block else range(0)
        bom = body[: len(_BOM)] if body.startswith(_BOM) else b""
        lines = list(_with_ends(body[len(bom) :]))
        gone = set(_lines_of(crawler, Robots.parse(body, DIALECTS[crawler.dialect]), lines, inside))
        body = bom + b"".join(line for number, line in enumerate(lines, 1) if number not in gone)
    return body


def _with_ends(body: bytes) -> Iterator[bytes]:
    start = 0
    for end in LINE_END.finditer(body):
        yield body[start : end.end()]
        start = end.end()
    if start < len(body):
        yield body[start:]


def _lines_of(crawler: Crawler, robots: Robots, lines: list[bytes], inside: range) -> Iterator[int]:
    """Iterate over the lines that name a crawler, and those of groups that name only it."""
    names = DIALECTS[crawler.dialect].tokens_of(crawler.token.encode())
    firsts = sorted({*(group.first_line for group in robots.groups), inside.start or len(lines) + 1, len(lines) + 1})
    for group in robots.groups:
        own = [agent.line for agent in group.agents if agent.token in names]
        if not own or group.first_line in inside:
            continue
        yield from own
        if len(own) == len(group.agents):
            after = next(line for line in firsts if line > group.first_line)
            yield from _members(group, lines, after)


def _members(group: Group, lines: list[bytes], after: int) -> Iterator[int]:
    """Iterate over the lines of a group, up to the line `after` it."""
    for number in range(group.first_line, after):
        line = parse_line(lines[number - 1].rstrip(b"\r\n"))
        if not line.flags & (LineFlag.EMPTY | LineFlag.COMMENT_ONLY) and line.field is not Field.SITEMAP:
            yield number
