"""The frontier: URLs found and still to be fetched, each once, nearest first, host by host.

The rank of a URL is its depth: the number of links from where the crawl began. URLs that only a sitemap names rank
after all linked ones, and their depth counts from there.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from robotstudio.crawl.model import BY_ROUTE, ERRORS, TRAPS, EndedBy, UrlState
from robotstudio.crawl.store import CrawlStore

FROM_SITEMAP: Final = 1_000_000
START, SITEMAP, LISTED = 1, 2, 4
"""Why a URL is a root; a bit field."""
_REMEMBERED: Final = 32_768


def depth_of(rank: int) -> int:
    return rank % FROM_SITEMAP


class FrontierUrl(NamedTuple):
    """A URL that was found, with its state; the fields are columns."""

    key: int
    url: str
    host: int
    rank: int
    state: UrlState
    found_on: int | None = None
    roots: int = 0
    pattern: int = 0
    chain: int = 0
    hops: int = 0
    ended_by: EndedBy | None = None


class Queued(NamedTuple):
    """A URL taken from the queue."""

    id: int
    url: str
    rank: int
    found_on: int | None
    pattern: int
    chain: int
    hops: int
    tries: int
    referer: str = ""

    @property
    def depth(self) -> int:
        return depth_of(self.rank)


_INSERT: Final = (
    "INSERT INTO url (key, url, host, rank, state, found_on, roots, pattern, chain, hops, ended_by)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET"
    " rank = min(rank, excluded.rank),"
    " found_on = CASE WHEN excluded.rank < rank THEN excluded.found_on ELSE found_on END,"
    " roots = roots | excluded.roots"
    " WHERE excluded.rank < rank OR (excluded.roots & ~roots) != 0"
)
_REVIVE: Final = (
    "UPDATE url SET state = 0, ended_by = NULL, rank = ?, found_on = ?, roots = roots | ?, chain = ?, hops = ?"
    " WHERE key = ? AND state = 3 AND ended_by = ?"
)
_TAKE: Final = (
    "SELECT url.id, url.url, url.rank, url.found_on, url.pattern, url.chain, url.hops, url.tries,"
    " coalesce(parent.url, '') FROM url LEFT JOIN url AS parent ON parent.id = url.found_on"
    " WHERE url.state = 0 AND url.host = ? ORDER BY url.rank, url.id LIMIT ?"
)


_SAMPLE: Final = """
SELECT id, host, ended_by, pattern FROM (
 SELECT url.id, url.host, ended_by, coalesce(trap.pattern, 0) AS pattern,
  row_number() OVER (PARTITION BY url.host, ended_by, trap.pattern ORDER BY url.key) AS place
 FROM url LEFT JOIN trap ON trap.pattern = url.pattern AND trap.host = url.host AND rule = ended_by
 WHERE state = 3 AND ended_by IN (SELECT value FROM json_each(?))
  AND NOT (ended_by = 'session-id' AND trap.pattern IS NULL)
) WHERE place <= ?
"""
"""URLs with a session id are left out: they are fetched without it."""


class EndedKind(NamedTuple):
    """URLs that a rule for traps ended on one host: those of a pattern, or single ones (pattern 0)."""

    host: int
    rule: EndedBy
    pattern: int


def shares_of(counts: Mapping[tuple[int, str | None], int]) -> dict[str, int]:
    """Sum counts by state and rule into the fields of `CrawlProgress`."""
    shares = dict.fromkeys(("fetched", "errors", "forbidden", "traps", "left_out"), 0)
    for (state, ended_by), count in counts.items():
        if state == UrlState.FETCHED:
            shares["errors" if ended_by in ERRORS else "fetched"] += count
        elif state == UrlState.ENDED:
            is_trap, is_forbidden = ended_by in TRAPS, ended_by == EndedBy.ROBOTS
            shares["traps" if is_trap else "forbidden" if is_forbidden else "left_out"] += count
    found = sum(counts.values())
    return {"found": found, "queued": found - sum(shares.values()), **shares}


class Frontier:
    """The URLs of a crawl; its counts are those in the file."""

    def __init__(self, store: CrawlStore) -> None:
        self._store = store
        self._execute = store.connection.execute
        self._ranks: dict[int, int] = {}  # of the URLs met last: templates repeat links
        self._older_ranks: dict[int, int] = {}
        self.counts: Counter[tuple[int, str | None]] = Counter()
        self.queued_of: Counter[int] = Counter()
        self.deepest = 0
        self._count()

    def _count(self) -> None:
        """Load the counts; requeue what was being fetched when the program ended."""
        self._store.begin()
        self._execute("UPDATE url SET state = 0 WHERE state = 1")
        for state, ended_by, count, rank in self._execute(
            "SELECT state, ended_by, count(*), max(rank % 1000000) FROM url GROUP BY state, ended_by"
        ):
            self.counts[state, ended_by] = count
            self.deepest = max(self.deepest, rank if state == UrlState.FETCHED else 0)
        self.queued_of.update(dict(self._execute("SELECT host, count(*) FROM url WHERE state = 0 GROUP BY host")))
        self._store.commit()

    @property
    def found(self) -> int:
        return self.counts.total()

    @property
    def queued(self) -> int:
        return self.counts[UrlState.QUEUED, None]

    def shares(self) -> dict[str, int]:
        """Return the counts by the fields of `CrawlProgress`."""
        return shares_of(self.counts)

    def is_known(self, key: int, rank: int) -> bool:
        """Return True if a URL was met recently, and no further away."""
        known = self._ranks.get(key)
        if known is None and key in self._older_ranks:
            known = self._remember(key, self._older_ranks[key])
        return known is not None and known <= rank

    def add(self, found: Iterable[FrontierUrl]) -> int:
        """Add URLs, and return how many were new.

        Known URLs get the shorter way, and are requeued if the new way avoids the rule that ended them.
        """
        groups: dict[tuple[int, EndedBy | None, int], list[FrontierUrl]] = {}
        for one in found:
            if one.ended_by not in BY_ROUTE:
                self._remember(one.key, one.rank)
            groups.setdefault((one.state, one.ended_by, one.host), []).append(one)
        new = 0
        for (state, ended_by, host), several in groups.items():
            before = self._last()
            self._store.connection.executemany(_INSERT, several)
            count = self._last() - before
            new += count
            self.counts[state, ended_by] += count
            if state == UrlState.QUEUED:
                self.queued_of[host] += count
                self._revive(host, several)
        return new

    def _revive(self, host: int, several: Iterable[FrontierUrl]) -> None:
        """Requeue those that ended only because of the way that led to them."""
        for rule in BY_ROUTE:
            if self.counts[UrlState.ENDED, rule]:
                values = [(one.rank, one.found_on, one.roots, one.chain, one.hops, one.key, rule) for one in several]
                count = self._store.connection.executemany(_REVIVE, values).rowcount
                self._requeued(host, rule, count)

    def _requeued(self, host: int, rule: EndedBy, count: int) -> None:
        self.counts[UrlState.ENDED, rule] -= count
        self.counts[UrlState.QUEUED, None] += count
        self.queued_of[host] += count

    def _last(self) -> int:
        return int(self._execute("SELECT coalesce(max(id), 0) FROM url").fetchone()[0])

    def _remember(self, key: int, rank: int) -> int:
        if len(self._ranks) >= _REMEMBERED:
            self._ranks, self._older_ranks = {}, self._ranks
        self._ranks[key] = rank = min(rank, self._ranks.get(key, rank))
        return rank

    def take(self, host: int, count: int, up_to: int | None = None) -> list[Queued]:
        """Take the next URLs of a host, all of one rank; they leave the queue until they are put back.

        Return none with a rank beyond `up_to`: requests in flight at that rank may still lead to nearer ones.
        """
        rows = [Queued(*row) for row in self._execute(_TAKE, (host, count))]
        if not rows or (up_to is not None and rows[0].rank > up_to):
            return []
        taken = [one for one in rows if one.rank == rows[0].rank]
        self._move((one.id for one in taken), UrlState.TAKEN)
        self._counted(host, UrlState.TAKEN, len(taken))
        return taken

    def put_back(self, host: int, several: Sequence[Queued], *, tried: bool = False) -> None:
        """Put URLs back into the queue; `tried` counts a try."""
        self._move((one.id for one in several), UrlState.QUEUED)
        if tried:
            self._store.connection.executemany(
                "UPDATE url SET tries = tries + 1 WHERE id = ?", ((one.id,) for one in several)
            )
        self._counted(host, UrlState.TAKEN, -len(several))

    def fetched(self, one: Queued, ended_by: EndedBy | None) -> None:
        """Mark a URL as fetched, with or without an answer."""
        self._ended(one, UrlState.FETCHED, ended_by)
        self.deepest = max(self.deepest, one.depth)

    def end(self, one: Queued, ended_by: EndedBy) -> None:
        """Mark a URL as ended without a request."""
        self._ended(one, UrlState.ENDED, ended_by)

    def end_pattern(self, host: int, pattern: int, ended_by: EndedBy) -> int:
        """Remove all URLs of a pattern from the queue; return how many there were."""
        count = self._execute(
            "UPDATE url SET state = 3, ended_by = ? WHERE state = 0 AND host = ? AND pattern = ?",
            (ended_by, host, pattern),
        ).rowcount
        self.queued_of[host] -= count
        self.counts[UrlState.QUEUED, None] -= count
        self.counts[UrlState.ENDED, ended_by] += count
        return count

    def revive(self, host: int, key: int, ended_by: EndedBy) -> None:
        """Requeue a URL that a rule ended and that is needed after all."""
        revived = "UPDATE url SET state = 0, ended_by = NULL WHERE key = ? AND state = 3 AND ended_by = ?"
        self._requeued(host, ended_by, self._execute(revived, (key, ended_by)).rowcount)

    def queue_again(self, ended_by: EndedBy, below_rank: int | None = None) -> None:
        """Requeue what a rule ended that no longer applies, for example after a limit was raised."""
        self._execute(
            "UPDATE url SET state = 0, ended_by = NULL WHERE state = 3 AND ended_by = ?"
            " AND (? IS NULL OR rank % ? <= ?)",
            (ended_by, below_rank, FROM_SITEMAP, below_rank),
        )
        self.counts.clear()
        self.queued_of.clear()
        self._store.commit()
        self._count()

    def sample(self, count: int, known: Collection[EndedKind]) -> dict[int, EndedKind]:
        """Requeue some URLs of each kind but those known; return the kind of each.

        They are spread over all of a kind: keys are hashes.
        """
        rows = self._execute(_SAMPLE, (json.dumps(sorted(TRAPS)), count)).fetchall()
        kinds = ((url, EndedKind(host, EndedBy(rule), pattern)) for url, host, rule, pattern in rows)
        found = {url: kind for url, kind in kinds if kind not in known}
        self._move(found, UrlState.QUEUED)
        for kind, number in Counter(found.values()).items():
            self._requeued(kind.host, kind.rule, number)
        return found

    def open(self, kind: EndedKind) -> None:
        """Requeue all URLs of a kind."""
        count = self._execute(
            "UPDATE url SET state = 0, ended_by = NULL WHERE state = 3 AND host = ?1 AND ended_by = ?2"
            " AND (pattern = ?3 OR (?3 = 0 AND pattern NOT IN (SELECT pattern FROM trap)))",
            kind,
        ).rowcount
        self._requeued(kind.host, kind.rule, count)

    def _ended(self, one: Queued, state: UrlState, ended_by: EndedBy | None) -> None:
        self._execute("UPDATE url SET state = ?, ended_by = ? WHERE id = ?", (state, ended_by, one.id))
        self.counts[UrlState.TAKEN, None] -= 1
        self.counts[state, ended_by] += 1

    def _move(self, ids: Iterable[int], state: UrlState) -> None:
        moved = "UPDATE url SET state = ?, ended_by = NULL WHERE id = ?"
        self._store.connection.executemany(moved, ((state, one) for one in ids))

    def _counted(self, host: int, state: UrlState, count: int) -> None:
        self.counts[UrlState.QUEUED, None] -= count
        self.counts[state, None] += count
        self.queued_of[host] -= count
