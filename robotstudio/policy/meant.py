"""Everything a site says about the use of one URL, and where its statements contradict each other.

Rules of the robots.txt, preferences in it and in headers, RSL, TDMRep, page tags, llms.txt and ai.txt. Each is read by
its own text, which says what counts within it. No text ranks one of them above another, so neither does this module.
"""

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial
from itertools import combinations, islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.directive_values import SIGNALS, Preferences, read_signal, read_usage, stated
from robotstudio.engine.directives import directives_of
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.samples import matches
from robotstudio.engine.scope import governing_robots_url
from robotstudio.fetch.address import redirect_target
from robotstudio.fetch.address_policy import AddressPolicy
from robotstudio.fetch.client import Fetcher
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.fetch.headers import links_in
from robotstudio.fetch.html import Element, elements_of, named
from robotstudio.fetch.index_tags import IndexTag, TagOrigin, signals_in
from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.fetch.page import PageFacts, read_page
from robotstudio.fetch.page_check import Decision, page_decisions
from robotstudio.fetch.resolving import FetchLoop
from robotstudio.fetch.shared_deadline import SharedDeadline, run_limited
from robotstudio.policy.ai_files.ai_txt import FOR_TRAINING, read_ai_txt
from robotstudio.policy.ai_files.llms_txt import read_llms_txt
from robotstudio.policy.ai_files.rsl import RslAnswer, read_rsl, read_rsl_feed, rsl_for, rule_of
from robotstudio.policy.ai_files.study import ALL_PATHS, MOST_LICENSES, AiFiles, normalised
from robotstudio.policy.ai_files.tdmrep import read_tdmrep
from robotstudio.policy.signals import CRAWLERS_FOR, OF_SIGNAL, OF_USAGE, Purpose, Wish, wishes_in
from robotstudio.urls.urls import origin_in, site_in

if TYPE_CHECKING:
    from robotstudio.policy.ai_files.model import Rsl, TdmRule

USAGE_TOKEN: Final = "__usage_ai-training"
"""The token of draft-kelley-aipref-training-preference-signal-00, by one secondary source of 11 November 2026."""

MOST_STATEMENTS: Final = 100
"""Of each kind; a page may have thousands."""
_AT_ONCE: Final = 6
_RSL_TYPE: Final = "application/rsl+xml"
_RSS_TYPE: Final = "application/rss+xml"
_MOST_FEEDS: Final = 2
_GOOGLE: Final = DIALECTS["google"]


class Source(StrEnum):
    """Origin of a statement: a specification, or a proposal."""

    CONTENT_USAGE = "content-usage"
    CONTENT_SIGNAL = "content-signal"
    AI_TRAINING = "disallowaitraining"
    USAGE_TOKEN = "usage-token"  # a name in a robots.txt, not a secret
    RSL = "rsl"
    TDMREP = "tdmrep"
    PAGE_TAGS = "page-tags"
    AI_TXT = "ai.txt"
    LLMS = "llms.txt"


class Place(StrEnum):
    """Place of a statement."""

    ROBOTS = "robots.txt"
    HEADER = "header"
    META = "meta"
    FEED = "feed"
    FILE = "file"


class Answer(StrEnum):
    """Answer of a statement about a use."""

    YES = "yes"
    NO = "no"
    TERMS = "terms"  # yes for those who accept terms, such as a licence
    SILENT = "silent"


class Effect(StrEnum):
    """A statement beside the rules for the crawlers it concerns."""

    AGREES = "agrees"
    STRICTER = "stricter"  # it says no, or sets terms, and the rules let in crawlers for the use
    BLOCKED = "blocked"  # it says yes, and the rules keep out all of them
    PARTLY = "partly"  # it says yes, and the rules keep out some of them
    UNSEEN = "unseen"  # it is on the page, which none of them may fetch
    NONE = "none"


