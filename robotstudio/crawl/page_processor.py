"""Process the answer for a URL: what it contains, where it leads, and which rule ends it."""

import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from robotstudio.crawl.canonical import LONGEST, Canonical, canonical, key_of
from robotstudio.crawl.earlier import EarlierCrawl, EarlierPage, kept_tags
from robotstudio.crawl.frontier import EndedKind, Frontier, FrontierUrl, Queued, depth_of
from robotstudio.crawl.model import TRAPS, EndedBy, UrlState
from robotstudio.crawl.pages import (
    NEEDED,
    LinkKind,
    PageFound,
    fingerprint_of,
    read_headers,
    read_page,
    rough_fingerprint_of,
)
from robotstudio.crawl.plan import CrawlPlan, Patterns
from robotstudio.crawl.records import packed
from robotstudio.crawl.store import CrawlStore
from robotstudio.crawl.traps import (
    FOLLOWED_OF_MANY,
    MOST_REDIRECTS,
    NEW_IN_SAMPLE,
    SAMPLE,
    Novelty,
    Soft404Page,
    TrapDetector,
    ended_by_path,
    pattern_key,
    without_session_id,
)
from robotstudio.fetch.address import redirect_target
from robotstudio.fetch.evidence import Evidence, FailureKind, FetchOutcome
from robotstudio.fetch.headers import media_type
from robotstudio.urls.urls import origin_in, site_in

_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_NETWORK: Final = frozenset(
    {FetchOutcome.DNS_ERROR, FetchOutcome.REFUSED, FetchOutcome.TLS_ERROR, FetchOutcome.NETWORK_ERROR}
)
_SLOW: Final = frozenset({FailureKind.PIECES_LIMIT, FailureKind.TOTAL_TIMEOUT})


class _Answer(NamedTuple):
    """Facts stored of an answer besides the contents of its page."""

    size: int
    sha256: bytes
    text_key: int | None
    same_as: int | None
    novelty: Novelty
    redirect: str | None
    is_unchanged: bool


