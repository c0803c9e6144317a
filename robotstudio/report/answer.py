"""Answer in five lines: is it served, what is closed, what of AI, what is wrong with it, and what changes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from robotstudio.draft.expectation_results import ExpectationState
from robotstudio.engine.access import reach_of
from robotstudio.engine.changed_urls import FIELDS_CHANGE
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.engine.proof import Result
from robotstudio.fetch.http_scenario import has_rules
from robotstudio.fetch.words import headline
from robotstudio.lint.messages import title
from robotstudio.lint.model import Finding, Severity
from robotstudio.policy.words import ACCESS
from robotstudio.report.changes import at_stake
from robotstudio.report.checks import expectations_words
from robotstudio.report.danger import danger_words
from robotstudio.report.model import AnswerLine, Answers, AnswerTone, Audience, Block, Notes
from robotstudio.report.own_texts import own_texts
from robotstudio.report.policy import blocked_by_name
from robotstudio.report.subject import Findings, ReportChoices
from robotstudio.report.texts import NOTES
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

if TYPE_CHECKING:
    from robotstudio.draft.columns import Column

TRAINING: Final = "ai-training"
_MOST_NAMED: Final = 3
SEVERITIES: Final[Mapping[Severity, Plural]] = {
    Severity.ERROR: Plural("{count} error", "{count} errors"),
    Severity.WARNING: Plural("{count} warning", "{count} warnings"),
    Severity.INFORMATION: Plural("{count} note", "{count} notes"),
    Severity.HINT: Plural("{count} hint", "{count} hints"),
}
_NOT_FETCHED: Message = "The server was not checked."
_AS_GIVEN: Message = "The file is used as given."
_SERVED: Message = "The file is served, and its rules apply."
_OTHER_SERVED: Message = "The server sends a different file, whose rules apply."
_NOT_SERVED: Message = "The server sends no file with rules."
_BLOCKED = Plural(
    "{crawler} may not fetch {blocked} of {count} URL.", "{crawler} may not fetch {blocked} of {count} URLs."
)
_ALL_OPEN = Plural("{crawler} may fetch the URL.", "{crawler} may fetch all {count} URLs.")
_OTHERS_BLOCKED = Plural(
    "Any other crawler may not fetch {blocked} of {count} URL.",
    "Any other crawler may not fetch {blocked} of {count} URLs.",
)
_OTHERS_ALL_OPEN = Plural("Any other crawler may fetch the URL.", "Any other crawler may fetch all {count} URLs.")
_NOT_KNOWN: Message = "What {crawler} may fetch after this answer is not documented."
_IN_SITEMAPS = Plural("{count} of them is in a sitemap.", "{count} of them are in a sitemap.")
_REACH: Message = "{crawler}: {access}."
_OTHERS_REACH: Message = "Any other crawler: {access}."
_AI_CLOSED = Plural(
    "AI training: {closed} of {count} crawler blocked.",
    "AI training: {closed} of {count} crawlers blocked.",
)
_NO_FINDINGS: Message = "The check of the file finds no problems."
LINTER_FINDS: Message = "The check of the file finds {what}."
_FIRST: Message = "Line {line}: {title}."
_NOT_COMPARED: Message = "There is no file to compare with."
_NO_FLIPS: Message = "No verdict on these URLs changes against {baseline}."
_PROVEN: Message = "Proven: no verdict changes against {baseline}, whatever the URL."
_SOME_FLIP: Message = "Verdicts change against {baseline}."
_UNDECIDED: Message = "Undecided within the limit: whether a verdict changes against {baseline}."
_FLIPS = Plural(
    "{flips} of {count} verdict changes against {baseline}.", "{flips} of {count} verdicts change against {baseline}."
)


def build(found: Findings, wanted: ReportChoices) -> Iterator[Block]:
    """Build the five lines, that of a danger first, and the auditor's notes."""
    lines = [line(found) for line in (_served, _closed, _training, _linted, _changed)]
    if wanted.audience is Audience.CLIENT and lines[-1].lead == tr(_NOT_COMPARED) and not lines[-1].rest:
        lines.pop()
    if found.danger is not None:
        lines.insert(0, lines.pop())
    yield Answers(tuple(lines))
    for each in own_texts(wanted.notes):
        if not each.heading and each.lines:
            yield Notes(each.lines, tr(NOTES))


def _served(found: Findings) -> AnswerLine:
    evidence = found.subject.evidence
    if evidence is None:
        return AnswerLine(AnswerTone.PLAIN, tr(_NOT_FETCHED), tr(_AS_GIVEN), "")
    said = headline(evidence, found.subject.crawlers)
    if not has_rules(evidence):
        return AnswerLine(AnswerTone.WRONG, tr(_NOT_SERVED), said, "server")
    if evidence.body != found.subject.body:
        return AnswerLine(AnswerTone.CHANGE, tr(_OTHER_SERVED), said, "server")
    return AnswerLine(AnswerTone.FINE, tr(_SERVED), said, "server")