class Statement(Struct, frozen=True):
    """Statement of one line, header, tag or file about a use of the URL.

    `at` is the address of its file, `line` is in it (0: none). `crawlers` are those it concerns. It does not count if
    another one takes precedence by the text of its specification. `is_secondary` if that text was not read itself.
    """

    source: Source
    place: Place
    at: str
    line: int
    written: str
    use: Purpose
    answer: Answer
    crawlers: tuple[Crawler, ...]
    effect: Effect = Effect.NONE
    allowed: int = 0  # how many of them the rules let in
    counts: bool = True
    is_secondary: bool = False

    @property
    def tokens(self) -> frozenset[str]:
        """The tokens of the crawlers it concerns."""
        return frozenset(each.token for each in self.crawlers)


class RuleAnswer(Struct, frozen=True):
    """The rules of the robots.txt for the crawlers of a use; `lines` decide."""

    use: Purpose
    allowed: tuple[Crawler, ...]
    blocked: tuple[Crawler, ...]
    unknown: int
    lines: tuple[int, ...]


class Contradiction(Struct, frozen=True):
    """Two statements that count and cannot both be followed by the same crawler."""

    one: Statement
    other: Statement


class UseReport(Struct, frozen=True):
    """All statements about a URL, by use; `evidence` has everything that was fetched for it.

    `is_cut` if there are more than MOST_STATEMENTS of one kind: then only the first are among them.
    """

    url: str
    rules: tuple[RuleAnswer, ...]
    statements: tuple[Statement, ...]
    contradictions: tuple[Contradiction, ...]
    evidence: tuple[Evidence, ...]
    is_cut: bool = False


class Gathered(Struct, frozen=True):
    """The answers about a URL. `robots` is None if a local file takes its place: `body`.

    `feeds` are the RSS feeds that the page names.
    """

    url: str
    robots: Evidence | None
    body: bytes
    page: Evidence
    files: AiFiles
    feeds: Mapping[str, Evidence] = MappingProxyType({})

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        robots = (self.robots,) if self.robots else ()
        files = self.files
        return (*robots, self.page, *files.answers.values(), *files.licenses.values(), *self.feeds.values())


async def gather(
    fetcher: Fetcher, urls: Sequence[str], options: FetchOptions = PLAIN, body: bytes | None = None
) -> tuple[Gathered, ...]:
    """Fetch pages and what their sites say about them; the files of a site once. Never raises.

    `urls` are as `normalise` returns them. With a `body`, no robots.txt is fetched.
    """
    sites: dict[str, tuple[Evidence | None, AiFiles]] = {}
    feeds: dict[str, Evidence] = {}
    found = []
    for url in urls:
        own = replace(options, cached=None, reach=AddressPolicy((site_in(url),)))
        origin = origin_in(url)
        time = SharedDeadline(fetcher)
        page = partial(time.page, url, own)
        if origin in sites:
            robots, files = sites[origin]
            answers = await run_limited([page], 1)
        else:
            works = [page, *(partial(time.page, origin + path, own) for path in ALL_PATHS)]
            works += [partial(time.robots, f"{origin}/robots.txt", own)] if body is None else []
            answers = await run_limited(works, _AT_ONCE)
            robots = answers[-1] if body is None else None
            own_files = dict(zip(ALL_PATHS, answers[1 : len(ALL_PATHS) + 1], strict=True))
            files = AiFiles(origin, MappingProxyType(own_files))
        text = body if body is not None else body_of(robots)
        wanted = [each for each in licenses_for(text, answers[0]) if each not in files.licenses]
        named_feeds = feeds_of(answers[0])
        unread = [each for each in named_feeds if each not in feeds]
        more = await run_limited([partial(time.page, each, own) for each in (*wanted, *unread)], _AT_ONCE)
        licenses = {**files.licenses, **dict(zip(wanted, more, strict=False))}
        feeds |= dict(zip(unread, more[len(wanted) :], strict=True))
        files = replace(files, licenses=MappingProxyType(licenses))
        sites[origin] = robots, files
        of_page = MappingProxyType({each: feeds[each] for each in named_feeds})
        found.append(Gathered(url, robots, text, answers[0], files, of_page))
    return tuple(found)


def gather_now(urls: Sequence[str], options: FetchOptions = PLAIN, body: bytes | None = None) -> tuple[Gathered, ...]:
    """Like `gather`, for callers without an event loop."""
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(gather(Fetcher(), urls, options, body))