class PageProcessor:
    """Writes the consequences of each answer; the crawl commits them."""

    def __init__(
        self, store: CrawlStore, frontier: Frontier, plan: CrawlPlan, host_of: Callable[[str], int | None]
    ) -> None:
        """`host_of` returns the number of an origin, None if nothing is fetched from it."""
        self._execute = store.connection.execute
        self._many = store.connection.executemany
        self._frontier = frontier
        self._plan = plan
        self._host_of = host_of
        self._include, self._exclude = Patterns(plan.include), Patterns(plan.exclude)
        self._traps = TrapDetector()
        self._traps.restore(store)
        self._open = frozenset(plan.open_patterns)
        self._open_rules = frozenset(plan.open_traps) if plan.traps else TRAPS
        self._opened: set[tuple[int, EndedBy]] = set()  # rules that samples of a host have shown to be wrong
        self.sampled: set[EndedKind] = set()  # kinds that a rule ended and of which some were fetched after all
        self._samples: dict[int, EndedKind] = {}  # by URL
        self._new_in: Counter[EndedKind] = Counter()  # texts
        self._open_chosen(store.connection)
        self.ended_patterns: dict[int, str] = dict(store.connection.execute("SELECT pattern, rule FROM trap"))
        self.size, self.unchanged, self.looks_empty = store.connection.execute(
            "SELECT coalesce(sum(size), 0), coalesce(sum(unchanged), 0), coalesce(sum(looks_empty), 0) FROM page"
        ).fetchone()
        self.statuses: dict[int, int] = dict(
            store.connection.execute("SELECT status, count(*) FROM page WHERE status >= 300 GROUP BY status")
        )

    def _open_chosen(self, connection: sqlite3.Connection) -> None:
        """Forget the traps that the person wants to be followed, and requeue their URLs."""
        for host, rule, pattern, written in connection.execute(
            "SELECT host, rule, pattern, written FROM trap"
        ).fetchall():
            if rule in self._open_rules or written in self._open:
                self._frontier.open(EndedKind(host, EndedBy(rule), pattern))
                connection.execute("DELETE FROM trap WHERE pattern = ?", (pattern,))
        for ended_by in self._open_rules:
            if self._frontier.counts[UrlState.ENDED, ended_by]:
                self._frontier.queue_again(ended_by)

    def _is_open(self, host: int | None, rule: EndedBy) -> bool:
        """Return True if a rule about single URLs is not applied."""
        return rule in self._open_rules or (host, rule) in self._opened

    # samples of what rules for traps have ended

    def sample(self) -> bool:
        """Requeue a sample of each kind of URLs that has had none; return True if there are any."""
        found = self._frontier.sample(SAMPLE, self.sampled)
        self._samples.update(found)
        self.sampled.update(found.values())
        return bool(found)

    def rule_ending(self, one: Queued) -> str | None:
        """Return the rule that ended the pattern of a queued URL, unless the URL is of a sample."""
        return None if one.id in self._samples else self.ended_patterns.get(one.pattern)

    def _judge_sample(self, one: Queued, kind: EndedKind) -> None:
        """Note a new text among the URLs that a rule ended; fetch all of a kind if there are several."""
        self._new_in[kind] += 1
        if self._new_in[kind] != NEW_IN_SAMPLE:
            return
        if kind.pattern:
            self.ended_patterns.pop(kind.pattern, None)
            self.sampled.discard(kind)
            self._new_in.pop(kind)
            self._samples = {url: other for url, other in self._samples.items() if other != kind}
            (written,) = self._execute("DELETE FROM trap WHERE pattern = ? RETURNING written", kind[2:]).fetchone()
            self._traps.forget(kind.pattern, kind.host, written)
        else:
            self._opened.add((kind.host, kind.rule))
        self._frontier.open(kind)
        self.log(one.id, None, None, "opened", kind.rule)

    # found URLs

    def add_roots(self, urls: Iterable[str], roots: int, rank: int) -> int:
        """Add URLs to begin at; return how many were new."""
        links = (canonical(url) for url in urls)
        return self._frontier.add(
            self._frontier_url(without_session_id(target), rank, None, roots=roots)
            for target in links
            if target is not None
        )

    def _frontier_url(
        self,
        target: Canonical,
        rank: int,
        found_on: int | None,
        *,
        roots: int = 0,
        parent: Queued | None = None,
        hops: int = 0,
    ) -> FrontierUrl:
        """Make the frontier row of a URL, with its state."""
        host = self._host_of(target.origin)
        ended_by = self._ended_by_plan(target, rank, host, hops)
        pattern = 0 if ended_by in {EndedBy.URL_LENGTH, EndedBy.OTHER_HOST} else pattern_key(target)
        if ended_by is None and pattern in self.ended_patterns:
            ended_by = EndedBy(self.ended_patterns[pattern])
        chain = parent.chain + 1 if parent is not None and parent.pattern == pattern else 0
        state = UrlState.QUEUED if ended_by is None else UrlState.ENDED
        url = target.url if len(target.url) <= self._longest else f"{target.url[: self._longest]}…"
        return FrontierUrl(
            key_of(target.url), url, host or 0, rank, state, found_on, roots, pattern, chain, hops, ended_by
        )

    @property
    def _longest(self) -> int:
        return self._plan.max_url or LONGEST

    def _ended_by_plan(self, target: Canonical, rank: int, host: int | None, hops: int) -> EndedBy | None:
        """Return the rule that ends a URL before any request; robots.txt is checked when the URL's turn comes."""
        if host is None:
            name = site_in(target.origin)
            return EndedBy.BLACKLIST if name in self._plan.blacklist else EndedBy.OTHER_HOST
        if len(target.url) > self._longest:
            return EndedBy.URL_LENGTH
        if (self._include and not self._include.match(target.path)) or self._exclude.match(target.path):
            return EndedBy.EXCLUDED
        if self._plan.max_depth and depth_of(rank) > self._plan.max_depth:
            return EndedBy.MAX_DEPTH
        if hops > MOST_REDIRECTS and not self._is_open(host, EndedBy.REDIRECT_LIMIT):
            return EndedBy.REDIRECT_LIMIT
        rule = ended_by_path(target)
        return None if rule is None or self._is_open(host, rule) else rule

    def _add_links(self, one: Queued, found: PageFound) -> tuple[int, EndedBy | None]:
        """Add the links of a page; return how many are new, and the rule that holds some back."""
        is_nofollow, is_many = found.is_nofollow, found.has_too_many
        is_known, rank = self._frontier.is_known, one.rank + 1
        keeps_sessions = EndedBy.SESSION_ID in self._open_rules
        rows, urls = [], []
        for place, link in enumerate(found.links):
            target = link.target if keeps_sessions else without_session_id(link.target)
            key = key_of(target.url)
            nofollow = 1 if link.is_nofollow or is_nofollow else 0
            rows.append((one.id, key, int(link.kind), nofollow, link.anchor or None))  # SQLite takes longer for others
            if is_known(key, rank):
                continue
            judged = self._frontier_url(target, rank, one.id, parent=None if link.kind in NEEDED else one)
            is_later = is_many and place >= FOLLOWED_OF_MANY and not self._is_open(judged.host, EndedBy.MANY_LINKS)
            if is_later and judged.ended_by is None:
                judged = judged._replace(state=UrlState.ENDED, ended_by=EndedBy.MANY_LINKS)
            urls.append(judged)
            if target is not link.target:
                urls.append(self._with_session(link.target, judged))
        self._many("INSERT OR IGNORE INTO link VALUES (?, ?, ?, ?, ?)", rows)
        urls += [self._too_long(start, one) for start in found.too_long]
        is_held_back = is_many and EndedBy.MANY_LINKS not in self._open_rules
        return self._frontier.add(urls), EndedBy.MANY_LINKS if is_held_back else None

    def _bare(self, target: Canonical) -> Canonical:
        """Return a URL without the id of a session."""
        return target if EndedBy.SESSION_ID in self._open_rules else without_session_id(target)

    @staticmethod
    def _with_session(written: Canonical, bare: FrontierUrl) -> FrontierUrl:
        url = written.url[:LONGEST]
        return bare._replace(key=key_of(url), url=url, state=UrlState.ENDED, ended_by=EndedBy.SESSION_ID)

    def _too_long(self, start: str, one: Queued) -> FrontierUrl:
        url = f"{start}…"
        host = self._host_of(origin_in(start)) or 0
        return FrontierUrl(key_of(url), url, host, one.rank + 1, UrlState.ENDED, one.id, ended_by=EndedBy.URL_LENGTH)

    # answers

    @staticmethod
    async def read(one: Queued, evidence: Evidence) -> PageFound:
        """Parse what answer for a URL; writes nothing, so that it can be cancelled."""
        if _redirect_of(evidence) is not None or not evidence.answered or evidence.unchanged:
            return PageFound()
        kind = media_type(evidence.content_type)
        if kind in {"text/html", "application/xhtml+xml"} or (not kind and evidence.body[:512].lstrip()[:1] == b"<"):
            return await read_page(evidence.body, evidence.content_type, one.url, evidence.headers)
        return read_headers(one.url, evidence.headers)

    def take(
        self,
        one: Queued,
        host: int,
        evidence: Evidence,
        found: PageFound,
        *,
        soft_404: Soft404Page | None = None,
        earlier: EarlierPage | None = None,
        crawl_before: EarlierCrawl | None = None,
    ) -> EndedBy | None:
        """Process an answer and what `read` found in it; return the rule that ended it, None if all is well."""
        ended_by = _ended_by(evidence) or (EndedBy.TOO_LARGE if found.is_cut else None)
        redirect = _redirect_of(evidence)
        is_unchanged = evidence.unchanged and earlier is not None and crawl_before is not None
        if is_unchanged and earlier is not None and crawl_before is not None:
            found = crawl_before.found(earlier.id)
            size, sha256 = earlier.size, earlier.sha256
        else:
            size, sha256 = evidence.size, bytes.fromhex(evidence.sha256)
        text_key = fingerprint_of(found.text) if found.text.body or found.text.title else None
        same = self._first_with(text_key, one.id)
        is_page = evidence.status is not None and 200 <= evidence.status < 300
        if redirect is not None:
            new, redirect_end = self._add_redirect(one, redirect)
            ended_by = redirect_end or (None if ended_by is EndedBy.INVALID else ended_by)
            novelty = Novelty(bool(new), bool(new), is_page, is_new_body=True)
        else:
            novelty = self._novelty(found, one.id, same, sha256, is_page=is_page or is_unchanged)
        if ended_by is None and self._is_soft_404(one, soft_404, evidence, found):
            ended_by = EndedBy.SOFT_404
        note = ""
        if ended_by in {None, EndedBy.TOO_LARGE}:
            new, many = self._add_links(one, found)
            ended_by = ended_by or many
            note = str(new)
        self._write(one, evidence, found, _Answer(size, sha256, text_key, same, novelty, redirect, is_unchanged))
        self._frontier.fetched(one, ended_by)
        self.log(one.id, None, evidence, ended_by or "", note)
        self._count(evidence, found, size, is_unchanged=is_unchanged)
        if self._plan.traps:
            self._judge_pattern(one, host, novelty)
        return ended_by

    @staticmethod
    def _is_soft_404(one: Queued, missing: Soft404Page | None, evidence: Evidence, found: PageFound) -> bool:
        """Detect a soft 404. Starts never are: some sites show their home page for anything missing."""
        if (
            missing is None
            or evidence.status != 200
            or one.found_on is None
            or not (found.text.body or found.text.title)
        ):
            return False
        return missing.is_like(Soft404Page.of(found.text, one.url.split("/", 3)[3]))

    def _add_redirect(self, one: Queued, location: str) -> tuple[int, EndedBy | None]:
        written = canonical(location)
        if written is None:
            return 0, EndedBy.INVALID
        bare = self._bare(written)
        target = written if bare.url == one.url else bare  # a redirect to the same page with a session id
        key = key_of(target.url)
        if target is not bare and one.url != target.url:
            self._frontier.revive(self._host_of(target.origin) or 0, key, EndedBy.SESSION_ID)
        self._execute("INSERT OR IGNORE INTO link VALUES (?, ?, ?, 0, NULL)", (one.id, key, LinkKind.REDIRECT))
        if key in self._led_by_redirects(one):
            return 0, EndedBy.REDIRECT_LOOP
        judged = self._frontier_url(target, one.rank, one.id, parent=one, hops=one.hops + 1)
        return self._frontier.add([judged]), None

    def _led_by_redirects(self, one: Queued) -> Iterator[int]:
        """Iterate over the keys of the URL and of those that redirected to it."""
        yield key_of(one.url)
        parent = one.found_on
        for _ in range(one.hops):
            if parent is None:
                return
            row = self._execute("SELECT key, found_on FROM url WHERE id = ?", (parent,)).fetchone()
            yield row[0]
            parent = row[1]

    def _novelty(self, found: PageFound, page: int, same: int | None, sha256: bytes, *, is_page: bool) -> Novelty:
        is_new_body = self._first_with(_body_key(sha256), page) is None
        if not found.text.body and not found.text.title:
            return Novelty(is_new_body, is_new_body, is_page, is_new_body)
        rough = self._first_with(rough_fingerprint_of(found.text) ^ 1, page)
        return Novelty(same is None, rough is None, is_page, is_new_body)

    def _first_with(self, key: int | None, page: int) -> int | None:
        """Return the first page with this content, None if this is the first."""
        if key is None or self._execute("INSERT OR IGNORE INTO seen VALUES (?, ?)", (key, page)).rowcount:
            return None
        first = int(self._execute("SELECT page FROM seen WHERE key = ?", (key,)).fetchone()[0])
        return None if first == page else first

    def _write(self, one: Queued, evidence: Evidence, found: PageFound, answer: _Answer) -> None:
        self._execute(
            "INSERT OR REPLACE INTO page VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                one.id,
                200 if answer.is_unchanged else evidence.status,
                evidence.content_type[:200],
                answer.size,
                answer.sha256 or None,
                answer.text_key,
                answer.novelty.is_new,
                answer.novelty.is_new_but_numbers,
                round(evidence.elapsed_ms, 1),
                time.time(),
                answer.redirect,
                (evidence.header("etag") or "")[:1000],
                (evidence.header("last-modified") or "")[:100],
                kept_tags(found),
                found.canonical[:LONGEST],
                found.link_count,
                found.looks_empty,
                answer.is_unchanged,
                answer.same_as,
            ),
        )
        text = found.text
        if text.body or text.title:
            values = one.id, text.title, text.language, packed(text)
            self._execute("INSERT OR REPLACE INTO content VALUES (?, ?, ?, ?)", values)
        details = found.details
        if details.words is not None or details.x_robots:
            known = one.id, details.h1, details.description, details.words, details.x_robots
            self._execute("INSERT OR REPLACE INTO detail VALUES (?, ?, ?, ?, ?)", known)
        if details.alternates:
            rows = [(one.id, language, target.key) for language, target in details.alternates]
            self._many("INSERT OR IGNORE INTO alternate VALUES (?, ?, ?)", rows)

    def _count(self, evidence: Evidence, found: PageFound, size: int, *, is_unchanged: bool) -> None:
        self.size += size
        self.unchanged += is_unchanged
        self.looks_empty += found.looks_empty
        if evidence.status is not None and evidence.status >= 300 and not is_unchanged:
            self.statuses[evidence.status] = self.statuses.get(evidence.status, 0) + 1

    def _judge_pattern(self, one: Queued, host: int, novelty: Novelty) -> None:
        kind = self._samples.pop(one.id, None)
        if kind is not None:
            if novelty.is_new_but_numbers and novelty.is_page:
                self._judge_sample(one, kind)
            return
        if one.pattern in self.ended_patterns:
            return
        watched = self._traps.watched(one.pattern, one.url)
        if watched.written in self._open:
            return
        judged = self._traps.observe(watched, host, one.chain, novelty)
        if judged is None or judged.rule in self._open_rules:
            return
        written = watched.written
        self.ended_patterns[one.pattern] = judged.rule.value
        values = one.pattern, host, judged.rule, written, judged.seen, judged.new
        self._execute("INSERT OR REPLACE INTO trap VALUES (?, ?, ?, ?, ?, ?)", values)
        self._frontier.end_pattern(host, one.pattern, judged.rule)
        self.log(one.id, None, None, judged.rule, f"{written} {judged.new}/{judged.seen}")

    def log(self, url_id: int | None, url: str | None, evidence: Evidence | None, what: str, detail: str = "") -> None:
        """Log a request, or a rule."""
        status, elapsed, size = (evidence.status, evidence.elapsed_ms, evidence.size) if evidence else (None, 0.0, 0)
        self._execute(
            "INSERT INTO log (at, url_id, url, status, elapsed_ms, size, what, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (time.time(), url_id, url, status, round(elapsed, 1), size, what, detail[:500]),
        )


