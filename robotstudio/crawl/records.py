"""Read pages, log, traps, files and contents from a crawl file; never wait for a running crawl."""

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from msgspec import ValidationError, convert

from robotstudio.crawl.canonical import Canonical, canonical, key_of
from robotstudio.crawl.cells import MOST_UNPACKED, CellError, from_json, real, text, unpacked_bytes, whole, word
from robotstudio.crawl.frontier import SITEMAP, EndedKind, depth_of, shares_of
from robotstudio.crawl.hosts import most_queued_first
from robotstudio.crawl.model import (
    ERRORS,
    CrawledPage,
    CrawlLogLine,
    CrawlProgress,
    CrawlState,
    EndedBy,
    GaveUp,
    HostState,
    Indexability,
    NotFetched,
    UrlState,
)
from robotstudio.crawl.pages import NEEDED, Alternate, LinkKind, PageDetails, PageText
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.rate_limiter import RateLimiter
from robotstudio.crawl.robots_policy import LiveFile, RobotsPolicy
from robotstudio.crawl.store import CrawlStore
from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.fetch.index_tags import IndexTag, TagOrigin, header_text
from robotstudio.urls.urls import origin_in, site_in

_FIRST_ERROR, _FIRST_SERVER_ERROR = 400, 500
_TAGS: Final = "page.tags"
_SAMPLED: Final = "fact.sampled"


class UrlSelection(StrEnum):
    """A filter for the URLs of a crawl."""

    ALL = "all"
    ERRORS = "errors"
    LOOK_EMPTY = "look-empty"  # pages with scripts and nearly no text
    NOT_FETCHED = "not-fetched"


_ONLY: Final[Mapping[UrlSelection, str]] = {
    UrlSelection.ALL: "",
    UrlSelection.ERRORS: f"AND (status >= {_FIRST_ERROR} OR (url.state = {UrlState.FETCHED:d} AND status IS NULL))",
    UrlSelection.LOOK_EMPTY: "AND looks_empty",
    UrlSelection.NOT_FETCHED: f"AND url.state = {UrlState.ENDED:d}",
}
_PAGES: Final = """
SELECT url.id, url.url, status, rank, parent.url, content_type, size, sha256, url.ended_by, url.state, url.roots,
 elapsed_ms, canonical, redirect, tags, title, looks_empty, unchanged, url.found_on, url.key, same.url,
 modified, language, h1, description, words, x_robots
FROM url
LEFT JOIN page ON page.id = url.id
LEFT JOIN url AS parent ON parent.id = url.found_on
LEFT JOIN url AS same ON same.id = page.same_as
LEFT JOIN content ON content.id = url.id
LEFT JOIN detail ON detail.id = url.id
WHERE url.id > ? {} ORDER BY url.id LIMIT ?
""".replace("rank,", "url.rank,")


def _listed(kinds: Iterable[LinkKind]) -> str:
    return ",".join(str(int(kind)) for kind in sorted(kinds))


_NAMING: Final = (LinkKind.CANONICAL, LinkKind.ALTERNATE)
"""Kinds that name another version of a page, and are no links to it."""
_IN_LINKS: Final = (
    f"FROM link JOIN url ON url.id = link.source WHERE link.target = ? AND url.key != ?"
    f" AND link.kind NOT IN ({_listed(_NAMING)})"
)
_OUT_LINKS: Final = (
    "SELECT count(DISTINCT target) FROM link WHERE source = ? AND target != ?"  # noqa: S608  # ours
    f" AND kind NOT IN ({_listed({*_NAMING, *NEEDED})})"
)


def pages(store: CrawlStore, after: int = 0, most: int = -1, *, with_queue: bool = True) -> Iterator[CrawledPage]:
    """Iterate over the URLs in the order found, after the id `after`.

    Unreadable rows are left out, and counted in `store.unread`.
    """
    which = "" if with_queue else f"AND url.state >= {UrlState.FETCHED:d}"
    yield from _readable(store, store.connection.execute(_PAGES.format(which), (after, most)))