def body_of(robots: Evidence | None) -> bytes:
    """Return the text of a robots.txt, b"" if none came."""
    return robots.body if robots is not None and robots.outcome is FetchOutcome.SUCCESS else b""


def licenses_for(robots: bytes, page: Evidence) -> tuple[str, ...]:
    """Return the addresses of RSL documents in a robots.txt, and in links of a page (RSL 1.0, sections 4.4 to 4.6)."""
    in_file = (normalised(wish.written) for wish in wishes_in(robots) if wish.field == "license")
    return tuple(each for each in dict.fromkeys((*in_file, *_linked(page))) if each)[:MOST_LICENSES]


def _linked(page: Evidence) -> Iterator[str]:
    if page.outcome is not FetchOutcome.SUCCESS:
        return
    for name, value in page.headers:
        for link in links_in(value) if name.lower() == "link" else ():
            if "license" in link.rels and link.type == _RSL_TYPE:
                yield normalised(link.target)
    for element in named(_elements(page), "link"):
        if "license" in element.words("rel") and element.attribute("type").lower() == _RSL_TYPE:
            yield normalised(element.attribute("href"))


def _elements(page: Evidence) -> tuple[Element, ...]:
    is_html = page.outcome is FetchOutcome.SUCCESS and "html" in page.content_type.lower()
    return elements_of(page.body, page.content_type) if is_html else ()


def _inline(page: Evidence) -> Iterator[bytes]:
    """Yield the RSL documents in the scripts of a page (RSL 1.0, section 4.6.2)."""
    for element in named(_elements(page), "script"):
        if element.attribute("type").lower() == _RSL_TYPE:
            yield element.text.encode()


def feeds_of(page: Evidence) -> tuple[str, ...]:
    """Return the RSS feeds that a page names, those of its own origin (RSL 1.0, section 4.7)."""
    links = (
        redirect_target(element.attribute("href"), page.final_url, 0)
        for element in named(_elements(page), "link")
        if "alternate" in element.words("rel") and element.attribute("type").lower() == _RSS_TYPE
    )
    own = (normalised(each) for each in links if isinstance(each, str))
    return tuple(dict.fromkeys(each for each in own if each and origin_in(each) == origin_in(page.final_url)))[
        :_MOST_FEEDS
    ]


def use_report(found: Gathered, catalogue: Catalogue) -> UseReport:
    """Work out what was said about a URL. Reads no file and asks nobody."""
    reader = _Reader(found, catalogue)
    kinds = [tuple(islice(kind, MOST_STATEMENTS + 1)) for kind in reader.kinds()]
    counted = _counted([each for kind in kinds for each in kind[:MOST_STATEMENTS]])
    statements = tuple(reader.with_effect(each) for each in counted)
    is_cut = any(len(kind) > MOST_STATEMENTS for kind in kinds)
    contradictions = tuple(_contradictions(statements))
    return UseReport(found.url, reader.rules(), statements, contradictions, found.evidence, is_cut)


def _contradictions(statements: Sequence[Statement]) -> Iterator[Contradiction]:
    """Find pairs about one use and a common crawler of which one says yes, and the other no or only on terms."""
    counting = [each for each in statements if each.counts and each.answer is not Answer.SILENT]
    for one, other in combinations(counting, 2):
        answers = {one.answer, other.answer}
        is_opposite = one.use is other.use and Answer.YES in answers and len(answers) > 1
        if is_opposite and not one.tokens.isdisjoint(other.tokens):
            yield Contradiction(one, other)


_RANKS: Final[Mapping[Source, Mapping[Place, int]]] = MappingProxyType(
    {Source.TDMREP: {Place.META: 0, Place.HEADER: 1}, Source.RSL: {Place.META: 0, Place.FEED: 0}}
)
"""The places that take precedence, 0 before all: TDMRep, on the priority of techniques; RSL, section 4.9."""
_LAST: Final = 9
_RESTRICTIVE: Final = frozenset({Source.CONTENT_USAGE, Source.PAGE_TAGS, Source.RSL})
"""The most restrictive of several statements counts: vocab-08, section 5.1; Google's page on tags; RSL, section 4.9."""


