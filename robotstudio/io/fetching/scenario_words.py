"""What the answer of a server does to a cell, in words: English templates; `translate` may swap them."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType

from robotstudio.engine.content import Content
from robotstudio.engine.phrases import Phrase, Piece, PieceKind, Translate, as_written, fill
from robotstudio.io.fetching import words
from robotstudio.io.fetching.caching import ChangeReach
from robotstudio.io.fetching.evidence import Evidence
from robotstudio.io.fetching.http_scenario import DRAFT, Copy, HttpScenario
from robotstudio.io.fetching.policy import Effect, PolicyOutcome
from robotstudio.lazy_dataclasses import dataclass

_SENTENCES: Mapping[Effect, str] = MappingProxyType(
    {
        Effect.ALLOW_ALL: "<b>{crawler} may fetch</b> {url}. {observed}: it may fetch all.",
        Effect.DISALLOW_ALL: "<b>{crawler} may not fetch</b> {url}. {observed}: it may fetch nothing, whatever the "
        "rules say.",
        Effect.DEFER: "<b>{crawler} does not fetch</b> {url} <b>for now</b>. {observed}: it tries later.",
        Effect.UNKNOWN: "<b>Whether {crawler} may fetch</b> {url} <b>is not documented</b>. {observed}, and no source "
        "says what this crawler makes of it.",
    }
)
_BY_COPY: Mapping[bool, str] = MappingProxyType(
    {
        True: "<b>{crawler} may fetch</b> {url}. {observed}: it keeps to its last copy, which allows this.",
        False: "<b>{crawler} may not fetch</b> {url}. {observed}: it keeps to its last copy, which blocks this.",
    }
)
_STILL_ALLOWED = "<b>{crawler} may fetch</b> {url}. It is robots.txt itself, which may always be fetched."
_COPY_DETAIL = "The copy is {url} as fetched {time}; it is not the text in the editor."
_SUPPOSED_DETAIL = "As if: {short}. The rules in the editor have no part in it."
_FETCHED_DETAIL = "As fetched {time}. The rules in the editor have no part in it."
_FOR = "{short} for {span}"
_OBSERVED_FOR = "{observed} for {span}"
_AS_FETCHED = "as fetched ({short})"
_ANSWERS = "the robots.txt answers {status}"
_FAILS = "the robots.txt is not answered ({chip})"
_OUTSIDE = "{governing} governs this URL. Shown is what this file would do."
_NO_GOVERNOR = "No robots.txt governs this URL."
_NOTHING = "Its rules apply."
_AS_COPY = "The draft is taken as the last good copy: its rules apply."
_SUCCESS = "RFC 9309 §2.3.1.1"
_SUCCESS_PAGE = "https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1.1"
_DRAFT_ORIGIN = "The draft, as if answered 200"
_SUPPOSED_ORIGIN = "As if: {short}"
_FETCHED_ORIGIN = "As fetched: {short}"
_LIVE_DIFFERS = "Its rules would apply. The site itself: {short}."
_PARSED = {True: "The rules of the draft apply (assumed).", False: "The rules of the draft apply."}

_DRAFT_SUPPOSED = (
    "The site itself answered: {short}. The verdicts show what holds once it answers 200 with the draft. "
    "Choose “As fetched” for what holds now."
)
_OTHER_SUPPOSED = "The verdicts show what holds where the answer is: {short}. It is not what the site answered."
_OTHER_UNKNOWN = "The verdicts show what holds where the answer is: {short}."

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class OriginStep:
    """The first step of an explanation where rules do apply: where they come from."""

    title: str
    detail: str
    clause: str = ""
    source: str = ""


def span(length: timedelta, translate: Translate = as_written) -> str:
    """“13 h”, “14 days”: the largest unit of which there are two."""
    if length < 2 * _DAY:
        return translate("{count} h").format(count=max(0, length // _HOUR))
    return translate("{count} days").format(count=length // _DAY)


def scenario_short(now: HttpScenario, translate: Translate = as_written) -> str:
    """What is judged by, in the words of the selector: “as fetched (200)”, “503 for 13 h”."""
    if now.supposed is None and now.fetched:
        return translate(_AS_FETCHED).format(short=evidence_short(now.fetched, translate))
    short = translate(now.supposed.short if now.supposed else DRAFT)
    return translate(_FOR).format(short=short, span=span(now.elapsed, translate)) if _lasts(now) else short


def why_supposed(now: HttpScenario, translate: Translate = as_written) -> str:
    """Why the selector warns: what is shown, and what is so instead; "" where it does not warn."""
    if not now.is_hypothetical:
        return ""
    if now.fetched is None:
        return translate(_OTHER_UNKNOWN).format(short=scenario_short(now, translate))
    if now.is_without_draft:
        return translate(_OTHER_SUPPOSED).format(short=scenario_short(now, translate))
    return translate(_DRAFT_SUPPOSED).format(short=evidence_short(now.fetched, translate))


def evidence_short(evidence: Evidence, translate: Translate = as_written) -> str:
    """A fetch in a word or two: “200”, “timed out”."""
    if evidence.answered and evidence.body_kind is Content.HTML:
        return translate("{status}, HTML").format(status=evidence.status)
    return words.chip(evidence, translate).removeprefix("HTTP ")


def observed(now: HttpScenario, translate: Translate = as_written) -> str:
    """What the server does: “the robots.txt answers 503 for 13 h”."""
    if now.supposed is None and now.fetched:
        if now.fetched.answered:
            return translate(_ANSWERS).format(status=now.fetched.status)
        return translate(_FAILS).format(chip=words.chip(now.fetched, translate))
    text = translate(now.supposed.observed if now.supposed else "")
    return translate(_OBSERVED_FOR).format(observed=text, span=span(now.elapsed, translate)) if _lasts(now) else text


def outcome_sentence(
    outcome: PolicyOutcome,
    now: HttpScenario,
    crawler: str,
    url: str,
    *,
    allowed: bool,
    translate: Translate = as_written,
) -> Phrase:
    """What holds for a cell that the outcome decides."""
    if outcome.effect is Effect.LAST_GOOD_COPY:
        template = _BY_COPY[allowed]
    else:
        is_exempt = outcome.effect is Effect.DISALLOW_ALL and allowed
        template = _STILL_ALLOWED if is_exempt else _SENTENCES[outcome.effect]
    said = observed(now, translate)
    return fill(
        translate(template), crawler=crawler, url=Piece(url, PieceKind.URL), observed=f"{said[:1].upper()}{said[1:]}"
    )


def outcome_detail(outcome: PolicyOutcome, now: HttpScenario, translate: Translate = as_written) -> str:
    """Whether it is supposed or was fetched, and what the rules have to do with it."""
    if outcome.effect is Effect.LAST_GOOD_COPY and now.copy:
        return copy_words(now.copy, translate)
    if now.supposed is None and now.fetched:
        return translate(_FETCHED_DETAIL).format(time=_clock(now.fetched.fetched_at))
    return translate(_SUPPOSED_DETAIL).format(short=scenario_short(now, translate))


def copy_words(copy: Copy, translate: Translate = as_written) -> str:
    """Which copy applies."""
    return translate(_COPY_DETAIL).format(url=copy.url, time=_clock(copy.fetched_at))


def origin_of_rules(outcome: PolicyOutcome | None, now: HttpScenario, translate: Translate = as_written) -> OriginStep:
    """Why the rules of the draft apply."""
    if now.supposed is None:
        title = translate(_FETCHED_ORIGIN if now.fetched else _DRAFT_ORIGIN)
        title = title.format(short=evidence_short(now.fetched, translate) if now.fetched else "")
    elif now.supposed.id == DRAFT:
        live = now.fetched if now.is_hypothetical else None
        detail = translate(_LIVE_DIFFERS).format(short=evidence_short(live, translate)) if live else translate(_NOTHING)
        return OriginStep(translate(_DRAFT_ORIGIN), detail, _SUCCESS, _SUCCESS_PAGE)
    else:
        title = translate(_SUPPOSED_ORIGIN).format(short=scenario_short(now, translate))
    if outcome is None:
        return OriginStep(title, translate(_NOTHING), _SUCCESS, _SUCCESS_PAGE)
    detail = _AS_COPY if outcome.effect is Effect.LAST_GOOD_COPY else _PARSED[outcome.assumed]
    return OriginStep(title, translate(detail), outcome.clause)


def outside_detail(governing: str | None, translate: Translate = as_written) -> str:
    """Which robots.txt a URL outside the scope is governed by."""
    return translate(_OUTSIDE if governing else _NO_GOVERNOR).format(governing=governing)


def reach_words(reach: ChangeReach, now: datetime, translate: Translate = as_written) -> str:
    """“A change reaches it by 14:32 tomorrow (assumed)”: the local time."""
    at, today = reach.at.astimezone(), now.astimezone()
    days = (at.date() - today.date()).days
    near = {0: "{time} today", 1: "{time} tomorrow"}
    when = translate(near.get(days, "{time} on {date}")).format(time=f"{at:%H:%M}", date=f"{at:%Y-%m-%d}")
    template = "a change reaches it by {when} (assumed)" if reach.assumed else "a change reaches it by {when}"
    return translate(template).format(when=when)


def reach_in_utc(reach: ChangeReach) -> str:
    """The same time as everybody reads it."""
    return f"{reach.at:%Y-%m-%d %H:%M} UTC"


def _lasts(now: HttpScenario) -> bool:
    return now.may_last and bool(now.elapsed)


def _clock(at: datetime) -> str:
    return f"{at.astimezone():%H:%M:%S}"