def _readable(store: CrawlStore, rows: Iterable[tuple[Any, ...]]) -> Iterator[CrawledPage]:
    is_counted = _is_indexed(store)
    for row in rows:
        try:
            page = _page(store, row, is_counted=is_counted)
        except CellError:
            store.unread += 1
        else:
            yield page


def latest(
    store: CrawlStore,
    most: int,
    *,
    containing: str = "",
    only: UrlSelection = UrlSelection.ALL,
    within: NotFetched | None = None,
) -> tuple[int, list[CrawledPage]]:
    """Return the number of processed URLs, and the latest of them, newest first.

    `within` selects those that were not fetched for one reason.
    """
    written = containing.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    which = f"url.state >= {UrlState.FETCHED:d} AND url.url LIKE ? ESCAPE '\\' {_ONLY[only]}"
    values: tuple[object, ...] = (f"%{written}%",)
    if within is not None:
        which += " AND url.ended_by = ? AND url.host = coalesce((SELECT id FROM host WHERE origin = ?), 0)"
        values = (*values, within.rule, within.origin)
    if within is not None and within.pattern:
        which += " AND url.pattern = ?"
        values = (*values, key_of(within.origin + within.pattern))
    tables = "FROM url LEFT JOIN page ON page.id = url.id"
    count = _number(store, f"SELECT count(*) {tables} WHERE {which}", *values)
    order = "ORDER BY coalesce(page.fetched_at, 0) DESC, url.id DESC LIMIT ?"
    ids = store.connection.execute(f"SELECT url.id {tables} WHERE {which} {order}", (*values, most)).fetchall()
    rows = (store.connection.execute(_PAGES.format(""), (page - 1, 1)).fetchone() for (page,) in ids)
    return count, list(_readable(store, (row for row in rows if row is not None)))


def _is_indexed(store: CrawlStore) -> bool:
    """Return True if links are indexed by target, which they are once the crawl rests."""
    return bool(_number(store, "SELECT count(*) FROM sqlite_master WHERE name = 'link_target'"))


def _page(store: CrawlStore, row: tuple[Any, ...], *, is_counted: bool) -> CrawledPage:
    (page, url, status, rank, parent, content_type, size, sha256, ended_by, state, roots) = row[:11]
    (elapsed, canonical_url, redirect, tags, title, looks_empty, unchanged, found_on, key, same) = row[11:21]
    modified, language, h1, description, words, x_robots = row[21:]
    reached = None if status is None else whole(status, "page.status")
    why = word(EndedBy, ended_by, "url.ended_by") if ended_by else None
    parsed_tags = tags_of(tags)
    named = canonical(text(canonical_url, "page.canonical"))
    is_canonical = named is None or named.url == url
    return CrawledPage(
        id=page,
        url=text(url, "url.url"),
        status=reached,
        depth=depth_of(whole(rank, "url.rank")),
        found_on=text(parent, "url.url") or None,
        content_type=text(content_type, "page.content_type"),
        size=whole(size, "page.size"),
        sha256=_hexadecimal(sha256),
        ended_by=why,
        is_queued=whole(state, "url.state") < UrlState.FETCHED,
        in_sitemap=bool(whole(roots, "url.roots") & SITEMAP),
        elapsed_ms=real(elapsed, "page.elapsed_ms"),
        canonical=text(canonical_url, "page.canonical"),
        redirects_to=text(redirect, "page.redirect"),
        tags=header_text(parsed_tags),
        title=text(title, "content.title"),
        in_links=in_links(store, key) if is_counted else None,
        anchor=_anchor(store, found_on, key),
        same_text_as=text(same, "url.url"),
        looks_empty=bool(looks_empty),
        unchanged=bool(unchanged),
        h1=text(h1, "detail.h1"),
        description=text(description, "detail.description"),
        language=text(language, "content.language"),
        words=None if words is None else whole(words, "detail.words"),
        x_robots=text(x_robots, "detail.x_robots"),
        last_modified=text(modified, "page.modified"),
        indexability=indexability_of(reached, why, redirect, parsed_tags, is_canonical=is_canonical),
        canonical_status=None if is_canonical or named is None else _status_of(store, named),
        redirect_chain=tuple(_redirect_chain(store, url, redirect)) if redirect else (),
        hreflang=tuple(_hreflang(store, page)),
        out_links=_number(store, _OUT_LINKS, page, key),
        anchors=_anchors(store, key) if is_counted else (),
    )


