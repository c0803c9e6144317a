"""Crawler traps: URLs without end. Each kind has its own rule, which the log names.

Some show in the URL alone: repeated parts, too many parts, session ids. Others show in the answers: among many URLs of
one pattern hardly any has a new text.
"""

import re
from collections import OrderedDict, deque
from typing import Final, NamedTuple

from msgspec.structs import replace

from robotstudio.crawl.canonical import (
    Canonical,
    canonical,
    has_open_value,
    is_too_deep,
    key_of,
    pattern_of,
    repeated_period,
    without_session,
)
from robotstudio.crawl.model import EndedBy
from robotstudio.crawl.pages import PageText, fingerprint_of
from robotstudio.crawl.store import CrawlStore

WINDOW: Final = 100
"""Number of last URLs of a pattern that are compared."""
_FEWEST_NEW: Final = 5
_SIBLINGS: Final = 25
"""A lower number if another query of the same path was found to be a trap, and none of these is new."""
_LONG_CHAIN: Final = 20
_MOST_PATTERNS: Final = 20_000
_NEW, _NEW_BUT_NUMBERS, _PAGE, _NEW_BODY = 1, 2, 4, 8
MOST_REDIRECTS: Final = 10
FOLLOWED_OF_MANY: Final = 250
"""Number of links followed at once on a page with links to more than `pages.MANY_LINKS` URLs."""
SAMPLE: Final = 12
"""Number of URLs of each kind that a rule ended which are fetched after all, once nothing else is left."""
NEW_IN_SAMPLE: Final = 3
"""With as many new texts among them, the rule was wrong, and all of that kind are fetched."""
_DATED: Final = re.compile(
    r"(?:calend|event|agenda|schedule|archive|date|year|month|week|day|since|until|from|(?<![a-z])cal(?![a-z]))"
    r"|\{n\}[-/._]\{n\}",
    re.IGNORECASE,
)


def ended_by_path(target: Canonical) -> EndedBy | None:
    """Return the rule that ends a URL by its path alone."""
    if repeated_period(target.path):
        return EndedBy.REPEATED_PATH
    return EndedBy.DEEP_PATH if is_too_deep(target.path) else None


def without_session_id(target: Canonical) -> Canonical:
    """Return the URL without session ids."""
    if ";" not in target.path and "?" not in target.path and "(" not in target.path:
        return target
    bare = without_session(target.url)
    return target if bare == target.url else Canonical(bare, target.origin, bare[len(target.origin) :] or "/")


def pattern_key(target: Canonical) -> int:
    """Return the hash of a URL's pattern."""
    return key_of(target.origin + pattern_of(target.path))


_SAYS_MISSING: Final = re.compile(
    r"not (?:be )?found|404|(?:doesn.t|does not|no longer) exist|no (?:se )?(?:ha )?(?:encontr|exist)"
    r"|не найден|не существует|找不到|未找到|不存在|見つかりません",
    re.IGNORECASE,
)


class Soft404Page(NamedTuple):
    """The answer of a host, with a 2xx status, for a page that cannot exist."""

    exact: int
    bare: int  # without the path, which such pages often quote; 0 if the text does not say that something is missing

    @classmethod
    def of(cls, text: PageText, path: str) -> "Soft404Page":
        """Hash any page, for comparison."""
        says_missing = _SAYS_MISSING.search(f"{text.title} {text.body[:5_000]}") is not None
        name = path.strip("/")
        bare = replace(text, title=text.title.replace(name, ""), body=text.body.replace(name, "")) if name else text
        return cls(fingerprint_of(text), fingerprint_of(bare) if says_missing else 0)

    def is_like(self, other: "Soft404Page") -> bool:
        """Return True if a page is the one for missing pages."""
        return self.exact == other.exact or (self.bare == other.bare != 0)

    def as_text(self) -> str:
        return f"{self.exact} {self.bare}"

    @classmethod
    def of_text(cls, text: str | None) -> "Soft404Page | None":
        """Parse the stored form."""
        return cls(*map(int, text.split())) if text else None


class Novelty(NamedTuple):
    """The answer for a URL of a pattern."""

    is_new: bool  # its text, or its body if it has none
    is_new_but_numbers: bool
    is_page: bool  # a 2xx status
    is_new_body: bool

    @property
    def bits(self) -> int:
        """The flags as one number."""
        return sum(bit for bit, holds in zip((_NEW, _NEW_BUT_NUMBERS, _PAGE, _NEW_BODY), self, strict=True) if holds)


class DetectedTrap(NamedTuple):
    """A trap with its evidence."""

    rule: EndedBy
    seen: int
    new: int