def _counted(statements: Sequence[Statement]) -> Iterator[Statement]:
    """Mark the statements over which another of the same specification takes precedence."""
    for each in statements:
        same = [one for one in statements if (one.source, one.use) == (each.source, each.use) and one.counts]
        yield replace(each, counts=each.counts and not any(_precedes(one, each) for one in same))


def _precedes(one: Statement, other: Statement) -> bool:
    """Return True if one statement makes another of its specification count for nothing."""
    above = _rank(one) - _rank(other)
    if above or one.source not in _RESTRICTIVE:
        return above < 0
    return _strictness(one) > _strictness(other) and other.tokens <= one.tokens


def _rank(one: Statement) -> int:
    return _RANKS.get(one.source, {}).get(one.place, _LAST)


def _strictness(one: Statement) -> int:
    return (Answer.SILENT, Answer.YES, Answer.TERMS, Answer.NO).index(one.answer)


class _TagMeaning(Struct, frozen=True):
    """A page tag about a use: the crawlers whose operator documents it, () if it is for all, and whether any does."""

    use: Purpose
    tokens: tuple[str, ...] = ()
    is_secondary: bool = False


_TAGS: Final[Mapping[str, tuple[_TagMeaning, ...]]] = MappingProxyType(
    {
        "noindex": (_TagMeaning(Purpose.SEARCH),),
        "none": (_TagMeaning(Purpose.SEARCH),),
        "nosnippet": (_TagMeaning(Purpose.INPUT, ("Googlebot",)),),
        "max-snippet:0": (_TagMeaning(Purpose.INPUT, ("Googlebot",)),),
        "noarchive": (
            _TagMeaning(Purpose.TRAINING, ("Amazonbot",)),
            _TagMeaning(Purpose.INPUT, ("bingbot",), is_secondary=True),
        ),
        "noai": (_TagMeaning(Purpose.TRAINING, is_secondary=True),),
    }
)
"""Tags about a use: Google's and Amazon's documentation; Bing's noarchive and noai by secondary sources, 2026-11-22."""

_TDM_ANSWERS: Final = {"0": Answer.YES, "1": Answer.NO}
_RSL_ANSWERS: Final[Mapping[RslAnswer, Answer]] = {
    RslAnswer.PERMITTED: Answer.YES,
    RslAnswer.LICENSED: Answer.TERMS,
    RslAnswer.PROHIBITED: Answer.NO,
    RslAnswer.UNLISTED: Answer.NO,
    RslAnswer.SILENT: Answer.SILENT,
}


