"""What a crawl is to do, as the person chose it; kept in the file of the crawl, so that it can be resumed."""

import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any, Final

from robotstudio.engine import patterns
from robotstudio.io.crawl.canonical import LONGEST
from robotstudio.lazy_dataclasses import dataclass

TOKEN: Final = "RobotStudio"
"""The product token by which the program looks for its own group in the robots.txt of a site."""

PAGE_ACCEPT: Final = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"


@dataclass(frozen=True, slots=True)
class CrawlPlan:
    starts: tuple[str, ...] = ()
    """Full addresses."""
    listed: tuple[str, ...] = ()
    """More addresses to begin at: of a list, of a log."""
    follows_sitemaps: bool = True
    other_hosts: bool = False
    """Whether pages of other hosts than those of the starts are fetched."""
    probes: bool = True
    """Whether each host is asked for a page that cannot exist, to know soft 404s by."""
    max_pages: int = 0
    """0: as many as there are; so for all limits."""
    max_depth: int = 0
    max_url: int = LONGEST
    max_bytes: int = 0
    max_seconds: int = 0
    rate: float = 1.0
    """Requests a second to one host; 0: as many as go."""
    at_once: int = 8
    include: tuple[str, ...] = ()
    """Patterns as in a robots.txt; where there are some, only URLs that one of them matches are fetched."""
    exclude: tuple[str, ...] = ()
    blacklist: tuple[str, ...] = ()
    """Hosts that nothing is fetched from."""
    mine: tuple[str, ...] = ()
    """Hosts of which the person said that they are theirs: the rules of their robots.txt do not stop the crawl."""
    traps: bool = True
    open_patterns: tuple[str, ...] = ()
    """Patterns that the person wants fetched although they look like a trap."""
    languages: str = ""
    accept: str = PAGE_ACCEPT

    def as_text(self) -> str:
        """As it is kept."""
        return json.dumps(asdict(self))

    @classmethod
    def of_text(cls, text: str) -> "CrawlPlan":
        """A plan that was kept; what an older or newer program wrote in it and is not known is left out."""
        known = {one.name for one in fields(cls)}
        kept: dict[str, Any] = json.loads(text)
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in kept.items() if name in known
        }
        return cls(**values)


class Patterns:
    """Several patterns, as a robots.txt writes them: `*` is anything, `$` is the end."""

    def __init__(self, written: Sequence[str]) -> None:
        self._patterns = tuple(patterns.compile_pattern(each.encode()) for each in written)

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def match(self, path: str) -> bool:
        """Whether one of them matches the path, with its query."""
        return any(pattern.matches(path.encode()) for pattern in self._patterns)