def main_crawler(found: Findings) -> Crawler:
    """Return the crawler that sentences about one crawler name: the first."""
    return found.subject.crawlers[0]


def _closed(found: Findings) -> AnswerLine:
    crawler, total = main_crawler(found), len(found.subject.urls)
    column = found.analysis.columns[0]
    if column.is_known and not total:
        access = tr(ACCESS[reach_of(column.robots.choose(crawler.agent).rules).access])
        message = _OTHERS_REACH if crawler.is_any_other else _REACH
        return AnswerLine(AnswerTone.PLAIN, tr(message, crawler=title_of(crawler), access=access), "", "crawlers")
    lead = access_words(column, total)
    if not column.is_known or not column.blocked_count:
        return AnswerLine(AnswerTone.FINE if column.is_known else AnswerTone.CARE, lead, "", "crawlers")
    listed = int(((found.sources.bits & 1).astype(bool) & ~column.allowed).sum())
    rest = ntr(_IN_SITEMAPS, listed) if listed else ""
    return AnswerLine(AnswerTone.WRONG if listed else AnswerTone.PLAIN, lead, rest, "blocked")


def access_words(column: "Column", total: int) -> str:
    """Say how many of the URLs a crawler may fetch."""
    called = title_of(column.crawler)
    if not column.is_known:
        return tr(_NOT_KNOWN, crawler=called)
    if column.crawler.is_any_other:
        if not column.blocked_count:
            return ntr(_OTHERS_ALL_OPEN, total)
        return ntr(_OTHERS_BLOCKED, total, blocked=column.blocked_count)
    if not column.blocked_count:
        return ntr(_ALL_OPEN, total, crawler=called)
    return ntr(_BLOCKED, total, crawler=called, blocked=column.blocked_count)


def _training(found: Findings) -> AnswerLine:
    purpose = next((row for row in found.policy if row.id == TRAINING), None)
    count, closed = (len(purpose.rows), purpose.closed) if purpose else (0, 0)
    by_name = blocked_by_name(purpose, _MOST_NAMED) if purpose else ""
    return AnswerLine(AnswerTone.PLAIN, ntr(_AI_CLOSED, count, closed=closed), by_name, "ai-policy")


def _linted(found: Findings) -> AnswerLine:
    if not found.lint:
        return AnswerLine(AnswerTone.FINE, tr(_NO_FINDINGS), "", "file")
    said = severities_words(found.lint)
    worst = min(found.lint, key=lambda each: ([*SEVERITIES].index(each.severity), each.line))
    first = tr(_FIRST, line=str(worst.line), title=title(worst.rule))
    is_grave = worst.severity in {Severity.ERROR, Severity.WARNING}
    return AnswerLine(
        AnswerTone.CARE if is_grave else AnswerTone.PLAIN,
        tr(LINTER_FINDS, what=said),
        first,
        "file",
    )


def severities_words(findings: Iterable[Finding]) -> str:
    """Count the findings of each severity, the worst first."""
    counts = Counter(finding.severity for finding in findings)
    return WORDS.side_by_side(ntr(said, counts[each]) for each, said in SEVERITIES.items() if counts[each])


def _changed(found: Findings) -> AnswerLine:
    changes, baseline = found.changes, found.subject.baseline
    comparison, section = expectations_words(found.results), "changes"
    if changes is None or baseline is None:
        lead, tone, section = tr(_NOT_COMPARED), AnswerTone.PLAIN, "expectations"
    elif changes.flips:
        lead = ntr(_FLIPS, changes.cells, flips=changes.flips, baseline=baseline.title)
        tone = AnswerTone.CHANGE
        comparison = WORDS.sentences((*at_stake(found, changes), comparison))
    else:
        message, tone = of_every_url(found)
        lead = tr(message, baseline=baseline.title)
        if message is _PROVEN and any(proof.fields_for for proof in found.proofs):
            lead = WORDS.sentences((lead, tr(FIELDS_CHANGE)))
    if found.danger is not None:
        lead, comparison = danger_words(found.danger), WORDS.sentences((lead, comparison))
        tone = AnswerTone.WRONG
    results = found.results
    if results.total and results.counts[ExpectationState.PASSES] < results.total:
        tone = AnswerTone.WRONG
        section = section if found.danger is not None else "expectations"
    is_there = section == "changes" or bool(results.rows)
    return AnswerLine(tone, lead, comparison, section if is_there else "")


def of_every_url(found: Findings) -> tuple[Message, AnswerTone]:
    """Return what is known if no verdict on the URLs at hand changes: with no URLs that alone says nothing."""
    outcomes = {proof.found.outcome for proof in found.proofs}
    if outcomes == {Result.EQUAL}:
        return _PROVEN, AnswerTone.FINE
    if len(found.subject.urls):
        return _NO_FLIPS, AnswerTone.FINE
    return (_SOME_FLIP, AnswerTone.CHANGE) if Result.DIFFERS in outcomes else (_UNDECIDED, AnswerTone.CARE)
