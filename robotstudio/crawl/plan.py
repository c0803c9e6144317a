"""Plan of a crawl, as the person chose it; stored in its file, so that it can be resumed."""

import json
from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import asdict

from robotstudio.crawl.canonical import LONGEST, canonical
from robotstudio.crawl.cells import CellError, from_json
from robotstudio.crawl.model import EndedBy
from robotstudio.engine import patterns

TOKEN: Final = "RobotStudio"
"""The program's own product token in a site's robots.txt."""

MOST_AT_ONCE: Final = 200
MOST_CONNECTIONS: Final = 20
_COLUMN: Final = "fact.plan"
_ENDLESS: Final = 10**15

PAGE_ACCEPT: Final = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"


_Text = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f\ud800-\udfff]*\Z")]
"""Text that can be sent."""
_Count = Annotated[int, Meta(ge=0, lt=_ENDLESS)]


class CrawlPlan(Struct, frozen=True):
    starts: tuple[_Text, ...] = ()
    """Full URLs."""
    listed: tuple[_Text, ...] = ()
    """More URLs to begin at: of a list, of a log."""
    follows_sitemaps: bool = True
    other_hosts: bool = False
    """True to fetch pages of hosts other than those of the starts."""
    renders: bool = False
    """True to render pages in a browser: what their scripts add counts, too."""
    probes: bool = True
    """True to request a page that cannot exist from each host, to detect soft 404s."""
    max_pages: _Count = 0
    """0: unlimited, as for all limits."""
    max_depth: _Count = 0
    max_url: _Count = LONGEST
    max_bytes: _Count = 0
    max_seconds: _Count = 0
    rate: Annotated[float, Meta(ge=0, lt=_ENDLESS)] = 1.0
    """Requests a second to one host; 0: unlimited."""
    connections: Annotated[int, Meta(ge=1, le=MOST_CONNECTIONS)] = 5
    """Most requests at a time to one host."""
    at_once: Annotated[int, Meta(ge=1, le=MOST_AT_ONCE)] = 50
    """Most requests at a time to all hosts."""
    include: tuple[_Text, ...] = ()
    """Patterns as in a robots.txt; if there are any, only matching URLs are fetched."""
    exclude: tuple[_Text, ...] = ()
    blacklist: tuple[_Text, ...] = ()
    """Hosts from which nothing is fetched."""
    mine: tuple[_Text, ...] = ()
    """The person's own hosts: their robots.txt does not restrict the crawl."""
    traps: bool = True
    open_patterns: tuple[_Text, ...] = ()
    """Patterns that are fetched although they look like a trap."""
    open_traps: tuple[EndedBy, ...] = ()
    """The rules for traps that are not applied."""
    languages: _Text = ""
    accept: _Text = PAGE_ACCEPT

    def as_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def of_text(cls, text: str) -> "CrawlPlan":
        """Parse a stored plan, "" as the default one; unknown fields are ignored. Raises CellError."""
        if not text:
            return cls()
        try:
            plan = convert(from_json(text, _COLUMN), cls)
        except ValidationError as error:
            raise CellError(_COLUMN) from error
        if not all(map(canonical, (*plan.starts, *plan.listed))):
            raise CellError(_COLUMN)
        return plan


class Patterns:
    """Patterns as in a robots.txt: `*` matches anything, `$` the end."""

    def __init__(self, written: Sequence[str]) -> None:
        self._patterns = tuple(patterns.compile_pattern(each.encode()) for each in written)

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def match(self, path: str) -> bool:
        """Return True if one of them matches the path with its query."""
        return any(pattern.matches(path.encode()) for pattern in self._patterns)
