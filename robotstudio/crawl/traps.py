"""URLs without end: each kind is ended by a rule of its own, which the log names.

Some show in the URL alone: parts that repeat, more parts than any site needs, the id of a session. Others show in what
comes: of many URLs of one pattern hardly any has a text that was not there before.
"""

import re
from collections import OrderedDict, deque
from typing import Final, NamedTuple

from robotstudio.crawl.canonical import (
    Canonical,
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
from robotstudio.lazy_dataclasses import replace

WINDOW: Final = 100
"""So many of the last URLs of a pattern are looked at."""
_FEWEST_NEW: Final = 5
_SIBLINGS: Final = 25
"""So many are enough where other parameters of the same path were found to be a trap, if none of them is new."""
_LONG_CHAIN: Final = 20
_MOST_PATTERNS: Final = 20_000
_NEW, _NEW_BUT_NUMBERS, _PAGE, _NEW_BODY = 1, 2, 4, 8
MOST_REDIRECTS: Final = 10
FOLLOWED_OF_MANY: Final = 250
"""So many links are followed of a page that leads to more than `pages.MOST_LINKS` URLs."""
_DATED: Final = re.compile(
    r"(?:calend|event|agenda|schedule|archive|date|year|month|week|day|since|until|from|(?<![a-z])cal(?![a-z]))"
    r"|\{n\}[-/._]\{n\}",
    re.IGNORECASE,
)


def ended_by_path(target: Canonical) -> EndedBy | None:
    """The rule that ends a URL by its path alone."""
    if repeated_period(target.path):
        return EndedBy.REPEATED_PATH
    return EndedBy.DEEP_PATH if is_too_deep(target.path) else None


def sessionless(target: Canonical) -> Canonical:
    """The same page without the id of a session."""
    if ";" not in target.path and "?" not in target.path and "(" not in target.path:
        return target
    bare = without_session(target.url)
    return target if bare == target.url else Canonical(bare, target.origin, bare[len(target.origin) :] or "/")


def pattern_key(target: Canonical) -> int:
    """The number of the pattern that a URL is of."""
    return key_of(target.origin + pattern_of(target.path))


_SAYS_MISSING: Final = re.compile(
    r"not (?:be )?found|404|(?:doesn.t|does not|no longer) exist|no (?:se )?(?:ha )?(?:encontr|exist)"
    r"|не найден|не существует|找不到|未找到|不存在|見つかりません",
    re.IGNORECASE,
)


class MissingPage(NamedTuple):
    """What a host answers, with a success, for a page that cannot exist."""

    exact: int
    bare: int  # without the path, which such a page likes to name; 0 if it does not say that something is missing

    @classmethod
    def of(cls, text: PageText, path: str) -> "MissingPage":
        """The same of any page, to be compared."""
        says_missing = _SAYS_MISSING.search(f"{text.title} {text.body[:5_000]}") is not None
        name = path.strip("/")
        bare = replace(text, title=text.title.replace(name, ""), body=text.body.replace(name, "")) if name else text
        return cls(fingerprint_of(text), fingerprint_of(bare) if says_missing else 0)

    def is_like(self, other: "MissingPage") -> bool:
        """True if a page is the one that stands for missing ones."""
        return self.exact == other.exact or (self.bare == other.bare != 0)

    def as_text(self) -> str:
        return f"{self.exact} {self.bare}"

    @classmethod
    def of_text(cls, text: str | None) -> "MissingPage | None":
        """As it was kept."""
        return cls(*map(int, text.split())) if text else None


class Looked(NamedTuple):
    """What came for a URL of a pattern."""

    is_new: bool  # its text, or its body where it has none
    is_new_but_numbers: bool
    is_page: bool  # a status of success
    is_new_body: bool

    @property
    def bits(self) -> int:
        """The same in a number."""
        return sum(bit for bit, holds in zip((_NEW, _NEW_BUT_NUMBERS, _PAGE, _NEW_BODY), self, strict=True) if holds)


class DetectedTrap(NamedTuple):
    """That a pattern is a trap, and by what that shows."""

    rule: EndedBy
    seen: int
    new: int


class _Watched:
    """The last of a pattern."""

    __slots__ = ("last", "seen")

    def __init__(self) -> None:
        self.seen = 0
        self.last: deque[int] = deque(maxlen=WINDOW)  # `Looked` as bits: there may be many patterns


class PatternWatch:
    """Looks at what comes for each pattern, and says which is a trap."""

    def __init__(self) -> None:
        self._watched: OrderedDict[int, _Watched] = OrderedDict()
        self._ended_starts: set[tuple[int, str]] = set()

    def look(self, pattern: int, host: int, written: str, chain: int, looked: Looked) -> DetectedTrap | None:
        """Take in what came for a URL; the trap, where that shows one.

        `chain` says how many URLs of the pattern led to it, each found on the one before.
        """
        watched = self._watched.setdefault(pattern, _Watched())
        self._watched.move_to_end(pattern)
        if len(self._watched) > _MOST_PATTERNS:
            self._watched.popitem(last=False)
        watched.seen += 1
        watched.last.append(looked.bits)
        judged = self._judged(watched, host, written, chain)
        if judged is not None:
            self._ended_starts.add((host, written.partition("?")[0]))
        return judged

    def _judged(self, watched: _Watched, host: int, written: str, chain: int) -> DetectedTrap | None:
        if len(watched.last) < WINDOW:
            is_sibling = (host, written.partition("?")[0]) in self._ended_starts and has_open_value(written)
            is_old = is_sibling and len(watched.last) >= _SIBLINGS and not any(bits & _NEW for bits in watched.last)
            return DetectedTrap(_rule_of(written), watched.seen, 0) if is_old else None
        new = sum(bool(bits & _NEW) for bits in watched.last)
        is_open = has_open_value(written)
        if new < _FEWEST_NEW and (is_open or self._is_alike(watched)):
            return DetectedTrap(_rule_of(written), watched.seen, new)
        new = sum(bool(bits & _NEW_BUT_NUMBERS) for bits in watched.last)
        is_dated = bool(_DATED.search(written))
        long = _LONG_CHAIN if is_open or is_dated else max(_LONG_CHAIN, watched.seen // 3)
        if new < _FEWEST_NEW and chain >= long:
            return DetectedTrap(_rule_of(written), watched.seen, new)
        return None

    @staticmethod
    def _is_alike(watched: _Watched) -> bool:
        """True if not even what is not seen differs: a page that only links tell apart is a page."""
        return all(not bits & _PAGE or not bits & _NEW_BODY for bits in watched.last)

    def restore(self, store: CrawlStore) -> None:
        """Look again at what came before the program ended."""
        for host, written in store.connection.execute("SELECT host, written FROM trap"):
            self._ended_starts.add((host, written.partition("?")[0]))
        for pattern, status, is_new, is_new_but_numbers, is_new_body in store.connection.execute(
            "SELECT url.pattern, status, is_new, is_new_but_numbers, same_as IS NULL FROM page JOIN url USING (id)"
            " WHERE is_new IS NOT NULL ORDER BY fetched_at"
        ):
            watched = self._watched.setdefault(pattern, _Watched())
            watched.seen += 1
            is_page = status is not None and 200 <= status < 300
            watched.last.append(Looked(bool(is_new), bool(is_new_but_numbers), is_page, bool(is_new_body)).bits)


def _rule_of(written: str) -> EndedBy:
    if "{id}" in written:
        return EndedBy.SESSION_ID
    if _DATED.search(written):
        return EndedBy.CALENDAR
    return EndedBy.FACETS if "?" in written else EndedBy.SAME_CONTENT
