"""The texts of the live check: the result in one line, its meaning, the differences, and when crawlers have it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from robotstudio.draft.changes.text_comparison import difference_text, form_text
from robotstudio.draft.live_check import CrawlerReach, LiveCheck
from robotstudio.draft.live_status import LiveState
from robotstudio.engine.changes import Change, Changes
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.explain.change_words import urls_words
from robotstudio.fetch import words
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.ui.widgets.tone import Tone

_HEADLINES: Mapping[LiveState, Message] = {
    LiveState.SAME_BYTES: "Yes: the live file is this draft, byte for byte.",
    LiveState.SAME_VERDICTS: "Not byte for byte, but all verdicts on your URLs are the same.",
    LiveState.OTHER_BYTES: "No: the live file differs from this draft.",
    LiveState.NO_ROBOTS: "No: what is live is not a robots.txt.",
    LiveState.NO_FILE: "No: there is no live file.",
    LiveState.NOT_KNOWN: "Unknown: the live file could not be read.",
}
_OTHER_VERDICTS = Plural(
    "No: {changed} of your {count} URL get another verdict from the live file.",
    "No: {changed} of your {count} URLs get another verdict from the live file.",
)
_TONES: Mapping[LiveState, Tone] = {
    LiveState.SAME_BYTES: Tone.ALLOWED,
    LiveState.SAME_VERDICTS: Tone.NOTE,
    LiveState.OTHER_VERDICTS: Tone.WARNING,
    LiveState.OTHER_BYTES: Tone.WARNING,
    LiveState.NO_ROBOTS: Tone.BLOCKED,
    LiveState.NO_FILE: Tone.BLOCKED,
    LiveState.NOT_KNOWN: Tone.UNKNOWN,
}
_WITH_THE_DRAFT: Message = "With the draft, {changes}."
_SAME_DECIDED = Plural("The same for {count} URL", "The same for all {count} URLs")
_NOT_COMPARED: Message = "Add test URLs and crawlers to compare verdicts."
_LIVE_REACHES: Message = "Crawlers cache robots.txt. Each will have the live file by:"
_DRAFT_REACHES: Message = "If you upload the draft now, each crawler will have it by:"


class LiveCheckAnswer(NamedTuple):
    """The texts about a check; empty ones do not apply."""

    tone: Tone
    headline: str
    meaning: str
    bytes_said: str
    verdicts_said: str
    reaches_said: str


def answer_of(check: LiveCheck, crawlers: Sequence[Crawler]) -> LiveCheckAnswer:
    """Return the texts about a check."""
    evidence, state, changes = check.evidence, check.state, check.changes
    if state is LiveState.OTHER_VERDICTS and changes is not None:
        headline = ntr(_OTHER_VERDICTS, changes.urls, changed=WORDS.number(changes.changed_urls))
    else:
        headline = tr(_HEADLINES[state])
    error = "" if evidence.error is None else words.sentence(evidence.error)
    said = (words.headline(evidence, crawlers), error, *words.notes(evidence))
    reaches = tr(_LIVE_REACHES if state is LiveState.SAME_BYTES else _DRAFT_REACHES) if check.reaches else ""
    return LiveCheckAnswer(
        _TONES[state], headline, WORDS.sentences(said), _bytes_words(check), _verdict_words(check), reaches
    )


def _bytes_words(check: LiveCheck) -> str:
    if check.lines is None:
        return ""
    return together(" · ", difference_text(check.lines), form_text(check.lines))


def _verdict_words(check: LiveCheck) -> str:
    if not check.is_compared:
        return ""
    if check.changes is None:
        return "" if check.state is LiveState.SAME_BYTES else tr(_NOT_COMPARED)
    if not check.changes.flips:
        return ntr(_SAME_DECIDED, check.changes.urls)
    return tr(_WITH_THE_DRAFT, changes=_changes_words(check.changes))


def _changes_words(changes: Changes) -> str:
    counts = ((Change.BLOCKED, changes.blocked_urls), (Change.ALLOWED, changes.allowed_urls))
    return side_by_side([urls_words(change, count) for change, count in counts if count])


def reach_words(check: LiveCheck) -> list[tuple[str, str, str]]:
    """Return crawlers that have the live file by the same time: their names, the time, and where that is written."""
    found: dict[tuple[str, str], list[str]] = {}
    for row in check.reaches:
        found.setdefault(_reach_words(row), []).append(title_of(row.crawler))
    return [(side_by_side(names), when, clause) for (when, clause), names in found.items()]


def _reach_words(row: CrawlerReach) -> tuple[str, str]:
    if row.reach is None:
        return tr("not known"), ""
    time = WORDS.date_and_time(row.reach.at.astimezone())
    return tr("{time} (assumed)", time=time) if row.reach.assumed else time, tr(row.reach.clause)


def as_text(check: LiveCheck, crawlers: Sequence[Crawler]) -> str:
    """Return the result as lines, followed by the crawlers."""
    answer = answer_of(check, crawlers)
    names = tr("Live file"), tr("Bytes"), tr("Verdicts")
    said = (live_words(check), answer.bytes_said, answer.verdicts_said)
    facts = [WORDS.about(name, fact) for name, fact in zip(names, said, strict=True) if fact]
    rows = ["\t".join((title_of(row.crawler), *_reach_words(row))) for row in check.reaches]
    lines = [answer.headline, answer.meaning, *facts]
    return "\n".join(lines + (["", answer.reaches_said, *rows] if rows else []))


def live_words(check: LiveCheck) -> str:
    """Return what was fetched, what it answered, and when."""
    evidence = check.evidence
    at = WORDS.date_and_time(evidence.fetched_at.astimezone())
    return together(" · ", evidence.requested, words.chip(evidence), at)
