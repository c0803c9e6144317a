"""Let crawlers follow the block of a policy alone: take them out of the groups that name them elsewhere.

Dialects disagree about where a group ends and which groups share rules, so that no edit is right for all of them by
construction. The edit removes no more than every dialect agrees on, and counts only if each other crawler is proven to
read the file as before.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from msgspec import Struct

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.cancelling import IsCancelled
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.groups import Group
from robotstudio.engine.proof import Reading, Result
from robotstudio.engine.tokens import LINE_END, Field, LineFlag, parse_line
from robotstudio.policy.block import find_block
from robotstudio.policy.outcome import FilePair

_BOM = b"\xef\xbb\xbf"


class OnlyBlock(Struct, frozen=True):
    """A file without the names of crawlers outside the block, and the other crawlers that it would change.

    `is_reached` is False if one of the named crawlers would still follow rules outside the block.
    """

    body: bytes
    changed: tuple[Crawler, ...]
    is_reached: bool

    @property
    def is_safe(self) -> bool:
        return self.is_reached and not self.changed


def follow_only_block(
    body: bytes, crawlers: Sequence[Crawler], catalogue: Catalogue, is_cancelled: IsCancelled | None = None
) -> OnlyBlock:
    """Remove the lines outside the block that name these crawlers, and the rules that are theirs alone.

    Comments and Sitemap lines stay. Raises BlockError, and Cancelled if cancelled.
    """
    edited = body
    for crawler in crawlers:
        edited = _without(edited, crawler, catalogue)
    files = FilePair(body, edited, is_cancelled)
    tokens = {crawler.token for crawler in crawlers}
    others = (crawler for crawler in catalogue.crawlers.values() if crawler.token not in tokens)
    changed = tuple(crawler for crawler in others if files.proof_for(crawler).outcome is not Result.EQUAL)
    return OnlyBlock(edited, changed, all(_is_as_block_says(files, crawler, catalogue) for crawler in crawlers))


def _is_as_block_says(files: FilePair, crawler: Crawler, catalogue: Catalogue) -> bool:
    """Return True if a crawler is proven to read of the file what the block says, or if there is no block."""
    block = find_block(files.now.body, catalogue)
    if block is None:
        return True
    alone = Robots.parse("\n".join((*block.lines, "")).encode(), DIALECTS[crawler.dialect])
    now = files.now.read_as(crawler.dialect)
    return files.proof(Reading(now, crawler.agent), Reading(alone, crawler.agent)).outcome is Result.EQUAL


def _inside(body: bytes, catalogue: Catalogue) -> range:
    block = find_block(body, catalogue)
    return range(block.first_line, block.last_line + 1) if block else range(0)


def _without(body: bytes, crawler: Crawler, catalogue: Catalogue) -> bytes:
    inside = _inside(body, catalogue)
    bom = body[: len(_BOM)] if body.startswith(_BOM) else b""
    lines = list(_with_ends(body[len(bom) :]))
    readings = {dialect: Robots.parse(body, DIALECTS[dialect]) for dialect in DIALECTS}
    own, members = set[int](), set[int]()
    for group in readings[crawler.dialect].groups:
        named = _named_lines(group, crawler)
        own |= named
        if named and len(named) == len(group.agents):
            members |= set(_members(group, lines))
    shared = set(chain.from_iterable(_lines_of_others(robots, crawler) for robots in readings.values()))
    gone = own | (members - shared)
    return bom + b"".join(line for number, line in enumerate(lines, 1) if number not in gone or number in inside)


def _named_lines(group: Group, crawler: Crawler) -> set[int]:
    names = DIALECTS[crawler.dialect].tokens_of(crawler.token.encode())
    return {agent.line for agent in group.agents if agent.token in names}


def _lines_of_others(robots: Robots, crawler: Crawler) -> Iterator[int]:
    """Iterate over the lines that a dialect attributes to another crawler."""
    for group in robots.groups:
        named = _named_lines(group, crawler)
        if len(named) < len(group.agents):
            yield from (agent.line for agent in group.agents if agent.line not in named)
            yield from range(group.agents[-1].line + 1, group.last_line + 1)


def _with_ends(body: bytes) -> Iterator[bytes]:
    start = 0
    for end in LINE_END.finditer(body):
        yield body[start : end.end()]
        start = end.end()
    if start < len(body):
        yield body[start:]


def _members(group: Group, lines: Sequence[bytes]) -> Iterable[int]:
    """Iterate over the lines of a group up to the next user-agent line."""
    for number in range(group.first_line, len(lines) + 1):
        line = parse_line(lines[number - 1].rstrip(b"\r\n"))
        if number > group.agents[-1].line and line.field is Field.USER_AGENT:
            return
        if not line.flags & (LineFlag.EMPTY | LineFlag.COMMENT_ONLY) and line.field is not Field.SITEMAP:
            yield number
