"""The rows of the tables about an answer: facts, headers, and meanings. No widgets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from msgspec import Struct

from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.fetch.address import host_of
from robotstudio.fetch.body_facts import BodyFacts
from robotstudio.fetch.caching import ChangeReach, reach_of, reach_under
from robotstudio.fetch.evidence import Certificate, Evidence, FetchOutcome, Tls
from robotstudio.fetch.headers import (
    cache_directives,
    charset_in,
    date_in,
    media_type,
    number_in,
    retry_seconds,
)
from robotstudio.fetch.html import RedirectMeans
from robotstudio.fetch.http_scenario import HttpScenario, policy_of
from robotstudio.fetch.meanings import effect_words, limit_of, outcome_with_body, stopping_early
from robotstudio.fetch.policy import (
    POLICIES,
    SHOWN_POLICIES,
    Effect,
    FetchPolicy,
    PolicyOutcome,
    policy_outcome_of,
)
from robotstudio.fetch.scenario_words import when_words
from robotstudio.fetch.words import chip
from robotstudio.store.text import NOT_UTF8
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.fetch.sentences import EFFECT_TONES, effect_text, timing_text
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.table_model import TableCell, toned
from robotstudio.ui.widgets.tone import Tone

KINDS: Mapping[Content, Message] = {
    Content.RULES: "text with robots.txt rules",
    Content.UTF16: "text in UTF-16",
    Content.TEXT: "text without rules",
    Content.HTML: "an HTML page",
    Content.JSON: "JSON",
    Content.XML: "XML",
    Content.BINARY: "binary",
    Content.EMPTY: "empty",
}
MEANS: Mapping[RedirectMeans, Message] = {
    RedirectMeans.HEADER: "by a Refresh header, not followed",
    RedirectMeans.META: "by a meta element, not followed",
    RedirectMeans.SCRIPT: "by a script, not followed",
}
_NONE: Message = "none"
_UTF8 = frozenset({"", "utf-8", "utf8", "us-ascii", "ascii"})
_DAY = 86_400
_SPANS: tuple[tuple[int, Plural], ...] = (
    (_DAY, Plural("{count} day", "{count} days")),
    (3600, Plural("{count} h", "{count} h")),
    (60, Plural("{count} min", "{count} min")),
    (1, Plural("{count} s", "{count} s")),
)
_DAYS_LEFT = Plural("{count} day left", "{count} days left")
LATER: Final = (timedelta(hours=12, seconds=1), timedelta(days=30, seconds=1))
KEPT_COLUMN: Final = 3
LATER_COLUMNS: Final = (4, 5)
UNUSED_IF_SUPPOSED: Final = frozenset({KEPT_COLUMN, *LATER_COLUMNS})
SOURCE_COLUMN: Final = 6
_NO_COPY: Message = "{copy}, else {other}"
_NO_POLICY: Message = "Others"
_NOT_KNOWN: Message = "not documented"
_LAST_COPY: Message = "last copy"
_CLAUSE: Message = "{clause} ({version})"
_AT_MOST: Message = "{time} (assumed)"
_READS_ONLY: Message = "reads only the first {size}"
_DRAFT: Final = PolicyOutcome(Effect.PARSE, "an existing robots.txt")


class AnswerFact(NamedTuple):
    """One row, translated."""

    name: str
    value: str
    remark: str = ""


def _fact(name: Message, value: str, remark: Message = "") -> AnswerFact:
    return AnswerFact(tr(name), value, tr(remark))


_BLOCK: Message = "lines {first}–{last}"
_OPEN_BLOCK: Message = "lines {first}–{last}, no end found"


def answer_facts(evidence: Evidence, body: BodyFacts | None = None) -> tuple[AnswerFact, ...]:
    """Return the known facts, including those about the body when they are ready."""
    facts = [*_address_facts(evidence), *_connection_facts(evidence)]
    if body is not None and evidence.sha256:
        facts += _body_facts(body)
    return tuple(facts)


def _address_facts(evidence: Evidence) -> Iterator[AnswerFact]:
    yield _fact("Requested", evidence.requested, "its rules apply to the URLs of this host")
    if evidence.final_url != evidence.requested:
        yield _fact("Final address", evidence.final_url)
    if evidence.hops and evidence.status is not None:
        yield _fact("Status", f"{chip(evidence)} {evidence.hops[-1].reason}".strip())
    if evidence.user_agent:
        yield _fact(
            "User-Agent", evidence.user_agent, "our request under a crawler’s name" if evidence.pretending else ""
        )


def _connection_facts(evidence: Evidence) -> Iterator[AnswerFact]:
    if not evidence.hops:
        return
    hop = evidence.hops[-1]
    yield _fact("Protocol", hop.http_version or tr(_NONE))
    yield _fact("IP address", hop.ip or tr(_NONE), "" if hop.ip else "no connection, or through a proxy")
    dns = hop.timings.dns
    took = "" if dns is None else tr("DNS {time}", time=WORDS.duration(dns))
    yield AnswerFact(tr("Time, last hop"), timing_text(hop), took)
    yield _fact("Time, total", WORDS.duration(evidence.elapsed_ms))
    if hop.tls is not None:
        yield from _tls_facts(hop.tls, host_of(hop.url), evidence.fetched_at)


def _tls_facts(tls: Tls, host: str, at: datetime) -> Iterator[AnswerFact]:
    yield _fact("TLS", f"{tls.version} {tls.cipher}".strip())
    yield _fact("Certificate", host, "verified" if tls.verified else "not verified: you asked to fetch anyway")
    if tls.certificate is not None:
        yield from _certificate_facts(tls.certificate, at)


def _certificate_facts(certificate: Certificate, at: datetime) -> Iterator[AnswerFact]:
    days = (certificate.not_after - at).days
    yield _fact("– issued to", certificate.subject or side_by_side(certificate.names[:3]))
    yield _fact("– issued by", certificate.issuer)
    span = f"{WORDS.date(certificate.not_before)} – {WORDS.date(certificate.not_after)}"
    left = tr("expired") if days < 0 else ntr(_DAYS_LEFT, days)
    yield AnswerFact(tr("– valid"), span, left)


def _body_facts(body: BodyFacts) -> Iterator[AnswerFact]:
    yield _fact("Body", tr(KINDS[body.kind]), "a page instead of the file" if body.is_soft_404 else "")
    yield _fact("Charset", body.charset or tr(_NONE), "according to the server")
    yield _fact("Encoding", tr(NOT_UTF8) if body.encoding == "other" else body.encoding, "detected from the bytes")
    yield _fact("BOM", body.bom or tr(_NONE))
    yield _fact("Compression", body.compression or tr(_NONE))
    yield _fact("Transferred", WORDS.size(body.wire_size))
    yield _fact("Decoded", WORDS.size(body.size), "truncated" if body.truncated else "")
    yield _fact("Lines", WORDS.number(body.lines))
    if body.cut_line is not None:
        up_to = tr("up to line {line}", line=body.cut_line)
        yield AnswerFact(tr("Read by Google"), WORDS.size(body.cut_byte or 0), up_to)
    yield _fact("SHA-256", body.sha256)
    for block in body.managed:
        words = _BLOCK if block.is_closed else _OPEN_BLOCK
        lines = tr(words, first=block.first_line, last=block.last_line)
        yield AnswerFact(tr("Managed by"), block.title, lines)
    for redirect in body.redirects:
        yield _fact("Redirect", redirect.target, MEANS[redirect.means])


def header_note(name: str, value: str, evidence: Evidence, *, is_last: bool) -> str:
    """Explain a header, "" if it does not affect how a robots.txt is read; `is_last` is True for the last hop."""
    rule = (_LAST_HOP if is_last else _REDIRECT_HOP).get(name)
    return rule(value, evidence) if rule else ""


def _content_type(value: str, _evidence: Evidence) -> str:
    if media_type(value) != "text/plain":
        return tr("not text/plain")
    return tr("as required") if charset_in(value).lower() in _UTF8 else tr("read as UTF-8 anyway")


def _content_length(value: str, evidence: Evidence) -> str:
    length = number_in(value)
    if length is None:
        return tr("not a number")
    if length == evidence.wire_size:
        return tr("body complete")
    return tr("{size} received", size=WORDS.size(evidence.wire_size))


def _content_encoding(_value: str, evidence: Evidence) -> str:
    if evidence.size and evidence.wire_size != evidence.size:
        return tr("decoded to {size}", size=WORDS.size(evidence.size))
    return ""


def _cache_control(value: str, _evidence: Evidence) -> str:
    directives = cache_directives(value)
    if "no-store" in directives or "no-cache" in directives:
        return tr("must not be cached")
    seconds = number_in(directives.get("max-age", ""))
    return tr("cached for up to {span}", span=span(seconds)) if seconds else ""


def _age(value: str, _evidence: Evidence) -> str:
    seconds = number_in(value)
    if seconds is None:
        return ""
    return tr("in a cache for {span}", span=span(seconds)) if seconds else tr("from the origin")


def _last_modified(value: str, evidence: Evidence) -> str:
    at = date_in(value)
    if at is None:
        return tr("not a date")
    seconds = (evidence.fetched_at - at).total_seconds()
    return tr("in the future") if seconds < -60 else tr("{span} ago", span=span(max(0, round(seconds))))


def _retry_after(value: str, evidence: Evidence) -> str:
    seconds = retry_seconds(value, evidence.fetched_at)
    return "" if seconds is None else tr("in {span}", span=span(round(seconds)))


def _followed(_value: str, _evidence: Evidence) -> str:
    return tr("followed")


def _not_followed(_value: str, _evidence: Evidence) -> str:
    return tr("not followed")


def _no_part(_value: str, _evidence: Evidence) -> str:
    return tr("no effect on this file")


Rule = Callable[[str, Evidence], str]

_ANY_HOP: Mapping[str, Rule] = {"cache-control": _cache_control, "age": _age, "retry-after": _retry_after}
_REDIRECT_HOP: Mapping[str, Rule] = {**_ANY_HOP, "location": _followed}
_LAST_HOP: Mapping[str, Rule] = {
    **_ANY_HOP,
    "content-type": _content_type,
    "content-length": _content_length,
    "content-encoding": _content_encoding,
    "last-modified": _last_modified,
    "location": _not_followed,
    "x-robots-tag": _no_part,
}


def span(seconds: int) -> str:
    """Return “45 s”, “90 min”, “1 h”, “12 days”: the largest unit with two or more, rounded down, or exactly one."""
    fitting = (row for row in _SPANS if seconds >= 2 * row[0] or (seconds == row[0] and row[0] < _DAY))
    unit, words = next(fitting, _SPANS[-1])
    return ntr(words, min(seconds // unit, 2**31 - 1))


class FamilyRow(Struct, frozen=True):
    """A family, None if the operators document nothing, and its members among the chosen crawlers."""

    family: FetchPolicy | None
    crawlers: tuple[Crawler, ...]


def members(crawlers: Sequence[Crawler], *, every: bool) -> tuple[FamilyRow, ...]:
    """Return the families of the chosen crawlers, those listed for every answer, and on request all others."""
    chosen: dict[str, list[Crawler]] = {}
    for crawler in crawlers:
        family = policy_of(crawler)
        chosen.setdefault(family.id if family else "", []).append(crawler)
    first = tuple(dict.fromkeys((*filter(None, chosen), *SHOWN_POLICIES)))
    others = tuple(key for key in POLICIES if key not in first) if every else ()
    unknown = (FamilyRow(None, tuple(chosen[""])),) if "" in chosen else ()
    known, rest = ([FamilyRow(POLICIES[key], tuple(chosen.get(key, ()))) for key in keys] for keys in (first, others))
    return (*known, *unknown, *rest)


def meaning_row(evidence: Evidence, member: FamilyRow) -> tuple[TableCell, ...]:
    """Return the cells of a member; `KEPT_COLUMN` is for fetched files, `LATER_COLUMNS` for errors."""
    family, policy_outcome = member.family, outcome_with_body(evidence, member.family)
    return (
        TableCell(family.name if family else tr(_NO_POLICY)),
        TableCell(side_by_side(title_of(crawler) for crawler in member.crawlers) or "–"),
        _effect(evidence, policy_outcome, family),
        TableCell(_kept_until(evidence, member)),
        *(_later(evidence, family, elapsed) for elapsed in LATER),
        _source(policy_outcome, family),
    )


def supposed_row(now: HttpScenario, member: FamilyRow) -> tuple[TableCell, ...]:
    """Like `meaning_row`, for a supposed answer."""
    family = member.family
    policy_outcome = now.outcome_under(family) or _DRAFT
    return (
        TableCell(family.name if family else tr(_NO_POLICY)),
        TableCell(side_by_side(title_of(crawler) for crawler in member.crawlers) or "–"),
        toned(effect_text(policy_outcome), EFFECT_TONES[policy_outcome.effect]),
        *(TableCell() for _ in (KEPT_COLUMN, *LATER_COLUMNS)),
        _source(policy_outcome, family),
    )


def _effect(evidence: Evidence, policy_outcome: PolicyOutcome, family: FetchPolicy | None) -> TableCell:
    """Return what is done with the answer; a file that is too long is read in part, as the headline says."""
    if family is not None and family in stopping_early(evidence):
        return toned(tr(_READS_ONLY, size=WORDS.size(limit_of(family))), Tone.WARNING)
    return toned(effect_text(policy_outcome), EFFECT_TONES[policy_outcome.effect])


def _source(policy_outcome: PolicyOutcome, family: FetchPolicy | None) -> TableCell:
    """Return a link to the document, with the passage as its name."""
    clause = _clause(policy_outcome, family)
    if family is None:
        return TableCell(spoken=clause)
    return TableCell(glyph=Glyph.OUTSIDE, glyph_color="accent", spoken=clause)


def unused_columns(evidence: Evidence) -> frozenset[int]:
    """Return the columns to hide: later effects for fetched files, caching for errors."""
    return frozenset(LATER_COLUMNS if evidence.outcome is FetchOutcome.SUCCESS else {KEPT_COLUMN})


def _clause(policy_outcome: PolicyOutcome, family: FetchPolicy | None) -> str:
    if family is None or not family.version:
        return tr(policy_outcome.clause)
    return tr(_CLAUSE, clause=tr(policy_outcome.clause), version=WORDS.day(family.version))


def _later(evidence: Evidence, family: FetchPolicy | None, elapsed: timedelta) -> TableCell:
    """Return one effect, or two if it depends on a cached copy."""
    if family is None:
        return toned(effect_words(Effect.UNKNOWN), EFFECT_TONES[Effect.UNKNOWN])
    copied, bare = (
        policy_outcome_of(evidence, family.id, elapsed=elapsed, has_copy=has).effect for has in (True, False)
    )
    words = effect_words(copied)
    if copied is not bare:
        copy = tr(_LAST_COPY) if copied is Effect.LAST_GOOD_COPY else words
        words = tr(_NO_COPY, copy=copy, other=effect_words(bare))
    return toned(words, EFFECT_TONES[copied])


def _kept_until(evidence: Evidence, member: FamilyRow) -> str:
    reaches = [reach for reach in _reaches(evidence, member) if reach is not None]
    if not reaches:
        return tr(_NOT_KNOWN)
    last = max(reaches, key=_end)
    at = last.at.astimezone()
    is_near = last.lifetime < timedelta(hours=20)
    time = f"{at:%H:%M}" if is_near else when_words(at, evidence.fetched_at)
    return tr(_AT_MOST, time=time) if any(reach.assumed for reach in reaches) else time


def usual_times() -> tuple[str, ...]:
    """Return sample texts as long as in most answers."""
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    return (tr(_AT_MOST, time=when_words(noon + timedelta(days=1), noon)),)


def _reaches(evidence: Evidence, member: FamilyRow) -> Iterator[ChangeReach | None]:
    if member.crawlers:
        yield from (reach_of(crawler, evidence.fetched_at, evidence) for crawler in member.crawlers)
    elif member.family is not None:
        yield reach_under(member.family, evidence.fetched_at, evidence)


def _end(reach: ChangeReach) -> datetime:
    return reach.at