_LONGEST_CHAIN: Final = 20
_MOST_SAMPLED, _MOST_ANCHORS = 200, 5
_GOOGLE: Final = "googlebot"


def indexability_of(
    status: int | None,
    ended_by: EndedBy | None,
    redirect: object,
    tags: Sequence[IndexTag],
    *,
    is_canonical: bool,
) -> Indexability:
    """Return the first reason against listing a page; a `noindex` counts if it is for all crawlers or Googlebot."""
    if ended_by is EndedBy.ROBOTS:
        return Indexability.BLOCKED
    if redirect:
        return Indexability.REDIRECTED
    if status is None:
        return Indexability.NO_ANSWER if ended_by in ERRORS else Indexability.NOT_FETCHED
    if status >= _FIRST_SERVER_ERROR:
        return Indexability.SERVER_ERROR
    if status >= _FIRST_ERROR:
        return Indexability.CLIENT_ERROR
    if ended_by is EndedBy.SOFT_404:
        return Indexability.SOFT_404
    if any(tag.forbids_index and tag.agent in {"", _GOOGLE} for tag in tags):
        return Indexability.NOINDEX
    return Indexability.INDEXABLE if is_canonical else Indexability.CANONICALISED


def _status_of(store: CrawlStore, target: Canonical) -> int | None:
    sql = "SELECT status FROM url JOIN page USING (id) WHERE key = ?"
    row = store.connection.execute(sql, (target.key,)).fetchone()
    return None if row is None or row[0] is None else whole(row[0], "page.status")


def _redirect_chain(store: CrawlStore, url: str, redirect: object) -> Iterator[str]:
    """Iterate over the targets of a redirect, up to the first repeated one."""
    seen, location = {url}, redirect
    while location and len(seen) < _LONGEST_CHAIN:
        target = canonical(text(location, "page.redirect"))
        if target is None:
            return
        yield target.url
        if target.url in seen:
            return
        seen.add(target.url)
        sql = "SELECT redirect FROM url JOIN page USING (id) WHERE key = ?"
        row = store.connection.execute(sql, (target.key,)).fetchone()
        location = row[0] if row else None


def _hreflang(store: CrawlStore, page: int) -> Iterator[tuple[str, str]]:
    """Iterate over languages and URLs."""
    rows = store.connection.execute(
        "SELECT language, url FROM alternate JOIN url ON url.key = alternate.target WHERE source = ?", (page,)
    )
    for language, url in rows:
        yield text(language, "alternate.language"), text(url, "url.url")


def _anchors(store: CrawlStore, key: int) -> tuple[str, ...]:
    """Return the most frequent texts among the first links to a URL."""
    sql = "SELECT anchor FROM link WHERE target = ? AND anchor IS NOT NULL LIMIT ?"
    rows = store.connection.execute(sql, (key, _MOST_SAMPLED))
    counts = Counter(text(anchor, "link.anchor") for (anchor,) in rows)
    return tuple(anchor for anchor, _ in counts.most_common(_MOST_ANCHORS))


def details_of(store: CrawlStore, page: int) -> PageDetails:
    """Return what else is known of a page."""
    sql = "SELECT h1, description, words, x_robots FROM detail WHERE id = ?"
    row = store.connection.execute(sql, (page,)).fetchone()
    h1, description, words, x_robots = row or (None, None, None, None)
    named = ((language, canonical(url)) for language, url in _hreflang(store, page))
    alternates = tuple(Alternate(language, target) for language, target in named if target is not None)
    return PageDetails(
        text(h1, "detail.h1"),
        text(description, "detail.description"),
        None if words is None else whole(words, "detail.words"),
        text(x_robots, "detail.x_robots"),
        alternates,
    )


def _hexadecimal(value: object) -> str:
    if value is not None and not isinstance(value, bytes):
        raise CellError("page.sha256")
    return value.hex() if value else ""


