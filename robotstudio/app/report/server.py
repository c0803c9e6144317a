"""What the server gave: its answer, hop by hop, its headers, its other addresses, and what that means for whom."""

from collections.abc import Iterator

from robotstudio.app.report.model import Block, Cell, Column, Fact, FactList, Kind, Prose, Table, plain
from robotstudio.app.report.subject import Findings, Wanted
from robotstudio.engine.language import Message, Words
from robotstudio.io.fetching.evidence import Evidence
from robotstudio.io.fetching.http_scenario import policy_outcome_for
from robotstudio.io.fetching.meanings import effect_words
from robotstudio.io.fetching.words import chip, headline, notes, scope, sentence, size_text

_HOPS: Message = "Each request and its answer"
_HEADERS: Message = "Headers of the last answer"
_VARIANTS: Message = "The other addresses of the site"
_MEANS: Message = "What the answer means for each crawler"
_AT: Message = "{time} UTC"


def is_there(found: Findings) -> bool:
    """Whether something was fetched."""
    return found.subject.evidence is not None


def build(found: Findings, _wanted: Wanted, words: Words) -> Iterator[Block]:
    """The evidence of the fetch."""
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
        columns = (Column("header", words.say("Header"), Kind.CODE), Column("value", words.say("Value"), Kind.CODE))
        yield Table("headers", words.say(_HEADERS), columns, evidence.headers)
    yield from _variants(found, words)
    yield _means(found, evidence, words)


def _facts(evidence: Evidence, words: Words) -> Iterator[Fact]:
    yield Fact("asked", words.say("Address"), evidence.requested, Kind.CODE)
    if evidence.final_url != evidence.requested:
        yield Fact("final", words.say("Final address"), evidence.final_url, Kind.CODE)
    yield Fact("answer", words.say("Answer"), chip(evidence, words))
    if evidence.content_type:
        yield Fact("type", words.say("Content type"), evidence.content_type, Kind.CODE)
    yield Fact("size", words.say("Size"), size_text(evidence.size, words))
    time = words.date_and_time(evidence.fetched_at)
    yield Fact("at", words.say("Fetched"), words.say(_AT, time=time))
    if evidence.sha256:
        yield Fact("sha256", words.say("SHA-256"), evidence.sha256, Kind.CODE)


def _hops(evidence: Evidence, words: Words) -> Table:
    columns = (
        Column("status", words.say("Status"), Kind.CODE),
        Column("url", words.say("Address"), Kind.CODE),
        Column("location", words.say("Leads to"), Kind.CODE),
        Column("protocol", words.say("Protocol"), Kind.CODE),
    )
    rows: list[tuple[Cell, ...]] = [
        (str(hop.status or "–"), hop.url, hop.location or "", hop.http_version) for hop in evidence.hops
    ]
    return Table("hops", words.say(_HOPS), columns, tuple(rows))


def _variants(found: Findings, words: Words) -> Iterator[Table]:
    report = found.subject.variants
    if report is None:
        return
    columns = (
        Column("url", words.say("Address"), Kind.CODE),
        Column("answer", words.say("Answer")),
        Column("lands_on", words.say("Leads to"), Kind.CODE),
        Column("same_as_asked", words.say("Same bytes"), Kind.FLAG),
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
    yield Table("variants", words.say(_VARIANTS), columns, rows)


def _means(found: Findings, evidence: Evidence, words: Words) -> Table:
    columns = (
        Column("crawler", words.say("Crawler"), Kind.CODE),
        Column("effect", words.say("Effect")),
        Column("assumed", words.say("Assumed"), Kind.FLAG),
    )
    outcomes = ((crawler, policy_outcome_for(evidence, crawler)) for crawler in found.subject.crawlers)
    rows = tuple((crawler.token, effect_words(each.effect, words), each.assumed) for crawler, each in outcomes)
    return Table("effects", words.say(_MEANS), columns, rows)