class _Reader:
    """Reads the statements about one URL."""

    def __init__(self, found: Gathered, catalogue: Catalogue) -> None:
        self._found, self._url = found, found.url
        self._path = found.url.removeprefix(origin_in(found.url)) or "/"
        self._catalogue = catalogue
        self._crawlers = {
            use: tuple(
                each
                for each in catalogue.crawlers.values()
                if each.purpose in purposes and not each.outdated and not each.is_any_other
            )
            for use, purposes in CRAWLERS_FOR.items()
        }
        self._version = FileVersion(found.body)
        named_by_tags = (catalogue.known(token) for rows in _TAGS.values() for row in rows for token in row.tokens)
        everyone = {each.token: each for use in self._crawlers.values() for each in use}
        everyone |= {each.token: each for each in named_by_tags if each is not None}
        self._decided = self._decide(tuple(everyone.values()))
        self._page: PageFacts = read_page(found.page)
        self._at_robots = found.robots.final_url if found.robots else governing_robots_url(found.url) or ""

    def _decide(self, crawlers: Sequence[Crawler]) -> Mapping[str, Decision]:
        if self._found.robots is not None:
            return page_decisions(self._found.robots, self._url, crawlers)
        verdicts = {each.token: self._version.read_as(each.dialect).decide(self._url, each.agent) for each in crawlers}
        return {token: Decision(verdict.allowed, verdict.line) for token, verdict in verdicts.items()}

    def rules(self) -> tuple[RuleAnswer, ...]:
        """Return the verdicts for the crawlers of each use."""
        return tuple(self._rules_for(use, self._crawlers[use]) for use in Purpose)

    def _rules_for(self, use: Purpose, crawlers: Sequence[Crawler]) -> RuleAnswer:
        decided = [(each, self._decided[each.token]) for each in crawlers]
        lines = sorted({decision.line for _, decision in decided if decision.line})
        return RuleAnswer(
            use,
            tuple(each for each, decision in decided if decision.allowed),
            tuple(each for each, decision in decided if decision.allowed is False),
            sum(decision.allowed is None for _, decision in decided),
            tuple(lines),
        )

    def with_effect(self, one: Statement) -> Statement:
        """Compare a statement with the rules for the crawlers it concerns."""
        rules = self._rules_for(one.use, one.crawlers)
        effect = Effect.AGREES
        if one.answer is Answer.SILENT or not (rules.allowed or rules.blocked):
            effect = Effect.NONE
        elif one.place in {Place.HEADER, Place.META} and not rules.allowed:
            effect = Effect.UNSEEN
        elif one.answer in {Answer.NO, Answer.TERMS} and rules.allowed:
            effect = Effect.STRICTER
        elif one.answer in {Answer.YES, Answer.TERMS} and rules.blocked:
            effect = Effect.PARTLY if rules.allowed else Effect.BLOCKED
        return replace(one, effect=effect, allowed=len(rules.allowed))

    def kinds(self) -> Iterator[Iterator[Statement]]:
        """Yield the statements of each kind: those in the robots.txt, on the page, then in other files."""
        yield self._wishes()
        yield self._token()
        yield self._headers()
        yield self._tags()
        yield self._rsl()
        yield self._tdmrep()
        yield self._ai_txt()
        yield self._llms()

    def _reading(self, crawler: Crawler) -> frozenset[int]:
        """Return the lines that name a crawler's groups."""
        groups = self._version.read_as(crawler.dialect).choose(crawler.agent).groups
        return frozenset(agent.line for group in groups for agent in group.agents)

    def _readers(self, use: Purpose, lines: Iterable[int]) -> tuple[Crawler, ...]:
        """Return the crawlers for a use whose group is named in these lines; all if there are none."""
        wanted = set(lines)
        return tuple(each for each in self._crawlers[use] if not wanted or self._reading(each) & wanted)

    def _wishes(self) -> Iterator[Statement]:
        wishes = [each for each in wishes_in(self._found.body) if each.field != "license" and self._covers(each)]
        longest: dict[tuple[str, tuple[int, ...]], int] = {}
        for each in wishes:
            key = each.field, each.agent_lines
            longest[key] = max(longest.get(key, 0), len(each.path))
        for each in wishes:
            source = Source.AI_TRAINING if each.field not in set(Source) else Source(each.field)
            counts = len(each.path) == longest[each.field, each.agent_lines]
            for use, is_permitted in each.uses.items():
                answer = Answer.YES if is_permitted else Answer.NO
                crawlers = self._readers(use, each.agent_lines)
                if crawlers:
                    one = self._in_robots(source, each.line, _line(each.title, each.written), use, answer)
                    yield replace(one, crawlers=crawlers, counts=counts)

    def _in_robots(self, source: Source, line: int, written: str, use: Purpose, answer: Answer) -> Statement:
        return Statement(source, Place.ROBOTS, self._at_robots, line, written, use, answer, self._crawlers[use])

    def _covers(self, wish: Wish) -> bool:
        return not wish.path or matches(rule_of(wish.path), self._path, _GOOGLE)

    def _token(self) -> Iterator[Statement]:
        """Read the group of the training-preference token; nothing is inherited from `*`, which is unknown."""
        robots = self._version.read_as("rfc9309")
        verdict = robots.decide(self._url, (USAGE_TOKEN,))
        if verdict.group.token is None or verdict.group.token.lower() != USAGE_TOKEN:
            return
        answer = Answer.YES if verdict.allowed else Answer.NO
        line = verdict.line or verdict.group.groups[0].first_line
        one = self._in_robots(Source.USAGE_TOKEN, line, USAGE_TOKEN, Purpose.TRAINING, answer)
        yield replace(one, is_secondary=True)

    def _headers(self) -> Iterator[Statement]:
        """Read Content-Usage, Content-Signal and TDM headers, and the TDM tags of the page."""
        in_headers = len(signals_in(self._found.page.headers))
        tdm: dict[Place, dict[str, str]] = {}
        for number, (name, value) in enumerate(self._page.signals):
            place = Place.HEADER if number < in_headers else Place.META
            key = name.lower()
            if key.startswith("tdm-"):
                tdm.setdefault(place, {}).setdefault(key, value.strip())
            elif key == "content-usage":
                read = read_usage(value)
                said = stated(read) if isinstance(read, Preferences) and not read.path else {}
                yield from self._of_header(Source.CONTENT_USAGE, name, value, said, OF_USAGE, "y")
            else:
                read = read_signal(value)
                last = {each.name: each.value for each in read.items} if isinstance(read, Preferences) else {}
                known = {key: said for key, said in last.items() if said in SIGNALS.get(key, ())}
                yield from self._of_header(Source.CONTENT_SIGNAL, name, value, known, OF_SIGNAL, "yes")
        for place, said in tdm.items():
            answer = _TDM_ANSWERS.get(said.get("tdm-reservation", ""))
            if answer is not None:
                policy = said.get("tdm-policy", "")
                answer = Answer.TERMS if answer is Answer.NO and policy else answer
                written = "\n".join(_line(*pair) for pair in said.items())
                yield self._on_page(Source.TDMREP, place, written, Purpose.TRAINING, answer)

    def _of_header(
        self, source: Source, name: str, value: str, said: Mapping[str, str], uses: Mapping[str, Purpose], yes: str
    ) -> Iterator[Statement]:
        for label, use in uses.items():
            if label in said:
                answer = Answer.YES if said[label] == yes else Answer.NO
                yield self._on_page(source, Place.HEADER, _line(name, value), use, answer)

    def _on_page(
        self, source: Source, place: Place, written: str, use: Purpose, answer: Answer, who: Sequence[Crawler] = ()
    ) -> Statement:
        crawlers = tuple(who) or self._crawlers[use]
        return Statement(source, place, self._page.final_url, 0, written, use, answer, crawlers)

    def _tags(self) -> Iterator[Statement]:
        for tag in self._page.tags:
            place = Place.HEADER if tag.origin is TagOrigin.HEADER else Place.META
            for directive in tag.directives:
                for row in _TAGS.get(directive.replace(" ", ""), ()):
                    who = [each for each in self._addressed(row) if tag.is_for(each)]
                    if who:
                        written = _written(tag, directive)
                        one = self._on_page(Source.PAGE_TAGS, place, written, row.use, Answer.NO, who)
                        yield replace(one, is_secondary=row.is_secondary)

    def _addressed(self, row: _TagMeaning) -> Iterator[Crawler]:
        if not row.tokens:
            yield from self._crawlers[row.use]
            return
        for token in row.tokens:
            crawler = self._catalogue.known(token)
            if crawler is not None:
                yield crawler

    def _rsl(self) -> Iterator[Statement]:
        """Read each RSL document for the crawlers to which it is associated: by group, else by the file or page."""
        linked = set(_linked(self._found.page))
        by_line = self._license_lines()
        for address, evidence in self._found.files.licenses.items():
            if evidence.outcome is not FetchOutcome.SUCCESS:
                continue
            place = Place.META if address in linked else Place.FILE
            for one in self._of_license(read_rsl(evidence.body), place, address):
                crawlers = one.crawlers
                if place is Place.FILE:
                    crawlers = tuple(each for each in crawlers if address in self._licensed(each, by_line))
                if crawlers:
                    yield replace(one, crawlers=crawlers)
        for document in _inline(self._found.page):
            inline = self._of_license(read_rsl(document), Place.META, self._page.final_url)
            yield from (replace(one, line=0) for one in inline)  # lines of the script are not lines of the page
        for address, evidence in self._found.feeds.items():
            if evidence.outcome is FetchOutcome.SUCCESS:
                of_feed = self._of_license(read_rsl_feed(evidence.body), Place.FEED, address)
                yield from (one for one in of_feed if one.answer is not Answer.SILENT)

    def _of_license(self, found: "Rsl", place: Place, at: str) -> Iterator[Statement]:
        """Read what an RSL document says about each use."""
        for use in Purpose if found.contents else ():
            said = rsl_for(found, self._url, use)
            answer, crawlers = _RSL_ANSWERS[said.answer], self._crawlers[use]
            yield Statement(Source.RSL, place, at, said.line, said.scope, use, answer, crawlers, is_secondary=True)

    def _license_lines(self) -> tuple[tuple[str, frozenset[int]], ...]:
        """Return the addresses in License lines, with the lines that name the group of each, none if it is global."""
        found = (
            each for each in directives_of(Robots.parse(self._found.body, "rfc9309")) if each.facts.id == "license"
        )
        return tuple(
            (
                normalised(each.written),
                frozenset(agent.line for agent in each.group.agents) if each.group else frozenset(),
            )
            for each in found
        )

    def _licensed(self, crawler: Crawler, by_line: Sequence[tuple[str, frozenset[int]]]) -> frozenset[str]:
        """Return the documents for a crawler: those of its group, else the global ones (RSL 1.0, section 4.4)."""
        own = self._reading(crawler)
        of_group = frozenset(address for address, lines in by_line if lines & own)
        return of_group or frozenset(address for address, lines in by_line if not lines)

    def _tdmrep(self) -> Iterator[Statement]:
        """Read the first rule that matches."""
        path = "/.well-known/tdmrep.json"
        for rule in self._rules_of_tdmrep(path):
            if matches(rule_of(rule.location), self._path, _GOOGLE):
                answer = (Answer.TERMS if rule.policy else Answer.NO) if rule.is_reserved else Answer.YES
                rows = {"location": rule.location, "tdm-reservation": int(rule.is_reserved), "tdm-policy": rule.policy}
                written = json.dumps({key: value for key, value in rows.items() if value != ""})
                use, at = Purpose.TRAINING, f"{self._found.files.origin}{path}"
                yield Statement(Source.TDMREP, Place.FILE, at, rule.line, written, use, answer, self._crawlers[use])
                return

    def _rules_of_tdmrep(self, path: str) -> "tuple[TdmRule, ...]":
        body = self._body(path)
        return read_tdmrep(body).rules if body is not None else ()

    def _body(self, path: str) -> bytes | None:
        evidence = self._found.files.answers.get(path)
        return evidence.body if evidence is not None and evidence.outcome is FetchOutcome.SUCCESS else None

    def _ai_txt(self) -> Iterator[Statement]:
        for path in ("/ai.txt", "/.well-known/ai.txt"):
            body = self._body(path)
            for claim in read_ai_txt(body).claims if body is not None else ():
                said = Robots.parse(claim.body, "google")
                uses = (Purpose.TRAINING,) if claim.purposes == FOR_TRAINING else (Purpose.TRAINING, Purpose.INPUT)
                for use in uses:
                    found: dict[tuple[int, bool], list[Crawler]] = {}
                    for crawler in self._crawlers[use]:
                        verdict = said.decide(self._url, crawler.agent)
                        if verdict.line:
                            found.setdefault((claim.lines[verdict.line], verdict.allowed), []).append(crawler)
                    for (line, is_allowed), who in found.items():
                        answer = Answer.YES if is_allowed else Answer.NO
                        at = f"{self._found.files.origin}{path}"
                        yield Statement(Source.AI_TXT, Place.FILE, at, line, "", use, answer, tuple(who))

    def _llms(self) -> Iterator[Statement]:
        """Say whether an llms.txt lists the URL; it permits and forbids nothing."""
        body, at = self._body("/llms.txt"), f"{self._found.files.origin}/llms.txt"
        if body is None:
            return
        links = read_llms_txt(body, at).links
        line, name = next(((each.line, each.name) for each in links if each.url == self._url), (0, ""))
        use = Purpose.INPUT
        yield Statement(Source.LLMS, Place.FILE, at, line, name, use, Answer.SILENT, self._crawlers[use])


def _line(name: str, value: str) -> str:
    """Return a field as it is written in a robots.txt or a header."""
    return f"{name}: {value}"


def _written(tag: IndexTag, directive: str) -> str:
    return f"{tag.agent}:{directive}" if tag.agent else directive