def in_links(store: CrawlStore, key: int) -> int:
    """Return the number of other pages that link to a URL; fast only once the crawl rests."""
    return _number(store, f"SELECT count(DISTINCT link.source) {_IN_LINKS}", key, key)


class LeadingPage(NamedTuple):
    """A page with a link to a URL."""

    url: str
    anchor: str
    kind: LinkKind


def naming(store: CrawlStore, url: str, most: int) -> list[LeadingPage]:
    """Return the pages that name a URL by `hreflang`, each with the language."""
    rows = store.connection.execute(
        "SELECT url.url, language FROM alternate JOIN url ON url.id = source"
        " WHERE target = ? AND url.key != target ORDER BY source LIMIT ?",
        (key_of(url), most),
    )
    return [
        LeadingPage(text(source, "url.url"), text(language, "alternate.language"), LinkKind.ALTERNATE)
        for source, language in rows
    ]


def leading_to(store: CrawlStore, url: str, most: int) -> list[LeadingPage]:
    """Return the pages with a link to a URL, each with the first text of its links there."""
    key = key_of(url)
    rows = store.connection.execute(
        f"SELECT url.url, max(link.anchor), min(link.kind) {_IN_LINKS}"
        " GROUP BY link.source ORDER BY link.source LIMIT ?",
        (key, key, most),
    )
    return [LeadingPage(source, text(anchor, "link.anchor"), LinkKind(kind)) for source, anchor, kind in rows]


def _anchor(store: CrawlStore, source: int | None, key: int) -> str:
    if source is None:
        return ""
    sql = "SELECT anchor FROM link WHERE source = ? AND target = ? AND anchor != '' LIMIT 1"
    row = store.connection.execute(sql, (source, key)).fetchone()
    return text(row[0], "link.anchor") if row else ""


def _number(store: CrawlStore, sql: str, *values: object) -> int:
    return int(store.connection.execute(sql, values).fetchone()[0])


def log_lines(store: CrawlStore, after: int = 0, most: int = 1_000) -> list[CrawlLogLine]:
    """Return requests and rules in order, after the id `after`."""
    rows = store.connection.execute(
        "SELECT log.id, at, coalesce(log.url, url.url, ''), status, elapsed_ms, size, coalesce(url.rank, 0),"
        " coalesce(parent.url, ''), what, detail FROM log LEFT JOIN url ON url.id = log.url_id"
        " LEFT JOIN url AS parent ON parent.id = url.found_on WHERE log.id > ? ORDER BY log.id LIMIT ?",
        (after, most),
    )
    return [
        CrawlLogLine(
            line,
            real(at, "log.at"),
            text(url, "log.url"),
            None if status is None else whole(status, "log.status"),
            real(elapsed, "log.elapsed_ms"),
            whole(size, "log.size"),
            depth_of(whole(rank, "url.rank")),
            text(found_on, "url.url"),
            text(what, "log.what"),
            text(detail, "log.detail"),
        )
        for line, at, url, status, elapsed, size, rank, found_on, what, detail in rows
    ]


def progress_of(store: CrawlStore) -> CrawlProgress:
    """Return the progress of a crawl as stored in its file."""
    execute = store.connection.execute
    rows = execute("SELECT state, ended_by, count(*), max(rank % 1000000) FROM url GROUP BY state, ended_by").fetchall()
    counts = {(state, ended_by): count for state, ended_by, count, _ in rows}
    totals = "SELECT coalesce(sum(size), 0), coalesce(sum(unchanged), 0), coalesce(sum(looks_empty), 0) FROM page"
    size, unchanged, looks_empty = execute(totals).fetchone()
    statuses = execute(
        "SELECT status, count(*) FROM page WHERE status >= 300 GROUP BY status ORDER BY count(*) DESC"
    ).fetchall()
    return CrawlProgress(
        state=word(CrawlState, store.fact("state") or CrawlState.STOPPED, "fact.state"),
        **shares_of(counts),
        size=size,
        unchanged=unchanged,
        deepest=max((row[3] for row in rows if row[0] == UrlState.FETCHED), default=0),
        in_flight=0,
        looks_empty=looks_empty,
        seconds=seconds_of(store),
        statuses=tuple(statuses),
    )


