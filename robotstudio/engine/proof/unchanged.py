"""Proves that a change of a file has no effect; used by everything that calls an edit proven.

Verdicts are compared for every URL. Delays, sitemaps, signals and all other fields are compared as each crawler reads
them. Both texts are read up to the limits of each dialect, and with its groups.
"""

from collections.abc import Callable, Iterator, Sequence

from robotstudio.engine.cancelling import Checkpoint, go_on
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.proof.operands import Reading
from robotstudio.engine.reading import empty_line_ends_group
from robotstudio.engine.robots import FileVersion, Robots
from robotstudio.engine.side_effects import effects
from robotstudio.engine.tokens import Field, LineFlag

Alike = Callable[[Reading, Reading], bool]
"""Returns True if two readings are proven to have the same verdict on every URL."""


def is_unchanged(before: FileVersion, after: FileVersion, readers: Sequence[CrawlerView], alike: Alike) -> bool:
    """Return True if two files are proven to be equivalent for some crawlers: all verdicts, and all other fields."""
    if effects(before, readers) != effects(after, readers):
        return False
    return all(alike(one, other) for one, other in pairs_of_readings(before, after, readers))


def pairs_of_readings(
    before: FileVersion, after: FileVersion, readers: Sequence[CrawlerView]
) -> Iterator[tuple[Reading, Reading]]:
    """Yield the readings before and after, once for crawlers that have the same rules in both."""
    known: set[tuple[int, int]] = set()
    for reader in readers:
        one, other = (Reading(version.read_as(reader.dialect), reader.agent) for version in (before, after))
        key = id(one.robots.choose(one.agent).rules), id(other.robots.choose(other.agent).rules)
        if key not in known:
            known.add(key)
            yield one, other


class RuleLines:
    """The lines of rules that can be deleted so that only the rule goes, for all crawlers of some dialects.

    The groups begin and end as before, no other line is read instead, and no field changes its group. Then what is
    proven about the rule holds for the line.
    """

    def __init__(self, version: FileVersion, dialects: Sequence[str], checkpoint: Checkpoint = go_on) -> None:
        self._left: dict[int, list[set[int]]] = {}
        self._tied: set[int] = set()
        self._is_limited = False
        self.lengths: dict[int, int] = {}
        """The length of each rule, by its line."""
        for dialect in dict.fromkeys(dialects):
            checkpoint()
            self._take_in(version.read_as(dialect))

    def _take_in(self, robots: Robots) -> None:
        most = robots.dialect.locality.most_rules if robots.dialect.locality else None
        number = sum(len(group.rules) for group in robots.groups)
        self._is_limited = self._is_limited or robots.cut is not None or (most is not None and number >= most)
        for group in robots.groups:
            lengths = {rule.line: len(rule.pattern) for rule in group.rules if rule.has_pattern}
            self.lengths |= lengths
            lines = set(lengths)
            for line in lines:
                self._left.setdefault(line, []).append(lines)
        self._tied |= _lines_that_end_a_run(robots)
        if robots.has_inner_lines:
            numbers = [number for number, _ in robots.numbered_lines]
            self._tied |= {number for at, number in enumerate(numbers[1:]) if numbers[at] == number}

    def can_go(self, line: int) -> bool:
        """Return True if nothing but the rule goes with the line."""
        if self._is_limited or line in self._tied:
            return False
        return all(len(lines) > 1 for lines in self._left.get(line, ()))

    def take(self, line: int) -> None:
        """Delete the line."""
        for lines in self._left.get(line, ()):
            lines.discard(line)


def _lines_that_end_a_run(robots: Robots) -> set[int]:
    """Return the lines that end a run of user-agent lines without being a rule of the group."""
    rules = {rule.line for group in robots.groups for rule in group.rules}
    ends_at_blank, closing = empty_line_ends_group(robots.dialect), robots.dialect.closing
    is_open, found = False, set[int]()
    for number, line in robots.numbered_lines:
        if line.field is Field.USER_AGENT:
            is_open = True
        elif ends_at_blank and line.flags & LineFlag.EMPTY:
            is_open = False
        elif is_open and line.field in closing and number not in rules:
            found.add(number)
    return found