class WatchedPattern:
    """The last answers of a pattern."""

    __slots__ = ("last", "new", "new_but_numbers", "seen", "written")

    def __init__(self, written: str) -> None:
        self.written = written
        self.seen = 0
        self.last: deque[int] = deque()  # `Novelty` as bits: there may be many patterns
        self.new = self.new_but_numbers = 0
        """Number of them among the last."""

    def add(self, bits: int) -> None:
        """Note an answer."""
        self.seen += 1
        self.last.append(bits)
        self.new += bool(bits & _NEW)
        self.new_but_numbers += bool(bits & _NEW_BUT_NUMBERS)
        if len(self.last) > WINDOW:
            gone = self.last.popleft()
            self.new -= bool(gone & _NEW)
            self.new_but_numbers -= bool(gone & _NEW_BUT_NUMBERS)


class TrapDetector:
    """Detects which patterns are traps from the answers for their URLs."""

    def __init__(self) -> None:
        self._watched: OrderedDict[int, WatchedPattern] = OrderedDict()
        self._ended_starts: set[tuple[int, str]] = set()

    def watched(self, pattern: int, url: str) -> WatchedPattern:
        """Return what is known of the pattern of a URL."""
        watched = self._watched.get(pattern)
        if watched is None:
            target = canonical(url)
            watched = self._watched[pattern] = WatchedPattern(pattern_of(target.path) if target else "")
        self._watched.move_to_end(pattern)
        if len(self._watched) > _MOST_PATTERNS:
            self._watched.popitem(last=False)
        return watched

    def observe(self, watched: WatchedPattern, host: int, chain: int, novelty: Novelty) -> DetectedTrap | None:
        """Note the answer for a URL; return the trap that it reveals.

        `chain` is the number of URLs of the pattern that led to it, each found on the one before.
        """
        watched.add(novelty.bits)
        judged = self._judged(watched, host, chain)
        if judged is not None:
            self._ended_starts.add((host, watched.written.partition("?")[0]))
        return judged

    def forget(self, pattern: int, host: int, written: str) -> None:
        """Judge a pattern by the answers from now on."""
        self._watched.pop(pattern, None)
        self._ended_starts.discard((host, written.partition("?")[0]))

    def _judged(self, watched: WatchedPattern, host: int, chain: int) -> DetectedTrap | None:
        written = watched.written
        if len(watched.last) < WINDOW:
            is_sibling = (host, written.partition("?")[0]) in self._ended_starts and has_open_value(written)
            is_old = is_sibling and len(watched.last) >= _SIBLINGS and not watched.new
            return DetectedTrap(_rule_of(written), watched.seen, 0) if is_old else None
        if watched.new < _FEWEST_NEW and (has_open_value(written) or self._has_same_bodies(watched)):
            return DetectedTrap(_rule_of(written), watched.seen, watched.new)
        new = watched.new_but_numbers
        if new >= _FEWEST_NEW:
            return None
        is_open = has_open_value(written)
        is_dated = bool(_DATED.search(written))
        long = _LONG_CHAIN if is_open or is_dated else max(_LONG_CHAIN, watched.seen // 3)
        return DetectedTrap(_rule_of(written), watched.seen, new) if chain >= long else None

    @staticmethod
    def _has_same_bodies(watched: WatchedPattern) -> bool:
        """Return True if the bodies are equal, too: pages that differ in links only are not a trap."""
        return all(not bits & _PAGE or not bits & _NEW_BODY for bits in watched.last)

    def restore(self, store: CrawlStore) -> None:
        """Replay the answers stored before the program ended."""
        for host, written in store.connection.execute("SELECT host, written FROM trap"):
            self._ended_starts.add((host, written.partition("?")[0]))
        for pattern, url, status, is_new, is_new_but_numbers, is_new_body in store.connection.execute(
            "SELECT url.pattern, url, status, is_new, is_new_but_numbers, same_as IS NULL FROM page JOIN url USING (id)"
            " WHERE is_new IS NOT NULL ORDER BY fetched_at"
        ):
            is_page = status is not None and 200 <= status < 300
            novelty = Novelty(bool(is_new), bool(is_new_but_numbers), is_page, bool(is_new_body))
            self.watched(pattern, url).add(novelty.bits)


def _rule_of(written: str) -> EndedBy:
    if "{id}" in written:
        return EndedBy.SESSION_ID
    if _DATED.search(written):
        return EndedBy.CALENDAR
    return EndedBy.FACETS if "?" in written else EndedBy.SAME_CONTENT