def plan_of(store: CrawlStore) -> CrawlPlan:
    """Return the stored plan. Raises CellError."""
    return CrawlPlan.of_text(store.fact("plan"))


def seconds_of(store: CrawlStore) -> float:
    """Return the time that the crawl took so far. Raises CellError."""
    return real(store.fact("seconds"), "fact.seconds")


def last_log_lines(store: CrawlStore, most: int) -> list[CrawlLogLine]:
    """Return the last requests and rules, in order."""
    last = _number(store, "SELECT coalesce(max(id), 0) FROM log")
    return log_lines(store, max(0, last - most), most)


def sampled_of(store: CrawlStore) -> set[EndedKind]:
    """Return what rules had ended when the crawl was finished, with a sample of each fetched. Raises CellError."""
    try:
        return set(convert(from_json(store.fact("sampled") or "[]", _SAMPLED), list[EndedKind]))
    except ValidationError as error:
        raise CellError(_SAMPLED) from error


_NOT_FETCHED: Final = """
SELECT ended_by, coalesce(origin, ''), coalesce(written, ''), coalesce(seen, 0), coalesce(new, 0), count(*),
 min(url.id), max(url.id)
FROM url
LEFT JOIN host ON host.id = url.host
LEFT JOIN trap ON trap.pattern = url.pattern AND trap.host = url.host AND rule = ended_by
WHERE state = 3
GROUP BY ended_by, url.host, trap.pattern
"""


def not_fetched(store: CrawlStore) -> list[NotFetched]:
    """Count the URLs that were not fetched, by reason and host and, for a trap, by pattern; most first."""
    found = []
    for ended_by, origin, written, seen, new, count, *ids in store.connection.execute(_NOT_FETCHED).fetchall():
        examples = store.connection.execute("SELECT url FROM url WHERE id IN (?, ?) ORDER BY id", ids)
        urls = tuple(text(url, "url.url") for (url,) in examples)
        rule = word(EndedBy, ended_by, "url.ended_by")
        found.append(NotFetched(rule, origin, written, seen, new, count, urls))
    return sorted(found, key=lambda one: -one.not_fetched)


def traps(store: CrawlStore) -> list[NotFetched]:
    """Return what was ended as a trap, most URLs first: by pattern, and one entry for each rule about single URLs."""
    return [one for one in not_fetched(store) if one.is_trap]


class UnfetchedUrl(NamedTuple):
    """A URL that was not fetched; the fields, in this order, are the keys of JSON and the columns of CSV."""

    reason: str  # an `EndedBy`
    url: str
    depth: int
    found_on: str | None
    pattern: str | None  # of the trap
    line: int | None  # of the live robots.txt that forbids it; 0 if its answer forbids all


def unfetched_urls(store: CrawlStore) -> Iterator[UnfetchedUrl]:
    """Iterate over the URLs that were not fetched, those with the same reason together."""
    rows = store.connection.execute(
        "SELECT url.ended_by, url.url, url.rank, parent.url, written, line"
        " FROM url LEFT JOIN url AS parent ON parent.id = url.found_on"
        " LEFT JOIN (SELECT url_id, max(detail) AS line FROM log WHERE what = 'robots' GROUP BY url_id) AS forbidden"
        " ON forbidden.url_id = url.id"
        " LEFT JOIN trap ON trap.pattern = url.pattern AND trap.host = url.host AND rule = url.ended_by"
        " WHERE url.state = ? ORDER BY url.ended_by, trap.pattern, url.id",
        (UrlState.ENDED,),
    )
    for ended_by, url, rank, parent, written, line in rows:
        reason = word(EndedBy, ended_by, "url.ended_by")
        yield UnfetchedUrl(
            reason.value,
            text(url, "url.url"),
            depth_of(whole(rank, "url.rank")),
            text(parent, "url.url") or None,
            text(written, "trap.written") or None,
            int(line) if line is not None and line.isdigit() else None,
        )


