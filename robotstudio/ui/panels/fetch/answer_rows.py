"""The rows of the tables about an answer: what it says beside its headers, its headers, what it means. No widget."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final, NamedTuple

from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import Crawler
from robotstudio.io.fetching.address import host_of
from robotstudio.io.fetching.body_facts import BodyFacts
from robotstudio.io.fetching.caching import ChangeReach, reach_of, reach_under
from robotstudio.io.fetching.evidence import Certificate, Evidence, Outcome, Tls
from robotstudio.io.fetching.html import RedirectMeans
from robotstudio.io.fetching.http_scenario import policy_of, policy_outcome_under
from robotstudio.io.fetching.meanings import effect_words
from robotstudio.io.fetching.policy import (
    POLICIES,
    SHOWN_POLICIES,
    Effect,
    FetchPolicy,
    PolicyOutcome,
    policy_outcome_of,
)
from robotstudio.io.fetching.words import Translate, as_written, chip
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.panels.fetch.sentences import EFFECT_TONES, effect_text, timing_text
from robotstudio.ui.widgets.formats import format_count, format_duration, format_size
from robotstudio.ui.widgets.table_model import TableCell, toned

KINDS: Mapping[Content, str] = {
    Content.RULES: "text, reads as a robots.txt",
    Content.UTF16: "text in UTF-16",
    Content.TEXT: "text without a rule",
    Content.HTML: "an HTML page",
    Content.JSON: "JSON",
    Content.XML: "XML",
    Content.BINARY: "binary",
    Content.EMPTY: "empty",
}
MEANS: Mapping[RedirectMeans, str] = {
    RedirectMeans.HEADER: "by a Refresh header, not followed",
    RedirectMeans.META: "by a meta element, not followed",
    RedirectMeans.SCRIPT: "by a script, not followed",
}
_WORDS = frozenset({*KINDS.values(), "none"})
Note = tuple[str, dict[str, str]]
_NOTHING: Note = ("", {})
_LONGEST_NUMBER = 12
_UTF8 = frozenset({"", "utf-8", "utf8", "us-ascii", "ascii"})
_DAY = 86_400
_SPANS = ((_DAY, "{count} days"), (3600, "{count} h"), (60, "{count} min"))
LATER: Final = (timedelta(hours=12, seconds=1), timedelta(days=30, seconds=1))
KEPT_COLUMN: Final = 3
LATER_COLUMNS: Final = (4, 5)
SOURCE_COLUMN: Final = 6
_NO_COPY = "{copy}, else {other}"
_NO_POLICY = "Others"
_NOT_KNOWN = "not documented"
_LAST_COPY = "last copy"
_CLAUSE = "{clause} ({version})"
_AT_MOST = "{time} (assumed)"


class AnswerFact(NamedTuple):
    name: str
    value: str
    remark: str = ""


def answer_facts(
    evidence: Evidence, body: BodyFacts | None = None, translate: Translate = as_written
) -> tuple[AnswerFact, ...]:
    """What is known; the facts about the body once they are worked out."""
    facts = [*_address_facts(evidence), *_connection_facts(evidence)]
    if body is not None and evidence.sha256:
        facts += _body_facts(body)
    return tuple(
        AnswerFact(translate(name), _said(value, translate), translate(remark)) for name, value, remark in facts
    )


def _said(value: str, translate: Translate) -> str:
    return translate(value) if value in _WORDS else value


def _address_facts(evidence: Evidence) -> Iterator[AnswerFact]:
    yield AnswerFact("Asked for", evidence.requested, "whose URLs the rules govern")
    if evidence.final_url != evidence.requested:
        yield AnswerFact("Came from", evidence.final_url)
    if evidence.hops and evidence.status is not None:
        yield AnswerFact("Status", f"{chip(evidence)} {evidence.hops[-1].reason}".strip())
    if evidence.user_agent:
        yield AnswerFact(
            "User-Agent", evidence.user_agent, "our request, with a crawler’s name" if evidence.pretending else ""
        )


def _connection_facts(evidence: Evidence) -> Iterator[AnswerFact]:
    if not evidence.hops:
        return
    hop = evidence.hops[-1]
    yield AnswerFact("Protocol", hop.http_version or "none")
    yield AnswerFact("IP address", hop.ip or "none", "" if hop.ip else "no connection, or through a proxy")
    dns = hop.timings.dns
    yield AnswerFact("Time, last hop", timing_text(hop), "" if dns is None else f"DNS {format_duration(dns)}")
    yield AnswerFact("Time, in all", format_duration(evidence.elapsed_ms))
    if hop.tls is not None:
        yield from _tls_facts(hop.tls, host_of(hop.url), evidence.fetched_at)


def _tls_facts(tls: Tls, host: str, at: datetime) -> Iterator[AnswerFact]:
    yield AnswerFact("TLS", f"{tls.version} {tls.cipher}".strip())
    yield AnswerFact("Certificate", host, "verified" if tls.verified else "not verified: you asked to fetch anyway")
    if tls.certificate is not None:
        yield from _certificate_facts(tls.certificate, at)


def _certificate_facts(certificate: Certificate, at: datetime) -> Iterator[AnswerFact]:
    days = (certificate.not_after - at).days
    yield AnswerFact("– issued to", certificate.subject or ", ".join(certificate.names[:3]))
    yield AnswerFact("– issued by", certificate.issuer)
    span = f"{certificate.not_before:%Y-%m-%d} – {certificate.not_after:%Y-%m-%d}"
    yield AnswerFact("– valid", span, "expired" if days < 0 else f"{format_count(days)} days left")


def _body_facts(body: BodyFacts) -> Iterator[AnswerFact]:
    yield AnswerFact("Body", KINDS[body.kind], "a page in place of the file" if body.is_soft_404 else "")
    yield AnswerFact("Charset", body.charset or "none", "as the server says")
    yield AnswerFact("Encoding", body.encoding, "as the bytes are")
    yield AnswerFact("BOM", body.bom or "none")
    yield AnswerFact("Compression", body.compression or "none")
    yield AnswerFact("On the wire", format_size(body.wire_size))
    yield AnswerFact("Decoded", format_size(body.size), "cut: there is more" if body.truncated else "")
    yield AnswerFact("Lines", format_count(body.lines))
    if body.cut_line is not None:
        yield AnswerFact(
            "Read by Google", f"{format_size(body.cut_byte or 0)}", f"up to line {format_count(body.cut_line)}"
        )
    yield AnswerFact("SHA-256", body.sha256)
    for block in body.managed:
        lines = f"lines {format_count(block.first_line)}–{format_count(block.last_line)}"
        yield AnswerFact("Kept up by", block.title, lines if block.is_closed else f"{lines}, no end found")
    for redirect in body.redirects:
        yield AnswerFact("Redirect", redirect.target, MEANS[redirect.means])


def header_note(name: str, value: str, evidence: Evidence, *, is_last: bool, translate: Translate = as_written) -> str:
    """What the header says, "" where it has no part in reading a robots.txt; `is_last`: it came with the last hop."""
    rule = (_LAST_HOP if is_last else _REDIRECT_HOP).get(name)
    if rule is None:
        return ""
    template, arguments = rule(value, evidence)
    return translate(template).format(**arguments)


def _content_type(value: str, _evidence: Evidence) -> Note:
    kind, _, parameters = value.partition(";")
    charset = parameters.lower().partition("charset=")[2].partition(";")[0].strip(" \"'")
    if kind.strip().lower() != "text/plain":
        return "not text/plain", {}
    return ("as required", {}) if charset in _UTF8 else ("read as UTF-8 all the same", {})


def _content_length(value: str, evidence: Evidence) -> Note:
    length = _number(value)
    if length is None:
        return "not a number", {}
    if length == evidence.wire_size:
        return "body complete", {}
    return "{size} came", {"size": format_size(evidence.wire_size)}


def _content_encoding(_value: str, evidence: Evidence) -> Note:
    if evidence.size and evidence.wire_size != evidence.size:
        return "decoded to {size}", {"size": format_size(evidence.size)}
    return _NOTHING


def _cache_control(value: str, _evidence: Evidence) -> Note:
    directives = {
        name.strip().lower(): number for name, _, number in (part.partition("=") for part in value.split(","))
    }
    if "no-store" in directives or "no-cache" in directives:
        return "not to be kept", {}
    seconds = _number(directives.get("max-age", ""))
    return ("kept up to {span}", {"span": span(seconds)}) if seconds else _NOTHING


def _age(value: str, _evidence: Evidence) -> Note:
    seconds = _number(value)
    if seconds is None:
        return _NOTHING
    return ("in a cache for {span}", {"span": span(seconds)}) if seconds else ("from the origin", {})


def _last_modified(value: str, evidence: Evidence) -> Note:
    at = _date(value)
    if at is None:
        return "not a date", {}
    seconds = (evidence.fetched_at - at).total_seconds()
    return ("in the future", {}) if seconds < -60 else ("{span} ago", {"span": span(max(0, round(seconds)))})


def _retry_after(value: str, _evidence: Evidence) -> Note:
    seconds = _number(value)
    return _NOTHING if seconds is None else ("in {span}", {"span": span(seconds)})


def _followed(_value: str, _evidence: Evidence) -> Note:
    return "followed", {}


def _not_followed(_value: str, _evidence: Evidence) -> Note:
    return "not followed", {}


def _no_part(_value: str, _evidence: Evidence) -> Note:
    return "no effect on this file", {}


Rule = Callable[[str, Evidence], Note]

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
    """“45 s”, “90 min”, “1 h”, “12 days”: the largest unit of which there are two, rounded down, or exactly one."""
    for unit, template in _SPANS:
        if seconds >= 2 * unit or (seconds == unit and unit < _DAY):
            return template.format(count=format_count(min(seconds // unit, 2**31 - 1)))
    return f"{seconds} s"


def _number(text: str) -> int | None:
    digits = text.strip().strip('"')
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST_NUMBER else None


def _date(text: str) -> datetime | None:
    try:
        at = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Member:
    """One row: a family, None where the operators document nothing, and the chosen crawlers that belong to it."""

    family: FetchPolicy | None
    crawlers: tuple[Crawler, ...]


def members(crawlers: Sequence[Crawler], *, every: bool) -> tuple[Member, ...]:
    """The families of the chosen crawlers, those of which every answer is told, and where wanted all others."""
    chosen: dict[str, list[Crawler]] = {}
    for crawler in crawlers:
        family = policy_of(crawler)
        chosen.setdefault(family.id if family else "", []).append(crawler)
    first = tuple(dict.fromkeys((*filter(None, chosen), *SHOWN_POLICIES)))
    others = tuple(key for key in POLICIES if key not in first) if every else ()
    unknown = (Member(None, tuple(chosen[""])),) if "" in chosen else ()
    known, rest = ([Member(POLICIES[key], tuple(chosen.get(key, ()))) for key in keys] for keys in (first, others))
    return (*known, *unknown, *rest)


def meaning_row(evidence: Evidence, member: Member, translate: Translate = as_written) -> tuple[TableCell, ...]:
    """The cells of a member; `KEPT_COLUMN` is for files that came, `LATER_COLUMNS` for errors."""
    family, policy_outcome = member.family, policy_outcome_under(evidence, member.family)
    return (
        TableCell(family.name if family else translate(_NO_POLICY)),
        TableCell(", ".join(crawler.title for crawler in member.crawlers) or "–"),
        toned(effect_text(policy_outcome, translate), EFFECT_TONES[policy_outcome.effect]),
        TableCell(_kept_until(evidence, member, translate)),
        *(_later(evidence, family, elapsed, translate) for elapsed in LATER),
        TableCell(_clause(policy_outcome, family, translate)),
    )


def unused_columns(evidence: Evidence, *, is_narrow: bool = False) -> frozenset[int]:
    """A file that came is kept for a while; an error may mean something else when it lasts, which takes room."""
    if evidence.outcome is Outcome.SUCCESS:
        return frozenset(LATER_COLUMNS)
    return frozenset({KEPT_COLUMN, SOURCE_COLUMN} if is_narrow else {KEPT_COLUMN})


def _clause(policy_outcome: PolicyOutcome, family: FetchPolicy | None, translate: Translate) -> str:
    if family is None or not family.version:
        return policy_outcome.clause
    return translate(_CLAUSE).format(clause=policy_outcome.clause, version=family.version)


def _later(evidence: Evidence, family: FetchPolicy | None, elapsed: timedelta, translate: Translate) -> TableCell:
    """Two effects where it matters whether the crawler has a copy."""
    if family is None:
        return toned(effect_words(Effect.UNKNOWN, translate), EFFECT_TONES[Effect.UNKNOWN])
    copied, bare = (
        policy_outcome_of(evidence, family.id, elapsed=elapsed, has_copy=has).effect for has in (True, False)
    )
    words = effect_words(copied, translate)
    if copied is not bare:
        copy = translate(_LAST_COPY) if copied is Effect.LAST_GOOD_COPY else words
        words = translate(_NO_COPY).format(copy=copy, other=effect_words(bare, translate))
    return toned(words, EFFECT_TONES[copied])


def _kept_until(evidence: Evidence, member: Member, translate: Translate) -> str:
    reaches = [reach for reach in _reaches(evidence, member) if reach is not None]
    if not reaches:
        return translate(_NOT_KNOWN)
    last = max(reaches, key=_end)
    at = last.at.astimezone()
    is_near = last.lifetime < timedelta(hours=20)
    time = f"{at:%H:%M}" if is_near else f"{at:%Y-%m-%d %H:%M}"
    return translate(_AT_MOST).format(time=time) if last.assumed else time


def _reaches(evidence: Evidence, member: Member) -> Iterator[ChangeReach | None]:
    if member.crawlers:
        yield from (reach_of(crawler, evidence.fetched_at, evidence) for crawler in member.crawlers)
    elif member.family is not None:
        yield reach_under(member.family, evidence.fetched_at, evidence)


def _end(reach: ChangeReach) -> datetime:
    return reach.at