def _body_key(sha256: bytes) -> int | None:
    return int.from_bytes(sha256[:8], "big", signed=True) if sha256 else None


def _redirect_of(evidence: Evidence) -> str | None:
    """Return the target of a redirect, which the crawl treats as any other URL."""
    hop = evidence.hops[-1] if evidence.hops else None
    if hop is None or hop.status not in _REDIRECTS:
        return None
    target = redirect_target(hop.location, hop.url, hop.status)
    return target if isinstance(target, str) else None


def _ended_by(evidence: Evidence) -> EndedBy | None:
    if evidence.error is not None and evidence.error.kind in _SLOW:
        return EndedBy.TOO_SLOW if evidence.status is not None else EndedBy.TIMEOUT
    if evidence.error is not None and evidence.error.kind is FailureKind.NOT_PUBLIC:
        return EndedBy.NOT_PUBLIC
    if evidence.truncated:
        return EndedBy.TOO_LARGE
    if evidence.outcome in _NETWORK:
        return EndedBy.NETWORK
    if evidence.outcome is FetchOutcome.TIMEOUT:
        return EndedBy.TIMEOUT
    if evidence.outcome in {FetchOutcome.INVALID_RESPONSE, FetchOutcome.REDIRECT_REFUSED, FetchOutcome.INVALID_ADDRESS}:
        return EndedBy.INVALID
    return None
