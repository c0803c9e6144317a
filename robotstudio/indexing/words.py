"""Answers about pages that are not indexed, in words."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, time
from typing import Final

from robotstudio.indexing.answers import (
    Advice,
    Answer,
    Gap,
    IndexingReport,
    LineFlips,
    ReasonSummary,
    UrlAnswer,
    Validation,
)
from robotstudio.indexing.export import ReasonKind
from robotstudio.indexing.time_line import Moment, MomentKind
from robotstudio.text.language import WORDS, Meant, Message, Plural, ntr, tr

_STILL: Message = "Blocked by line {line}."
_STILL_SINCE: Message = "Blocked by line {line} since {day}."
_STILL_AND_THEN: Message = "Still blocked by line {line}; when {crawler} last came ({crawled}), line {then} blocked it."
_STILL_SAME: Message = "Still blocked by line {line}, as when {crawler} last came ({crawled})."
_STILL_OPEN_THEN: Message = "Blocked by line {line} since {day}; it was open when {crawler} last came ({crawled})."
_UNSEEN: Message = "Blocked by line {line}: {crawler} cannot see the noindex."
_WAS: Message = "Was blocked by line {line} when {crawler} last came ({crawled}); open since {day}."
_NEVER: Message = "Open now, and when {crawler} last came ({crawled})."
_OPEN_SINCE: Message = "Open since {day}, and {crawler} has seen it open ({crawled})."
_OTHER_HOST: Message = "On another host: the robots.txt of {site} does not apply."
_GAPS: Final[Mapping[Gap, Message]] = {
    Gap.NO_DATE: "Open now; the export does not say when {crawler} last came.",
    Gap.NO_VERSION: "Open now; no version is known for the day when {crawler} last came ({crawled}).",
    Gap.NEAR_CHANGE: (
        "Open now; the file changed about the time when {crawler} last came ({crawled}), and it is not known which "
        "version it had read."
    ),
    Gap.CONTRADICTION: (
        "Open now; the export says that {crawler} fetched it when it last came ({crawled}), but the versions known "
        "blocked it then."
    ),
}
_NOT_BLOCKED_THEN: Message = (
    "Open now; the export says that it was blocked when {crawler} last came ({crawled}), but the versions known "
    "did not block it then."
)
_OR_EARLIER: Message = "{day} or earlier"
_TO_BLOCKED: Message = "It redirects to {target}, which line {line} blocks."
_REDIRECTS: Message = "It redirects to {target}."
_HAS_NOINDEX: Message = "The page has a noindex."
_STATUS: Message = "The server answers with {status}."
_DO: Final[Mapping[Advice, Message]] = {
    Advice.LEAVE: "Leave it if you meant it.",
    Advice.UNBLOCK: "Unblock it until the noindex has been seen.",
    Advice.RECRAWL: "Ask for a recrawl.",
    Advice.WAIT: "Wait.",
    Advice.LOOK_ELSEWHERE: "Look at the host, at redirects and at noindex.",
    Advice.NOT_ROBOTS: "The robots.txt is not the reason.",
    Advice.ADD_VERSION: "Add the version of that day.",
    Advice.NONE: "",
}
ADVICE: Final[Mapping[Advice, Message]] = {
    Advice.LEAVE: "leave it if you meant it",
    Advice.UNBLOCK: "unblock it, or the noindex is not seen",
    Advice.RECRAWL: "ask for a recrawl",
    Advice.WAIT: "wait: already seen as open",
    Advice.LOOK_ELSEWHERE: "look at host, redirect, noindex",
    Advice.NOT_ROBOTS: "not a matter of robots.txt",
    Advice.ADD_VERSION: "add the version of that day",
    Advice.NONE: "unknown",
}
_STILL_COUNT = Plural("{count} blocked", "{count} blocked")
_WAS_COUNT = Plural("{count} open since", "{count} open since")
_OPEN_COUNT = Plural("{count} open", "{count} open")
_UNKNOWN_COUNT = Plural("{count} unknown", "{count} unknown")
_UNSEEN_COUNT = Plural("{count} blocked: the noindex is not seen", "{count} blocked: the noindex is not seen")
_ALL_OPEN_OTHER: Message = "all open: not a matter of robots.txt"
_SEEN: Message = "all open, and seen as open"
_COUNTS_ONLY: Message = "the export has no URLs"
VALIDATIONS: Final[Mapping[Validation, Message]] = {
    Validation.SAFE: "Safe to press Validate fix",
    Validation.NOT_YET: "Not yet",
    Validation.NOT_ROBOTS: "Not a matter of robots.txt",
}
_WHY: Final[Mapping[Validation, Message]] = {
    Validation.SAFE: "Every URL is open and was crawled since.",
    Validation.NOT_ROBOTS: "Every URL is open; validate once the cause itself is fixed.",
}
_BLOCKING = Plural("{count} URL is blocked", "{count} URLs are blocked")
_BEFORE = Plural("{count} was last crawled before the change", "{count} were last crawled before the change")
_TO_BLOCKED_COUNT = Plural("{count} redirects to a blocked URL", "{count} redirect to a blocked URL")
_NOINDEX_COUNT = Plural("{count} has a noindex", "{count} have a noindex")
_ERROR_COUNT = Plural("{count} answers with an error", "{count} answer with an error")
_LONG_DAY: Final = date(2026, 9, 28)
_ANOTHER_HOST: Message = "on another host"
_NOW_BLOCKED: Message = "blocked by line {line}"
_NOW_OPEN_SINCE: Message = "open since {day}"
NO_REASON: Message = "No reason given"


_TITLES: Final[Mapping[MomentKind, Message]] = {
    MomentKind.FIRST: "First known version",
    MomentKind.BLOCKED: "Rule appeared",
    MomentKind.OPENED: "Rule removed",
    MomentKind.CRAWLED: "Last crawled",
    MomentKind.NOW: "Today",
    MomentKind.READ: "{crawler} read it",
}
_AT_LINE: Message = "line {line}"
_SEEN_BLOCKED: Message = "seen as blocked"
_SEEN_OPEN: Message = "seen as open"
_OPEN: Message = Meant("open", "one URL")
_UNKNOWN_THEN: Message = "unknown"


def moment_title(moment: Moment, crawler: str) -> str:
    """Return what happened."""
    return tr(_TITLES[moment.kind], crawler=crawler)


def moment_detail(moment: Moment) -> str:
    """Return when it happened, and what followed."""
    write = WORDS.date if moment.is_day else WORDS.date_and_time
    when = _since_words(moment.time, write, is_bound=moment.is_bound)
    if moment.kind is MomentKind.READ:
        return when
    if moment.is_blocked is None:
        return WORDS.with_fact(when, tr(_UNKNOWN_THEN))
    if moment.kind is MomentKind.CRAWLED:
        return WORDS.with_fact(when, tr(_SEEN_BLOCKED if moment.is_blocked else _SEEN_OPEN))
    return WORDS.with_fact(when, tr(_AT_LINE, line=str(moment.line)) if moment.is_blocked else tr(_OPEN))


def day_words(moment: datetime) -> str:
    """Return a day, with the time if it is known."""
    return WORDS.date(moment) if moment.time() == time() else WORDS.date_and_time(moment)


def _since_words(since: datetime, write: Callable[[datetime], str], *, is_bound: bool) -> str:
    """Return since when something is so; the day of a capture is only a bound."""
    return tr(_OR_EARLIER, day=write(since)) if is_bound else write(since)


def reason_words(reason: str) -> str:
    return reason or tr(NO_REASON)


def answer_words_of(answer: UrlAnswer, report: IndexingReport) -> str:
    """Return the answer as a sentence, without what to do."""
    row = answer.row
    facts = {
        "crawler": report.crawler.title,
        "line": str(answer.line_now or answer.line_then),
        "then": str(answer.line_then),
        "crawled": day_words(row.crawled) if row.crawled else "",
        "day": _since_words(answer.since, day_words, is_bound=answer.since_after is not None) if answer.since else "",
        "site": report.site,
    }
    return tr(_sentence(answer), **facts)


def _sentence(answer: UrlAnswer) -> Message:
    if answer.gap is Gap.OTHER_HOST:
        return _OTHER_HOST
    if answer.answer is Answer.NOINDEX_UNSEEN:
        return _UNSEEN
    if answer.answer is Answer.STILL_BLOCKED:
        if answer.line_then:
            return _STILL_SAME if answer.line_then == answer.line_now else _STILL_AND_THEN
        if not answer.since:
            return _STILL
        return _STILL_OPEN_THEN if answer.version_then >= 0 else _STILL_SINCE
    if answer.answer is Answer.UNKNOWN:
        is_thought_blocked = answer.gap is Gap.CONTRADICTION and answer.kind is ReasonKind.BLOCKED
        return _NOT_BLOCKED_THEN if is_thought_blocked else _GAPS[answer.gap or Gap.NO_VERSION]
    if answer.answer is Answer.WAS_BLOCKED:
        return _WAS
    return _OPEN_SINCE if answer.advice is Advice.WAIT else _NEVER


def advice_words(answer: UrlAnswer) -> str:
    """Return what to do, as a sentence; may be empty."""
    if answer.advice in {Advice.LOOK_ELSEWHERE, Advice.NOT_ROBOTS} and cause_words(answer):
        return ""
    return tr(_DO[answer.advice]) if _DO[answer.advice] else ""


def cause_words(answer: UrlAnswer) -> str:
    """Return what a crawl knows of a page that the file does not block, as a sentence; may be empty."""
    facts = answer.facts
    if facts is None or answer.is_blocked:
        return ""
    if answer.target:
        return tr(_TO_BLOCKED, target=answer.target, line=str(answer.target_line))
    if facts.redirects_to:
        return tr(_REDIRECTS, target=facts.redirects_to)
    if facts.has_noindex:
        return tr(_HAS_NOINDEX)
    return tr(_STATUS, status=str(facts.status)) if facts.is_error else ""


def full_words(answer: UrlAnswer, report: IndexingReport) -> str:
    """Return the answer, what a crawl knows of the cause, and what to do."""
    said = (answer_words_of(answer, report), cause_words(answer), advice_words(answer))
    return WORDS.sentences(filter(None, said))


_FLIPS = Plural(
    "Without line {line}, {opened} of the {count} URL of the export that it blocks would be open.",
    "Without line {line}, {opened} of the {count} URLs of the export that it blocks would be open.",
)
_ALL_FLIPS = Plural(
    "Without line {line}, the {count} URL of the export that it blocks would be open.",
    "Without line {line}, all {count} URLs of the export that it blocks would be open.",
)
_NO_FLIP: Message = "Without line {line}, other rules would block the same URLs."


def flips_words(flips: LineFlips) -> str:
    """Return what removing a line would change, as a sentence."""
    if not flips.opened:
        return tr(_NO_FLIP, line=str(flips.line))
    words = _ALL_FLIPS if flips.opened == flips.urls else _FLIPS
    return ntr(words, flips.urls, line=str(flips.line), opened=WORDS.number(flips.opened))


def summary_words(summary: ReasonSummary) -> str:
    """Return what became of the URLs of a reason, in a few words."""
    if summary.is_counted_only:
        return tr(_COUNTS_ONLY)
    return WORDS.clauses(_summary(summary))


def _summary(summary: ReasonSummary) -> Iterator[str]:
    count = summary.answers.get
    unseen, blocked = count(Answer.NOINDEX_UNSEEN, 0), count(Answer.STILL_BLOCKED, 0)
    if summary.validation is not Validation.NOT_YET:
        yield tr(_SEEN if summary.validation is Validation.SAFE else _ALL_OPEN_OTHER)
        return
    if blocked:
        yield ntr(_STILL_COUNT, blocked)
    if unseen:
        yield ntr(_UNSEEN_COUNT, unseen)
    if was := count(Answer.WAS_BLOCKED, 0):
        yield ntr(_WAS_COUNT, was)
    if is_open := count(Answer.NEVER_BLOCKED, 0):
        yield ntr(_OPEN_COUNT, is_open)
    if unknown := count(Answer.UNKNOWN, 0):
        yield ntr(_UNKNOWN_COUNT, unknown)
    yield from _elsewhere(summary)


def _elsewhere(summary: ReasonSummary) -> Iterator[str]:
    """Yield what a crawl knows to be in the way of open URLs."""
    if summary.to_blocked:
        yield ntr(_TO_BLOCKED_COUNT, summary.to_blocked)
    if summary.kind is ReasonKind.BLOCKED:
        if summary.noindex:
            yield ntr(_NOINDEX_COUNT, summary.noindex)
        if summary.errors:
            yield ntr(_ERROR_COUNT, summary.errors)


def short_answer_words(answer: UrlAnswer) -> str:
    """Return whether a URL is blocked now, in a few words."""
    if answer.gap is Gap.OTHER_HOST:
        return tr(_ANOTHER_HOST)
    if answer.is_blocked:
        return tr(_NOW_BLOCKED, line=str(answer.line_now))
    if not answer.since:
        return tr(_OPEN)
    return tr(_NOW_OPEN_SINCE, day=_since_words(answer.since, WORDS.date, is_bound=answer.since_after is not None))


def now_words() -> tuple[str, ...]:
    """Return examples of the widest of these few words."""
    since = tr(_NOW_OPEN_SINCE, day=tr(_OR_EARLIER, day=WORDS.date(_LONG_DAY)))
    return tr(_NOW_BLOCKED, line="1234"), since, tr(_ANOTHER_HOST)


def crawled_words() -> tuple[str, ...]:
    """Return an example of the longest day."""
    return (WORDS.date(_LONG_DAY),)


def todo_words() -> tuple[str, ...]:
    """Return what most URLs need."""
    return tuple(tr(ADVICE[each]) for each in (Advice.LEAVE, Advice.RECRAWL, Advice.WAIT, Advice.ADD_VERSION))


def in_the_way_words(summary: ReasonSummary) -> str:
    """Return what the file has in the way of a validation; empty if nothing is."""
    return WORDS.clauses(_in_the_way(summary))


def validation_words(summary: ReasonSummary) -> str:
    """Return whether it is safe to press Validate fix, and what is in the way."""
    why = in_the_way_words(summary) if summary.validation is Validation.NOT_YET else tr(_WHY[summary.validation])
    return WORDS.about(tr(VALIDATIONS[summary.validation]), why)


def _in_the_way(summary: ReasonSummary) -> Iterator[str]:
    if summary.is_counted_only:
        yield tr(_COUNTS_ONLY)
    if summary.blocked:
        yield ntr(_BLOCKING, summary.blocked)
    if was := summary.answers.get(Answer.WAS_BLOCKED, 0):
        yield ntr(_BEFORE, was)
    if unknown := summary.answers.get(Answer.UNKNOWN, 0):
        yield ntr(_UNKNOWN_COUNT, unknown)
    yield from _elsewhere(summary)
