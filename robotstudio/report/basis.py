"""Basis of the report: earlier fetches, assumptions, method, and the bytes."""

from collections.abc import Iterator, Mapping
from typing import Final

import robotstudio
from robotstudio.engine.dialects import DIALECTS
from robotstudio.fetch.history.model import EntryMark
from robotstudio.fetch.http_scenario import policy_of
from robotstudio.fetch.scenario_words import observed
from robotstudio.report.model import Audience, Block, Cell, CellKind, Prose, ReportColumn, ReportTable, plain
from robotstudio.report.subject import Findings, Input, ReportChoices
from robotstudio.text.language import WORDS, Message, tr

_FETCHES: Message = "Saved fetches, newest first"
_CHANGED: Message = "Different bytes"
_ASSUMED: Message = "Crawlers whose operators do not document how they read the file"
_READ_AS: Message = "Read as"
_SUPPOSED: Message = "All verdicts assume that {observed}; the server did not answer that."
_NOTHING_ASSUMED: Message = "Nothing: all operators of these crawlers document how they read a robots.txt."
_NO_POLICY: Message = "Not documented: what these crawlers do if the server sends no file: {crawlers}."
_AS_OF: Message = (
    "The documentation of operators was last checked on {day} and may have changed. A crawler may act differently "
    "from what its operator says."
)
_METHOD: Final[tuple[Message, ...]] = (
    (
        "Each crawler is assumed to read the file as its operator documents, or as in RFC 9309; every verdict is "
        "computed from that, none is guessed."
    ),
    "“Proven” means for every possible URL, not only for those listed.",
    "Counts cover the given URLs. They say nothing about other URLs.",
)
_MADE: Message = "Made with Robot Studio {version} and its list of {count} crawlers of {day}."
_INPUTS: Message = "Inputs of the report"
_FIRST_OF_HASH: Final = 16
_KINDS: Final[Mapping[str, Message]] = {
    "file": "robots.txt",
    "baseline": "Compared with",
    "live": "The live file",
    "project": "Project",
    "urls": "URLs",
    "expectations": "Expectations",
    "crawl": "Crawl",
    "log": "Access log",
    "indexing": "Export of page indexing",
    "page": "What the site says",
    "version": "Version of the file",
    "earlier": "Earlier report",
}


def has_history(found: Findings) -> bool:
    """Return True if fetches of the site are saved."""
    return bool(found.subject.history)


def build_history(found: Findings, _wanted: ReportChoices) -> Iterator[Block]:
    """Build a row for each fetch."""
    heads = (
        ReportColumn("at", tr("Time")),
        ReportColumn("status", tr("Status"), CellKind.CODE),
        ReportColumn("size", tr("Size")),
        ReportColumn("changed", tr(_CHANGED), CellKind.FLAG),
        ReportColumn("sha256", tr("SHA-256"), CellKind.CODE),
    )
    entries = sorted(found.subject.history, key=lambda entry: entry.fetched_at, reverse=True)
    rows = tuple(
        (
            tr("{time} UTC", time=WORDS.date_and_time(entry.fetched_at)),
            str(entry.status or "–"),
            WORDS.size(entry.size),
            bool(entry.marks & EntryMark.CONTENT),
            entry.sha256,
        )
        for entry in entries
    )
    yield ReportTable("history", tr(_FETCHES), heads, rows)


def build_assumed(found: Findings, _wanted: ReportChoices) -> Iterator[Block]:
    """List what nobody documents, and is assumed."""
    subject = found.subject
    if subject.scenario.is_hypothetical:
        yield Prose(plain(tr(_SUPPOSED, observed=observed(subject.scenario))))
    assumed = [crawler for crawler in subject.crawlers if crawler.assumed]
    if assumed:
        heads = (
            ReportColumn("crawler", tr("Crawler"), CellKind.CODE),
            ReportColumn("dialect", tr(_READ_AS)),
        )
        rows: list[tuple[Cell, ...]] = []
        for crawler in assumed:
            dialect = DIALECTS.get(crawler.dialect)
            rows.append((crawler.token, tr(dialect.title) if dialect else crawler.dialect))
        yield ReportTable("assumed", tr(_ASSUMED), heads, tuple(rows))
    else:
        yield Prose(plain(tr(_NOTHING_ASSUMED)))
    silent = [crawler.token for crawler in subject.crawlers if policy_of(crawler) is None]
    if silent:
        yield Prose(plain(tr(_NO_POLICY, crawlers=WORDS.side_by_side(silent))))
    yield Prose(plain(tr(_AS_OF, day=WORDS.day(subject.catalogue.as_of))), quiet=True)


def build_method(found: Findings, wanted: ReportChoices) -> Iterator[Block]:
    """Say how it was made, with the hashes by which others can tell that it was made from the same files."""
    hashed = _FIRST_OF_HASH if wanted.audience is Audience.CLIENT else None
    yield from (Prose(plain(tr(text))) for text in _METHOD)
    yield Prose(plain(made_with(found)))
    heads = (
        ReportColumn("what", tr("What")),
        ReportColumn("name", tr("Name"), CellKind.CODE),
        ReportColumn("size", tr("Size")),
        ReportColumn("sha256", tr("SHA-256"), CellKind.CODE),
    )
    own = Input.of("file", found.subject.name, found.subject.body)
    rows = tuple(
        (tr(_KINDS[each.what]), each.name, WORDS.size(each.size), each.sha256[:hashed])
        for each in (own, *found.subject.inputs)
    )
    yield ReportTable("inputs", tr(_INPUTS), heads, rows)


def made_with(found: Findings) -> str:
    """Name the version of the program and of its list."""
    catalogue = found.subject.catalogue
    return tr(_MADE, version=robotstudio.__version__, count=catalogue.size, day=WORDS.day(catalogue.as_of))
