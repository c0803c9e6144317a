"""Explain a cell that the outcome of the fetch decides instead of the rules."""

from msgspec import Struct

from robotstudio.engine import Verdict
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects import Clause
from robotstudio.explain.explanation import Explained, Explanation
from robotstudio.explain.words import assumed_words, own_rules_words
from robotstudio.text.language import tr
from robotstudio.text.phrases import Phrase, Piece


class OutcomeVerdict(Struct, frozen=True, eq=False):
    """The effect of an outcome on a URL; `allowed` is None if the crawler does not say, or defers it.

    `sentence` says it whole, `detail` why; `clause` names where that is written down, `source` is its address, and
    `assumed` marks what the crawler has not published. `verdict` is what the draft's own rules say, if it is known;
    `is_deferred` is True if the crawler fetches nothing until a later try.
    """

    crawler: Crawler
    shown_url: str
    allowed: bool | None
    sentence: Phrase
    detail: str
    clause: str
    source: str
    assumed: bool = False
    verdict: Verdict | None = None
    is_deferred: bool = False


def outcome_steps(subject: OutcomeVerdict) -> tuple[Explained, ...]:
    """Return the outcome first, then what the rules would have said, and the result."""
    clauses = (Clause(subject.clause, subject.source, subject.assumed),) if subject.clause else ()
    steps = [Explained(_plain(tr("The outcome of the fetch decides")), _plain(subject.detail), clauses)]
    if subject.verdict:
        rules = subject.verdict.dialect.clauses["rules"]
        title = _plain(tr("The rules are not asked"))
        steps.append(Explained(title, own_rules_words(subject.verdict), (rules,)))
    steps.append(Explained(_plain(_result(subject)), (), clauses))
    return tuple(steps)


def _result(subject: OutcomeVerdict) -> str:
    if subject.is_deferred:
        return tr("Result: not until a later try")
    if subject.allowed is None:
        return tr("Result: not documented")
    return tr("Result: allowed") if subject.allowed else tr("Result: blocked")


def outcome_explanation(subject: OutcomeVerdict) -> Explanation:
    """Return the same to be copied."""
    note = assumed_words(subject.crawler)
    steps = outcome_steps(subject)
    return Explanation(subject.sentence, note, steps, (), ())


def _plain(text: str) -> Phrase:
    return (Piece(text),) if text else ()
