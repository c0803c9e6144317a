"""Describe what a server's answer does to a verdict."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType

from msgspec import Struct

from robotstudio.engine.content import Content
from robotstudio.fetch import words as fetch_words
from robotstudio.fetch.caching import ChangeReach
from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.http_scenario import DRAFT, HttpScenario, LastGoodCopy
from robotstudio.fetch.policy import Effect, PolicyOutcome
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import Phrase, Piece, PieceKind, capitalised

_SENTENCES: Mapping[Effect, Message] = MappingProxyType(
    {
        Effect.ALLOW_ALL: "<b>{crawler} may fetch</b> {url}. {observed}: it may fetch all.",
        Effect.DISALLOW_ALL: "<b>{crawler} may not fetch</b> {url}. {observed}: it may fetch nothing, whatever the "
        "rules say.",
        Effect.DEFER: "<b>{crawler} does not fetch</b> {url} <b>for now</b>. {observed}: it tries later.",
        Effect.UNKNOWN: (
            "<b>Whether {crawler} may fetch</b> {url} <b>is not documented</b>. {observed}, and no source says how "
            "this crawler treats that."
        ),
    }
)
_BY_COPY: Mapping[bool, Message] = MappingProxyType(
    {
        True: "<b>{crawler} may fetch</b> {url}. {observed}: it uses its last copy, which allows this.",
        False: "<b>{crawler} may not fetch</b> {url}. {observed}: it uses its last copy, which blocks this.",
    }
)
_STILL_ALLOWED: Message = "<b>{crawler} may fetch</b> {url}. It is robots.txt itself, which may always be fetched."
_COPY_DETAIL: Message = "The copy is {url} as fetched {time}, not the text in the editor."
_SUPPOSED_DETAIL: Message = "What if: {short}. The rules in the editor play no part."
_FETCHED_DETAIL: Message = "As fetched {time}. The rules in the editor play no part."
_FOR: Message = "{short} for {span}"
_OBSERVED_FOR: Message = "{observed} for {span}"
_AS_FETCHED: Message = "as fetched ({short})"
_ANSWERS: Message = "the robots.txt answers {status}"
_FAILS: Message = "robots.txt gets no answer ({chip})"
_OUTSIDE: Message = "{governing} governs this URL. This shows what this file would do."
_NO_GOVERNOR: Message = "No robots.txt governs this URL."
_NOTHING: Message = "Its rules apply."
_AS_COPY: Message = "The draft counts as the last good copy: its rules apply."
_SUCCESS = "RFC 9309 §2.3.1.1"
_SUCCESS_PAGE = "https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1.1"
_DRAFT_ORIGIN: Message = "The draft, if served with 200"
_DRAFT_IN_SHORT: Message = "if 200, rules apply"
_ORIGIN_IN_SHORT: Message = "{answer}, rules apply"
_SUPPOSED_ORIGIN: Message = "What if: {short}"
_FETCHED_ORIGIN: Message = "As fetched: {short}"
_LIVE_DIFFERS: Message = "Its rules would apply. The site itself: {short}."
_NEAR: Mapping[int, Message] = {0: "{time} today", 1: "{time} tomorrow"}
_ON_A_DAY: Message = "{time} on {date}"
_REACHES: Message = "a change reaches it by {when}"
_REACHES_ASSUMED: Message = "a change reaches it by {when} (assumed)"
_PARSED: Mapping[bool, Message] = {
    True: "The rules of the draft apply (assumed).",
    False: "The rules of the draft apply.",
}

_DRAFT_SUPPOSED: Message = (
    "The site answered: {short}. The verdicts show what applies once it serves the draft with 200. End the “what if” "
    "to see what applies now."
)
_OTHER_SUPPOSED: Message = "The verdicts show what applies if the answer is: {short}. The site did not answer that."
_OTHER_UNKNOWN: Message = "The verdicts show what applies if the answer is: {short}."

_HOURS: Message = "{count} h"
_DAYS = Plural("{count} day", "{count} days")
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)


class OriginStep(Struct, frozen=True):
    """The first step of an explanation if rules apply: where they come from."""

    title: str
    detail: str
    clause: str = ""
    source: str = ""
    short: str = ""
    """The step in two or three words."""


def span(length: timedelta) -> str:
    """Format a duration in the largest unit with a value of at least two: “13 h”, “14 days”."""
    if length < 2 * _DAY:
        return tr(_HOURS, count=max(0, length // _HOUR))
    return ntr(_DAYS, length // _DAY)


def scenario_short(now: HttpScenario) -> str:
    """Name a scenario as the selector does: “as fetched (200)”, “503 for 13 h”."""
    if now.supposed is None and now.fetched:
        return tr(_AS_FETCHED, short=evidence_short(now.fetched))
    short = tr(now.supposed.short if now.supposed else DRAFT)
    return tr(_FOR, short=short, span=span(now.elapsed)) if _lasts(now) else short


def why_supposed(now: HttpScenario) -> str:
    """Explain why the selector warns: what is shown, and what is so instead; "" if it does not warn."""
    if not now.is_hypothetical:
        return ""
    if now.fetched is None:
        return tr(_OTHER_UNKNOWN, short=scenario_short(now))
    if now.is_without_draft:
        return tr(_OTHER_SUPPOSED, short=scenario_short(now))
    return tr(_DRAFT_SUPPOSED, short=evidence_short(now.fetched))


def evidence_short(evidence: Evidence) -> str:
    """Name a fetch in a word or two: “200”, “timed out”."""
    if evidence.answered and evidence.body_kind is Content.HTML:
        return tr("{status}, HTML", status=str(evidence.status))
    return fetch_words.chip(evidence).removeprefix("HTTP ")


def observed(now: HttpScenario) -> str:
    """Say what the server does: “the robots.txt answers 503 for 13 h”."""
    if now.supposed is None and now.fetched:
        if now.fetched.answered:
            return tr(_ANSWERS, status=str(now.fetched.status))
        return tr(_FAILS, chip=fetch_words.chip(now.fetched))
    supposed = now.supposed
    text = tr(supposed.observed, status=str(supposed.status)) if supposed else ""
    return tr(_OBSERVED_FOR, observed=text, span=span(now.elapsed)) if _lasts(now) else text


def outcome_sentence(
    outcome: PolicyOutcome,
    now: HttpScenario,
    crawler: str,
    url: str,
    *,
    allowed: bool,
) -> Phrase:
    """Explain a verdict that the outcome decides."""
    if outcome.effect is Effect.LAST_GOOD_COPY:
        template = _BY_COPY[allowed]
    else:
        is_exempt = outcome.effect is Effect.DISALLOW_ALL and allowed
        template = _STILL_ALLOWED if is_exempt else _SENTENCES[outcome.effect]
    said = observed(now)
    return WORDS.phrase(template, crawler=crawler, url=Piece(url, PieceKind.URL), observed=capitalised(said))


def outcome_detail(outcome: PolicyOutcome, now: HttpScenario) -> str:
    """Say whether the answer was supposed or fetched, and what the rules have to do with it."""
    if outcome.effect is Effect.LAST_GOOD_COPY and now.copy:
        return copy_words(now.copy)
    if now.supposed is None and now.fetched:
        return tr(_FETCHED_DETAIL, time=_clock(now.fetched.fetched_at))
    return tr(_SUPPOSED_DETAIL, short=scenario_short(now))


def copy_words(copy: LastGoodCopy) -> str:
    """Say which copy applies."""
    return tr(_COPY_DETAIL, url=copy.url, time=_clock(copy.fetched_at))


def origin_of_rules(outcome: PolicyOutcome | None, now: HttpScenario) -> OriginStep:
    """Say why the rules of the draft apply."""
    if now.supposed is None:
        title, short = tr(_DRAFT_ORIGIN), tr(_DRAFT_IN_SHORT)
        if now.fetched:
            title = tr(_FETCHED_ORIGIN, short=evidence_short(now.fetched))
            short = tr(_ORIGIN_IN_SHORT, answer=evidence_short(now.fetched))
    elif now.supposed.id == DRAFT:
        live = now.fetched if now.is_hypothetical else None
        detail = tr(_LIVE_DIFFERS, short=evidence_short(live)) if live else tr(_NOTHING)
        return OriginStep(tr(_DRAFT_ORIGIN), detail, _SUCCESS, _SUCCESS_PAGE, tr(_DRAFT_IN_SHORT))
    else:
        title = tr(_SUPPOSED_ORIGIN, short=scenario_short(now))
        short = tr(_ORIGIN_IN_SHORT, answer=scenario_short(now))
    if outcome is None:
        return OriginStep(title, tr(_NOTHING), _SUCCESS, _SUCCESS_PAGE, short)
    detail = _AS_COPY if outcome.effect is Effect.LAST_GOOD_COPY else _PARSED[outcome.assumed]
    return OriginStep(title, tr(detail), tr(outcome.clause), short=short)


def outside_detail(governing: str | None) -> str:
    """Name the robots.txt that governs a URL outside the scope."""
    return tr(_OUTSIDE, governing=governing) if governing else tr(_NO_GOVERNOR)


def reach_words(reach: ChangeReach, now: datetime) -> str:
    """Return “a change reaches it by 14:32 tomorrow (assumed)”, in local time."""
    return tr(_REACHES_ASSUMED if reach.assumed else _REACHES, when=when_words(reach.at, now))


def when_words(moment: datetime, now: datetime) -> str:
    """Format a local time as briefly as possible: “14:32 tomorrow”."""
    at = moment.astimezone()
    days = (at.date() - now.astimezone().date()).days
    return tr(_NEAR.get(days, _ON_A_DAY), time=f"{at:%H:%M}", date=WORDS.date(at))


def reach_in_utc(reach: ChangeReach) -> str:
    """Format the same time in UTC."""
    return f"{reach.at:%Y-%m-%d %H:%M} UTC"


def _lasts(now: HttpScenario) -> bool:
    return now.may_last and bool(now.elapsed)


def _clock(at: datetime) -> str:
    return f"{at.astimezone():%H:%M:%S}"
