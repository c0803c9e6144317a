"""What the server gave: its answer, hop by hop, its headers, its other addresses, and what that means for whom."""

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
from robotstudio.text.language import Message, Words

_HOPS: Message = "Each request and its answer"
_HEADERS: Message = "Headers of the last answer"
_VARIANTS: Message = "The other addresses of the site"
_MEANS: Message = "What the answer means for each crawler"
_AT: Message = "{time} UTC"


def has_evidence(found: Findings) -> bool:
    """Return True if something was fetched."""
    return found.subject.evidence is not None


def build(found: Findings, _wanted: ReportChoices, words: Words) -> Iterator[Block]:
    """Build the evidence of the fetch."""
    evidence = found.subject.evidence
    if evidence is None:
        return
    yield Prose(plain(headline(evidence, words, found.subject.crawlers)))
    if evidence.error is not None:
        yield Prose(plain(sentence(evidence.error, words)))
    yield FactList(tuple(_facts(evidence, words)))
    for note in (scope(evidence, words), *notes(evidence, words)):
        if note:
            yield Prose(plain(note), quiet=True)
    yield _hops(evidence, words)
    if evidence.headers:
        columns = (
            ReportColumn("header", words.say("Header"), CellKind.CODE),
            ReportColumn("value", words.say("Value"), CellKind.CODE),
        )
        yield ReportTable("headers", words.say(_HEADERS), columns, evidence.headers)
    yield from _variants(found, words)
    yield _effects(found, evidence, words)


def _facts(evidence: Evidence, words: Words) -> Iterator[ReportFact]:
    yield ReportFact("asked", words.say("Address"), evidence.requested, CellKind.CODE)
    if evidence.final_url != evidence.requested:
        yield ReportFact("final", words.say("Final address"), evidence.final_url, CellKind.CODE)
    yield ReportFact("answer", words.say("Answer"), chip(evidence, words))
    if evidence.content_type:
        yield ReportFact("type", words.say("Content type"), evidence.content_type, CellKind.CODE)
    yield ReportFact("size", words.say("Size"), size_text(evidence.size, words))
    time = words.date_and_time(evidence.fetched_at)
    yield ReportFact("at", words.say("Fetched"), words.say(_AT, time=time))
    if evidence.sha256:
        yield ReportFact("sha256", words.say("SHA-256"), evidence.sha256, CellKind.CODE)


def _hops(evidence: Evidence, words: Words) -> ReportTable:
    columns = (
        ReportColumn("status", words.say("Status"), CellKind.CODE),
        ReportColumn("url", words.say("Address"), CellKind.CODE),
        ReportColumn("location", words.say("Leads to"), CellKind.CODE),
        ReportColumn("protocol", words.say("Protocol"), CellKind.CODE),
    )
    rows: list[tuple[Cell, ...]] = [
        (str(hop.status or "–"), hop.url, hop.location or "", hop.http_version) for hop in evidence.hops
    ]
    return ReportTable("hops", words.say(_HOPS), columns, tuple(rows))


def _variants(found: Findings, words: Words) -> Iterator[ReportTable]:
    report = found.subject.variants
    if report is None:
        return
    columns = (
        ReportColumn("url", words.say("Address"), CellKind.CODE),
        ReportColumn("answer", words.say("Answer")),
        ReportColumn("lands_on", words.say("Leads to"), CellKind.CODE),
        ReportColumn("same_as_asked", words.say("Same bytes"), CellKind.FLAG),
    )
    asked = report.variants[0].content if report.variants else 0
    rows = tuple(
        (
            each.evidence.requested,
            chip(each.evidence, words),
            each.lands_on,
            each.content == asked if each.content else None,
        )
        for each in report.variants
    )
    yield ReportTable("variants", words.say(_VARIANTS), columns, rows)


def _effects(found: Findings, evidence: Evidence, words: Words) -> ReportTable:
    columns = (
        ReportColumn("crawler", words.say("Crawler"), CellKind.CODE),
        ReportColumn("effect", words.say("Effect")),
        ReportColumn("assumed", words.say("Assumed"), CellKind.FLAG),
    )
    outcomes = ((crawler, policy_outcome_for(evidence, crawler)) for crawler in found.subject.crawlers)
    rows = tuple((crawler.token, effect_words(each.effect, words), each.assumed) for crawler, each in outcomes)
    return ReportTable("effects", words.say(_MEANS), columns, rows)
