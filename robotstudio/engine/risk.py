"""High-risk changes: a main search engine is shut out, or too many verdicts flip at once."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from robotstudio.engine.changes import Changes
from robotstudio.engine.crawlers import CATALOGUE, CRAWLERS, CrawlerView
from robotstudio.engine.robots import FileVersion
from robotstudio.lazy_dataclasses import dataclass

MOST_FLIPS: Final = 0.1
"""The share of verdicts that may flip before it is worth a warning, where nobody chose another."""

_EVERYTHING = ("https://example.com/", "https://example.com/0b5f7b0e/d1c3?4e=1")
"""The home page, and a page that no rule can mean: who may fetch neither is shut out."""


class RiskId(StrEnum):
    """What is dangerous about a change."""

    BLOCKS_ALL = "blocks-all"
    MANY_FLIPS = "many-flips"


@dataclass(frozen=True, slots=True)
class Risk:
    """A risk: the crawlers that are shut out with the lines that do it, or how many of the verdicts flip."""

    id: RiskId
    tokens: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    flips: int = 0
    cells: int = 0

    @property
    def share(self) -> float:
        """The share of verdicts that flip, from 0 to 1."""
        return self.flips / self.cells if self.cells else 0.0


def risks_of(
    before: FileVersion,
    after: FileVersion,
    changes: Changes | None = None,
    *,
    most_flips: float = MOST_FLIPS,
    engines: Sequence[CrawlerView] = (),
) -> tuple[Risk, ...]:
    """The risks when `after` takes the place of `before`; without `changes` only who is shut out is looked at.

    `engines` are the search engines to look at, the main ones where none are named.
    """
    found = []
    shut_out = [(reader.token, line) for reader in engines or main_engines() if (line := _shut(before, after, reader))]
    if shut_out:
        tokens, lines = zip(*shut_out, strict=True)
        found.append(Risk(RiskId.BLOCKS_ALL, tokens, tuple(sorted(set(lines)))))
    if changes is not None and changes.share > most_flips:
        found.append(Risk(RiskId.MANY_FLIPS, flips=changes.flips, cells=changes.cells))
    return tuple(found)


def main_engines() -> tuple[CrawlerView, ...]:
    """The main search engines, as the catalogue says that they read a file."""
    return tuple(CRAWLERS[token].reader for token in CATALOGUE.main_engines["risk"])


def _shut(before: FileVersion, after: FileVersion, reader: CrawlerView) -> int:
    """The line that shuts a crawler out now and did not before, 0 where there is none."""
    line = _blocking_line(after, reader)
    return 0 if line and _blocking_line(before, reader) else line


def _blocking_line(version: FileVersion, reader: CrawlerView) -> int:
    robots = version.read_as(reader.dialect)
    verdicts = [robots.decide(url, reader.agent) for url in _EVERYTHING]
    return verdicts[-1].line or 0 if not any(verdict.allowed for verdict in verdicts) else 0
