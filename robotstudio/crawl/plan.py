"""What a crawl is to do, as the person chose it; stored in its file, so that it can be resumed."""

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict, fields

from robotstudio.crawl.canonical import LONGEST, canonical
from robotstudio.crawl.cells import CellError, from_json
from robotstudio.engine import patterns

TOKEN: Final = "RobotStudio"
"""The program's own product token in a site's robots.txt."""

MOST_AT_ONCE: Final = 64
_COLUMN: Final = "fact.plan"
_ENDLESS: Final = 1e15
_NOT_PLAIN: Final = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")

PAGE_ACCEPT: Final = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"


class CrawlPlan(Struct, frozen=True):
    starts: tuple[str, ...] = ()
    """Full URLs."""
    listed: tuple[str, ...] = ()
    """More URLs to begin at: of a list, of a log."""
    follows_sitemaps: bool = True
    other_hosts: bool = False
    """True to fetch pages of hosts other than those of the starts."""
    probes: bool = True
    """True to request a page that cannot exist from each host, to detect soft 404s."""
    max_pages: int = 0
    """0: unlimited, as for all limits."""
    max_depth: int = 0
    max_url: int = LONGEST
    max_bytes: int = 0
    max_seconds: int = 0
    rate: float = 1.0
    """Requests a second to one host; 0: unlimited."""
    at_once: int = 8
    include: tuple[str, ...] = ()
    """Patterns as in a robots.txt; if there are any, only matching URLs are fetched."""
    exclude: tuple[str, ...] = ()
    blacklist: tuple[str, ...] = ()
    """Hosts from which nothing is fetched."""
    mine: tuple[str, ...] = ()
    """The person's own hosts: their robots.txt does not restrict the crawl."""
    traps: bool = True
    open_patterns: tuple[str, ...] = ()
    """Patterns that are fetched although they look like a trap."""
    languages: str = ""
    accept: str = PAGE_ACCEPT

    def as_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def of_text(cls, text: str) -> "CrawlPlan":
        """Parse a stored plan, "" as the default one; unknown fields are ignored. Raises CellError."""
        if not text:
            return cls()
        stored = from_json(text, _COLUMN)
        if not isinstance(stored, dict):
            raise CellError(_COLUMN)
        values = {one.name: _read(stored[one.name], one.default) for one in fields(cls) if one.name in stored}
        plan = cls(**values)
        if not all(map(canonical, (*plan.starts, *plan.listed))) or not 1 <= plan.at_once <= MOST_AT_ONCE:
            raise CellError(_COLUMN)
        return plan


def _read(value: Any, default: object) -> Any:  # noqa: ANN401  # whatever JSON holds
    """Check a field of a stored plan against the type of its default. Raises CellError."""
    if isinstance(default, tuple):
        if isinstance(value, list) and all(map(_is_plain, value)):
            return tuple(value)
    elif isinstance(default, str):
        if _is_plain(value):
            return value
    elif isinstance(default, bool):
        if isinstance(value, bool):
            return value
    elif _is_number(value, is_whole=not isinstance(default, float)):
        return value
    raise CellError(_COLUMN)


def _is_number(value: object, *, is_whole: bool) -> bool:
    """Return True for a finite, non-negative number."""
    is_of_kind = isinstance(value, int if is_whole else int | float) and not isinstance(value, bool)
    return is_of_kind and 0 <= value < _ENDLESS  # type: ignore[operator]  # it is a number


def _is_plain(value: object) -> bool:
    """Return True for text that can be sent: no control characters, no lone surrogates."""
    return isinstance(value, str) and not _NOT_PLAIN.search(value)


class Patterns:
    """Patterns as in a robots.txt: `*` matches anything, `$` the end."""

    def __init__(self, written: Sequence[str]) -> None:
        self._patterns = tuple(patterns.compile_pattern(each.encode()) for each in written)

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def match(self, path: str) -> bool:
        """Return True if one of them matches the path with its query."""
        return any(pattern.matches(path.encode()) for pattern in self._patterns)