def live_files(store: CrawlStore) -> dict[str, LiveFile]:
    """Return the robots.txt of each host by origin, as it was answered during the crawl."""
    rows = store.connection.execute(
        "SELECT origin, robots_outcome, robots_status, robots_kind, robots_body FROM host"
        " WHERE robots_outcome IS NOT NULL"
    )
    return {
        origin: LiveFile(
            word(FetchOutcome, outcome, "host.robots_outcome"),
            status,
            word(Content, kind, "host.robots_kind"),
            unpacked_bytes(body, "host.robots_body"),
        )
        for origin, outcome, status, kind, body in rows
    }


def start_origins(store: CrawlStore) -> frozenset[str]:
    """Return the hosts that the crawl began at: those that a draft is for."""
    return frozenset(row[0] for row in store.connection.execute("SELECT origin FROM host WHERE is_start"))


def saved_hosts(store: CrawlStore) -> tuple[HostState, ...]:
    """Return the hosts of a resting crawl as they will resume; slowdowns are not stored."""
    plan, files = plan_of(store), live_files(store)
    execute = store.connection.execute
    queued = dict(execute("SELECT host, count(*) FROM url WHERE state = 0 GROUP BY host").fetchall())
    asked = execute("SELECT host, count(*) FROM log JOIN url ON url.id = url_id WHERE status IS NOT NULL GROUP BY host")
    requests = Counter(dict(asked.fetchall()))
    before_pages = execute("SELECT url FROM log WHERE url_id IS NULL AND status IS NOT NULL")
    others = Counter(origin_in(text(url, "log.url")) for (url,) in before_pages)
    gave_up = dict(execute("SELECT url, detail FROM log WHERE what = 'gave-up' ORDER BY id").fetchall())
    return most_queued_first(
        _kept_host(plan, files.get(origin), origin, queued.get(host, 0), requests[host] + others[origin], gave_up)
        for host, origin in execute("SELECT id, origin FROM host").fetchall()
    )


def _kept_host(
    plan: CrawlPlan, file: LiveFile | None, origin: str, queued: int, requests: int, gave_up: Mapping[str, str]
) -> HostState:
    limiter, is_mine = RateLimiter(plan.rate, plan.connections), site_in(origin) in plan.mine
    delay = RobotsPolicy(file, is_mine=is_mine).delay() if file is not None else None
    if delay is not None:
        limiter.apply_crawl_delay(*delay)
    return HostState(
        origin=origin,
        per_second=limiter.per_second,
        why=limiter.why,
        detail=limiter.detail,
        connections=limiter.at_once,
        waits_seconds=0,
        queued=queued,
        requests=requests,
        is_mine=is_mine,
        gave_up=word(GaveUp, gave_up[origin], "log.detail") if queued and origin in gave_up else None,
    )


def content_of(store: CrawlStore, page: int) -> PageText | None:
    """Return the text of a page."""
    row = store.connection.execute("SELECT title, language, packed FROM content WHERE id = ?", (page,)).fetchone()
    return unpacked(*row) if row else None


def packed(page: PageText) -> bytes:
    return zlib.compress(f"{page.headings}\0{page.body}".encode("utf-8", "replace")[:MOST_UNPACKED], 1)


def unpacked(title: object, language: object, body: object) -> PageText:
    """Parse a stored page text. Raises CellError."""
    headings, _, found = unpacked_bytes(body, "content.packed").decode("utf-8", "replace").partition("\0")
    return PageText(text(title, "content.title"), headings, found, text(language, "content.language"))


def tags_of(kept: str | None) -> tuple[IndexTag, ...]:
    """Parse stored indexing directives. Raises CellError."""
    rows = from_json(kept, _TAGS) if kept else ()
    if not isinstance(rows, Sequence) or not all(map(_is_tag, rows)):
        raise CellError(_TAGS)
    return tuple(IndexTag(agent, tuple(directives), TagOrigin.META) for agent, *directives in rows)


def _is_tag(row: object) -> bool:
    return isinstance(row, list) and bool(row) and all(isinstance(one, str) for one in row)
