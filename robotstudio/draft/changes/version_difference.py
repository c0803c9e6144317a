"""One example of what a kept version of a file decided otherwise than the next one."""

from collections.abc import Iterator
from itertools import chain, islice

from msgspec import Struct

from robotstudio.draft.changes.text_comparison import compare_texts
from robotstudio.engine import UrlTable
from robotstudio.engine.changes import compare
from robotstudio.engine.crawlers import crawler_for
from robotstudio.engine.robots import FileVersion, Robots
from robotstudio.engine.samples import samples

_MOST_RULES, _MOST_CRAWLERS = 400, 40


class VersionDifference(Struct, frozen=True):
    """A rule whose URLs the older version decided otherwise, and how many more; "" if none is known.

    `lines` counts the lines that differ.
    """

    pattern: str = ""
    was_open: bool = False
    more: int = 0
    lines: int = 0


def version_difference(older: bytes, newer: bytes) -> VersionDifference:
    """Compare two versions on one URL for each of their rules, those of changed rules first."""
    lines = compare_texts(older, newer).differing
    versions = [FileVersion(body) for body in (older, newer)]
    read = [version.read_as("google") for version in versions]
    patterns = dict(islice(_samples(*read), _MOST_RULES))
    tokens = {agent.token.decode("ascii", "ignore") for each in read for group in each.groups for agent in group.agents}
    readers = [crawler_for(token).reader for token in sorted(tokens - {""})[:_MOST_CRAWLERS]]
    if not patterns or not readers:
        return VersionDifference(lines=lines)
    changes = compare(versions[0], versions[1], UrlTable(patterns), readers)
    flipped = sorted((row, group.is_blocked) for group in changes.groups for row in group.rows.tolist())
    if not flipped:
        return VersionDifference(lines=lines)
    row, was_open = flipped[0]
    return VersionDifference(tuple(patterns.values())[row], was_open, changes.changed_urls - 1, lines)


def _samples(older: Robots, newer: Robots) -> Iterator[tuple[str, str]]:
    """Yield a URL of each rule, with the rule as written."""
    first, then = ([rule for group in each.groups for rule in group.rules] for each in (newer, older))
    same = set(map(str, first)) & set(map(str, then))
    changed = [rule for rule in chain(first, then) if str(rule) not in same]
    for rule in chain(changed, first):
        found = samples(rule, newer.dialect)
        if found:
            yield found[0].path, rule.written.decode("utf-8", "replace")
