"""What a page check says, as rows for tables and as one text to copy."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.phrases import printable
from robotstudio.io.fetching.address import host_of
from robotstudio.io.fetching.index_tags import IndexTag, TagOrigin
from robotstudio.io.fetching.page import Resource
from robotstudio.io.fetching.page_check import PageCheck, PageReport, indexing_words, page_report
from robotstudio.io.fetching.words import Translate, as_written, chip, sentence
from robotstudio.lazy_dataclasses import dataclass

_HEADER, _META = "X-Robots-Tag", "meta"
_NO_TAGS = "says nothing about indexing"
_NO_CANONICAL = "names no canonical address"
_TAG_NOTES = (
    (
        ("noai", "noimageai"),
        "noai and noimageai were DeviantArt's; no operator of a crawler documents that it reads them.",
    ),
    (("noarchive",), "noarchive does nothing at Google; Amazon documents that it keeps the page out of training."),
    (("nocache",), "nocache does nothing at Google."),
    (("nosnippet", "max-snippet"), "At Google nosnippet and max-snippet limit AI Overviews and AI Mode as well."),
)
"""What is worth knowing of directives of which people expect more or less than they do."""
_SIGNALS = "It says what may be done with its content: {signals}."
_TDM = "TDM-Reservation is a proposal of a W3C group; no large operator documents that it reads it."
_NOT_HTML = "It is no HTML page, so nothing was read from its body."
_CUT = "The page is longer than what is read: not all that it loads is listed."
_CLIENT = "A redirect in the page leads to {url}: it is not followed."
_SKIPPED = "{count} more hosts were not asked for their robots.txt."
_LATE = "Not in time for this check, so what they say is not known: the robots.txt of {hosts}."
_MORE_HOSTS = "{hosts} and {count} more"
_NOT_ASKED, _NOT_IN_TIME = "not asked", "not in time"
_LOADED_FROM = "{host} (robots.txt: {rules})"
_BY = "{crawler} (line {line})"
_BY_ALL = "{crawler} (whole host)"
_NOTHING_BLOCKED = "Every crawler asked about may fetch all that the page loads."
_NOTHING_KNOWN_BLOCKED = "Nothing that the page loads is known to be blocked; for some of it this is not known."
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Blocker:
    """A crawler that may not fetch something, and the line that says so; None where no line does."""

    crawler: Crawler
    line: int | None


@dataclass(frozen=True, slots=True)
class ResourceRow:
    """Something that the page loads, under the robots.txt of its own host."""

    place: int
    resource: Resource
    rules: str  # how the fetch of that robots.txt ended, in two or three words
    blockers: tuple[Blocker, ...]

    @property
    def host(self) -> str:
        """Whose robots.txt governs it, as an origin."""
        return self.resource.robots_url.removesuffix("/robots.txt")


@dataclass(frozen=True, slots=True)
class PageSummary:
    """The check of a page for some crawlers."""

    check: PageCheck
    report: PageReport
    resources: tuple[ResourceRow, ...]  # grouped by host


def summarise(check: PageCheck, crawlers: Sequence[Crawler], translate: Translate = as_written) -> PageSummary:
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
        words = chip(rules, translate) if rules is not None else translate(missing)
        rows += [ResourceRow(len(rows) + n, one, words, tuple(blockers[one])) for n, one in enumerate(resources)]
    return PageSummary(check, report, tuple(rows))


def facts_of(summary: PageSummary, translate: Translate = as_written) -> tuple[tuple[str, str], ...]:
    """What the page itself says: a name and a text each."""
    evidence, facts = summary.check.evidence, summary.check.facts
    status = chip(evidence, translate)
    moved = f" → {evidence.final_url}" if evidence.final_url != evidence.requested else ""
    return (
        (translate("Page"), evidence.requested + moved),
        (translate("Answer"), status),
        (translate("Indexing"), "; ".join(map(tag_words, facts.tags)) or translate(_NO_TAGS)),
        (translate("Canonical"), ", ".join(facts.canonical) or translate(_NO_CANONICAL)),
        (translate("Note"), " ".join(_notes(summary, translate))),
    )


def tag_words(tag: IndexTag) -> str:
    """“X-Robots-Tag googlebot: noindex”."""
    origin = _HEADER if tag.origin is TagOrigin.HEADER else _META
    return f"{origin} {tag.agent or 'robots'}: {', '.join(tag.directives)}"


def blockers_words(row: ResourceRow, translate: Translate = as_written) -> str:
    """The crawlers that may not fetch it, each with the line that says so."""
    return ", ".join(
        translate(_BY if one.line else _BY_ALL).format(crawler=one.crawler.title, line=one.line) for one in row.blockers
    )


def as_text(summary: PageSummary, translate: Translate = as_written, *, is_markdown: bool = False) -> str:
    """The whole check for a message or a ticket."""
    bullet, head = ("- ", "### ") if is_markdown else ("  ", "")
    lines = [f"{bullet}{name}: {_code(text, is_markdown)}" for name, text in facts_of(summary, translate) if text]
    lines = [f"{head}{translate('Page check')}", "", *lines, "", f"{head}{translate('Crawlers')}", ""]
    lines += [f"{bullet}{indexing_words(row, translate)}" for row in summary.report.rows]
    lines += ["", f"{head}{translate('Not to be fetched by all')}", ""]
    lines += list(_blocked_lines(summary, translate, bullet, is_markdown=is_markdown))
    return "\n".join(lines) + "\n"


def _blocked_lines(summary: PageSummary, translate: Translate, bullet: str, *, is_markdown: bool) -> Iterator[str]:
    host = ""
    for row in summary.resources:
        if not row.blockers:
            continue
        if row.host != host:
            host = row.host
            yield bullet + translate(_LOADED_FROM).format(host=_code(host, is_markdown), rules=row.rules)
        url = _code(row.resource.url, is_markdown)
        yield f"  {bullet}{row.resource.kind.value} {url}: {blockers_words(row, translate)}"
    if not host:
        is_known = not any(row.unknown for row in summary.report.rows)
        yield bullet + translate(_NOTHING_BLOCKED if is_known else _NOTHING_KNOWN_BLOCKED)


def _notes(summary: PageSummary, translate: Translate) -> Iterator[str]:
    check, facts = summary.check, summary.check.facts
    if check.evidence.error is not None:
        yield sentence(check.evidence.error, translate)
    elif not facts.is_html:
        yield translate(_NOT_HTML)
    said = {directive.partition(":")[0].strip() for tag in facts.tags for directive in tag.directives}
    yield from (translate(note) for names, note in _TAG_NOTES if not said.isdisjoint(names))
    if facts.signals:
        signals = "; ".join(f"{name}: {value}" for name, value in facts.signals)
        yield translate(_SIGNALS).format(signals=printable(signals))
    if any(name.lower().startswith("tdm-") for name, _ in facts.signals):
        yield translate(_TDM)
    if facts.is_cut:
        yield translate(_CUT)
    for redirect in facts.redirects:
        yield translate(_CLIENT).format(url=redirect.target)
    if check.skipped:
        yield translate(_SKIPPED).format(count=len(check.skipped))
    if check.late:
        yield translate(_LATE).format(hosts=_hosts_words(check.late, translate))


def _hosts_words(addresses: Sequence[str], translate: Translate) -> str:
    hosts = ", ".join(map(host_of, addresses[:_MOST_NAMED]))
    more = len(addresses) - _MOST_NAMED
    return translate(_MORE_HOSTS).format(hosts=hosts, count=more) if more > 0 else hosts


def _code(text: str, is_markdown: bool) -> str:
    return f"`{text.replace('`', '%60')}`" if is_markdown else text
