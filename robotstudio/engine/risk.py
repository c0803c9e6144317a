"""High-risk changes: a main search engine is shut out, or too many verdicts flip at once."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from robotstudio.engine.access import Access, reach_of
from robotstudio.engine.crawlers import CATALOGUE, CRAWLERS, CrawlerView
from robotstudio.engine.robots import FileVersion

if TYPE_CHECKING:
    from robotstudio.engine.changes import Changes

MOST_FLIPS: Final = 0.1
"""Default for the share of verdicts that may flip without a warning."""

_EVERYTHING = ("https://example.com/", "https://example.com/0b5f7b0e/d1c3?4e=1")
"""The home page, and a made-up page: a crawler that may fetch neither is shut out, except for what an Allow opens."""


class RiskId(StrEnum):
    """A danger of a change."""

    BLOCKS_ALL = "blocks-all"
    BLOCKS_MOST = "blocks-most"  # everything except what some Allow lines open
    MANY_FLIPS = "many-flips"


class Risk(Struct, frozen=True):
    """A risk: the crawlers that are shut out with the lines that do it, or how many of the verdicts flip."""

    id: RiskId
    tokens: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    flips: int = 0
    cells: int = 0

    @property
    def shuts_out(self) -> bool:
        """True if search engines are shut out."""
        return self.id is not RiskId.MANY_FLIPS

    @property
    def is_failure(self) -> bool:
        """True if it makes a command exit with a finding."""
        return self.id is not RiskId.BLOCKS_MOST

    @property
    def share(self) -> float:
        """Share of verdicts that flip, from 0 to 1."""
        return self.flips / self.cells if self.cells else 0.0


def risks_of(
    before: FileVersion,
    after: FileVersion,
    changes: "Changes | None" = None,
    *,
    most_flips: float = MOST_FLIPS,
    engines: Sequence[CrawlerView] = (),
) -> tuple[Risk, ...]:
    """Return the risks of replacing `before` by `after`; without `changes` only shut-out crawlers are checked.

    `engines` are the search engines to check, by default the main ones.
    """
    found = []
    shut_out = [(reader.token, *_shut(before, after, reader)) for reader in engines or main_engines()]
    for kind in (RiskId.BLOCKS_ALL, RiskId.BLOCKS_MOST):
        some = [(token, line) for token, risk, line in shut_out if risk is kind]
        if some:
            tokens, lines = zip(*some, strict=True)
            found.append(Risk(kind, tokens, tuple(sorted(set(lines)))))
    if changes is not None and changes.share > most_flips:
        found.append(Risk(RiskId.MANY_FLIPS, flips=changes.flips, cells=changes.cells))
    return tuple(found)


def main_engines() -> tuple[CrawlerView, ...]:
    """Return the main search engines of the catalogue."""
    return tuple(CRAWLERS[token].reader for token in CATALOGUE.main_engines["risk"])


def _shut(before: FileVersion, after: FileVersion, reader: CrawlerView) -> tuple[RiskId | None, int]:
    """Return how a crawler is shut out now but was not before, and the line that does it."""
    kind, line = _blocking_line(after, reader)
    was, _ = _blocking_line(before, reader)
    return (None, 0) if was in {kind, RiskId.BLOCKS_ALL} else (kind, line)


def _blocking_line(version: FileVersion, reader: CrawlerView) -> tuple[RiskId | None, int]:
    robots = version.read_as(reader.dialect)
    verdicts = [robots.decide(url, reader.agent) for url in _EVERYTHING]
    if any(verdict.allowed for verdict in verdicts):
        return None, 0
    reach = reach_of(robots.choose(reader.agent).rules)
    kind = RiskId.BLOCKS_ALL if reach.access is Access.NOTHING else RiskId.BLOCKS_MOST
    return kind, verdicts[-1].line or 0
