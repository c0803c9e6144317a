"""The server's answer, hop by hop, its headers, its other addresses, and their meaning."""

from collections.abc import Iterator

from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.http_scenario import policy_outcome_for
from robotstudio.fetch.meanings import effect_words
from robotstudio.fetch.words import chip, headline, notes, scope, sentence, size_text
from robotstudio.report.model import (
    Block,
    Cell,
    CellKind,
    FactList,
    Prose,
    ReportColumn,
    ReportFact,
    ReportTable,
    plain,
)
from robotstudio.report.subject import Findings, ReportChoices
from robotstudio.text.language import WORDS, Message, tr

_HOPS: Message = "Each request and its answer"
_HEADERS: Message = "Headers of the last answer"
_VARIANTS: Message = "The other addresses of the site"
_MEANS: Message = "What the answer means for each crawler"
_AT: Message = "{time} UTC"


def has_evidence(found: Findings) -> bool:
    """Return True if something was fetched."""
    return found.subject.evidence is not None


def build(found: Findings, _wanted: ReportChoices) -> Iterator[Block]:
    """Build the evidence of the fetch."""
    evidence = found.subject.evidence
    if evidence is None:
        return
    yield Prose(plain(headline(evidence, found.subject.crawlers)))
    if evidence.error is not None:
        yield Prose(plain(sentence(evidence.error)))
    yield FactList(tuple(_facts(evidence)))
    for note in (scope(evidence), *notes(evidence)):
        if note:
            yield Prose(plain(note), quiet=True)
    yield _hops(evidence)
    if evidence.headers:
        columns = (
            ReportColumn("header", tr("Header"), CellKind.CODE),
            ReportColumn("value", tr("Value"), CellKind.CODE),
        )
        yield ReportTable("headers", tr(_HEADERS), columns, evidence.headers)
    yield from _variants(found)
    yield _effects(found, evidence)


def _facts(evidence: Evidence) -> Iterator[ReportFact]:
    yield ReportFact("asked", tr("Address"), evidence.requested, CellKind.CODE)
    if evidence.final_url != evidence.requested:
        yield ReportFact("final", tr("Final address"), evidence.final_url, CellKind.CODE)
    yield ReportFact("answer", tr("Answer"), chip(evidence))
    if evidence.content_type:
        yield ReportFact("type", tr("Content type"), evidence.content_type, CellKind.CODE)
    yield ReportFact("size", tr("Size"), size_text(evidence.size))
    time = WORDS.date_and_time(evidence.fetched_at)
    yield ReportFact("at", tr("Fetched"), tr(_AT, time=time))
    if evidence.sha256:
        yield ReportFact("sha256", tr("SHA-256"), evidence.sha256, CellKind.CODE)


def _hops(evidence: Evidence) -> ReportTable:
    columns = (
        ReportColumn("status", tr("Status"), CellKind.CODE),
        ReportColumn("url", tr("Address"), CellKind.CODE),
        ReportColumn("location", tr("Leads to"), CellKind.CODE),
        ReportColumn("protocol", tr("Protocol"), CellKind.CODE),
    )
    rows: list[tuple[Cell, ...]] = [
        (str(hop.status or "–"), hop.url, hop.location or "", hop.http_version) for hop in evidence.hops
    ]
    return ReportTable("hops", tr(_HOPS), columns, tuple(rows))


def _variants(found: Findings) -> Iterator[ReportTable]:
    report = found.subject.variants
    if report is None:
        return
    columns = (
        ReportColumn("url", tr("Address"), CellKind.CODE),
        ReportColumn("answer", tr("Answer")),
        ReportColumn("lands_on", tr("Leads to"), CellKind.CODE),
        ReportColumn("same_as_asked", tr("Same bytes"), CellKind.FLAG),
    )
    asked = report.variants[0].content if report.variants else 0
    rows = tuple(
        (
            each.evidence.requested,
            chip(each.evidence),
            each.lands_on,
            each.content == asked if each.content else None,
        )
        for each in report.variants
    )
    yield ReportTable("variants", tr(_VARIANTS), columns, rows)


def _effects(found: Findings, evidence: Evidence) -> ReportTable:
    columns = (
        ReportColumn("crawler", tr("Crawler"), CellKind.CODE),
        ReportColumn("effect", tr("Effect")),
        ReportColumn("assumed", tr("Assumed"), CellKind.FLAG),
    )
    outcomes = ((crawler, policy_outcome_for(evidence, crawler)) for crawler in found.subject.crawlers)
    rows = tuple((crawler.token, effect_words(each.effect), each.assumed) for crawler, each in outcomes)
    return ReportTable("effects", tr(_MEANS), columns, rows)
