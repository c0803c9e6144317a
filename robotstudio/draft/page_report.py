"""Report on a page check, as rows for tables and as one text to copy."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.fetch.address import host_of
from robotstudio.fetch.index_tags import IndexTag, TagOrigin
from robotstudio.fetch.page import Resource
from robotstudio.fetch.page_check import PageCheck, PageReport, indexing_words, page_report
from robotstudio.fetch.words import chip, sentence
from robotstudio.text.language import PLAIN, WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import markdown_code, printable

_HEADER = "X-Robots-Tag"
_META = "meta"
_NO_TAGS: Message = "says nothing about indexing"
_NO_CANONICAL: Message = "names no canonical address"
_TAG_NOTES: Mapping[tuple[str, ...], Message] = {
    ("noai", "noimageai"): (
        "noai and noimageai come from DeviantArt; no crawler operator documents that it reads them."
    ),
    ("noarchive",): "noarchive does nothing at Google; Amazon documents that it keeps the page out of training.",
    ("nocache",): "nocache does nothing at Google.",
    ("nosnippet", "max-snippet"): "At Google nosnippet and max-snippet limit AI Overviews and AI Mode as well.",
}
"""Notes on directives that do more or less than people expect."""
_SIGNALS: Message = "It states how its content may be used: {signals}."
_TDM: Message = "TDM-Reservation is proposed by a W3C group; no large operator documents that it reads it."
_NOT_HTML: Message = "It is not an HTML page, so its body was not read."
_CUT: Message = "The page is longer than the limit: not everything that it loads is listed."
_CLIENT: Message = "A redirect in the page leads to {url}: it is not followed."
_SKIPPED = Plural(
    "{count} more host was not checked for its robots.txt.", "{count} more hosts were not checked for their robots.txt."
)
_NOT_ASKED: Message = "not fetched"
_NOT_IN_TIME: Message = "not in time"
_LATE: Message = "The robots.txt of these hosts did not arrive in time for this check: {hosts}."
_MORE_HOSTS = Plural("{hosts} and {count} more", "{hosts} and {count} more")
_NOTHING_KNOWN_BLOCKED: Message = "Nothing that the page loads is known to be blocked; for some of it this is unknown."
_MOST_NAMED = 3
_LOADED_FROM: Message = "{host} (robots.txt: {rules})"
_BY: Message = "{crawler} (line {line})"
_BY_ALL: Message = "{crawler} (whole host)"
_NOTHING_BLOCKED: Message = "Each of these crawlers may fetch everything that the page loads."


class Blocker(Struct, frozen=True):
    """A crawler that may not fetch something, and the line that says so; None if no line does."""

    crawler: Crawler
    line: int | None


class ResourceRow(Struct, frozen=True):
    """Something that the page loads, under the robots.txt of its own host."""

    place: int
    resource: Resource
    rules: str  # how the fetch of that robots.txt ended, in two or three words
    blockers: tuple[Blocker, ...]

    @property
    def host(self) -> str:
        """Return the origin whose robots.txt governs it."""
        return self.resource.robots_url.removesuffix("/robots.txt")


class PageSummary(Struct, frozen=True):
    """The check of a page for some crawlers."""

    check: PageCheck
    report: PageReport
    resources: tuple[ResourceRow, ...]  # grouped by host


def summarise(check: PageCheck, crawlers: Sequence[Crawler]) -> PageSummary:
    """Join a page with the verdicts of these crawlers; for hundreds of them it takes a moment."""
    report = page_report(check.facts, check.rules, crawlers)
    blockers: dict[Resource, list[Blocker]] = defaultdict(list)
    for row in report.rows:
        for blocked in row.blocked:
            blockers[blocked.resource].append(Blocker(row.crawler, blocked.line))
    rows: list[ResourceRow] = []
    for robots_url, resources in check.facts.by_host.items():
        rules = check.rules.get(robots_url)
        missing = _NOT_IN_TIME if robots_url in check.late else _NOT_ASKED
        answer = chip(rules) if rules is not None else tr(missing)
        rows += [ResourceRow(len(rows) + n, one, answer, tuple(blockers[one])) for n, one in enumerate(resources)]
    return PageSummary(check, report, tuple(rows))


def facts_of(summary: PageSummary) -> tuple[tuple[str, str], ...]:
    """Return what the page itself says: a name and a text each."""
    evidence, facts = summary.check.evidence, summary.check.facts
    status = chip(evidence)
    moved = f" → {evidence.final_url}" if evidence.final_url != evidence.requested else ""
    return (
        (tr("Page"), evidence.requested + moved),
        (tr("Answer"), status),
        (tr("Indexing"), WORDS.clauses(map(tag_words, facts.tags)) or tr(_NO_TAGS)),
        (tr("Canonical"), WORDS.side_by_side(facts.canonical) or tr(_NO_CANONICAL)),
        (tr("Note"), WORDS.sentences(_notes(summary))),
    )


def tag_words(tag: IndexTag) -> str:
    """Return text such as “X-Robots-Tag googlebot: noindex”."""
    origin = _HEADER if tag.origin is TagOrigin.HEADER else _META
    return f"{origin} {tag.agent or 'robots'}: {', '.join(tag.directives)}"


def blockers_words(row: ResourceRow) -> str:
    """Name the crawlers that may not fetch it, each with the line that says so."""
    named = ((title_of(one.crawler), one.line) for one in row.blockers)
    return WORDS.side_by_side(tr(_BY if line else _BY_ALL, crawler=name, line=line or 0) for name, line in named)


def as_text(summary: PageSummary, *, is_markdown: bool = False) -> str:
    """Return the whole check for a message or a ticket."""
    bullet, head = ("- ", "### ") if is_markdown else ("  ", "")
    facts = ((name, _code(text, is_markdown)) for name, text in facts_of(summary) if text)
    lines = [bullet + WORDS.about(name, text) for name, text in facts]
    lines = [f"{head}{tr('Page check')}", "", *lines, "", f"{head}{tr('Crawlers')}", ""]
    lines += [f"{bullet}{indexing_words(row)}" for row in summary.report.rows]
    lines += ["", f"{head}{tr('Not open to all')}", ""]
    lines += list(_blocked_lines(summary, bullet, is_markdown=is_markdown))
    return "\n".join(lines) + "\n"


def _blocked_lines(summary: PageSummary, bullet: str, *, is_markdown: bool) -> Iterator[str]:
    host = ""
    for row in summary.resources:
        if not row.blockers:
            continue
        if row.host != host:
            host = row.host
            yield bullet + tr(_LOADED_FROM, host=_code(host, is_markdown), rules=row.rules)
        url = _code(row.resource.url, is_markdown)
        yield f"  {bullet}{WORDS.about(f'{row.resource.kind.value} {url}', blockers_words(row))}"
    if not host:
        is_known = not any(row.unknown for row in summary.report.rows)
        yield bullet + tr(_NOTHING_BLOCKED if is_known else _NOTHING_KNOWN_BLOCKED)


def _notes(summary: PageSummary) -> Iterator[str]:
    check, facts = summary.check, summary.check.facts
    if check.evidence.error is not None:
        yield sentence(check.evidence.error)
    elif not facts.is_html:
        yield tr(_NOT_HTML)
    said = {directive.partition(":")[0].strip() for tag in facts.tags for directive in tag.directives}
    yield from (tr(note) for names, note in _TAG_NOTES.items() if not said.isdisjoint(names))
    if facts.signals:
        signals = "; ".join(f"{name}: {value}" for name, value in facts.signals)
        yield tr(_SIGNALS, signals=printable(signals))
    if any(name.lower().startswith("tdm-") for name, _ in facts.signals):
        yield tr(_TDM)
    if facts.is_cut:
        yield tr(_CUT)
    for redirect in facts.redirects:
        yield tr(_CLIENT, url=redirect.target)
    if check.skipped:
        yield ntr(_SKIPPED, len(check.skipped))
    if check.late:
        yield tr(_LATE, hosts=_hosts_words(check.late))


def _hosts_words(addresses: Sequence[str]) -> str:
    hosts = WORDS.listed_text([host_of(address) for address in addresses[:_MOST_NAMED]], PLAIN)
    more = len(addresses) - _MOST_NAMED
    return ntr(_MORE_HOSTS, more, hosts=hosts) if more > 0 else hosts


def _code(text: str, is_markdown: bool) -> str:
    return markdown_code(text) if is_markdown else text
