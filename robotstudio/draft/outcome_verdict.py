"""Explain a cell that the outcome of the fetch decides instead of the rules."""

from msgspec import Struct

from robotstudio.engine import Verdict
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects import Clause
from robotstudio.explain.explanation import Explained, Explanation, StepPart
from robotstudio.explain.words import assumed_words, own_rules_words
from robotstudio.text.language import Message, tr
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
    title, short = _plain(tr("The outcome of the fetch decides")), _plain(tr("decides"))
    steps = [Explained(title, _plain(subject.detail), clauses, StepPart.ANSWER, short)]
    if subject.verdict:
        rules = subject.verdict.dialect.clauses["rules"]
        title = _plain(tr("The rules play no part"))
        short = _plain(tr("not used"))
        steps.append(Explained(title, own_rules_words(subject.verdict), (rules,), StepPart.RULES, short))
    result, in_short = _result(subject)
    steps.append(Explained(_plain(tr(result)), (), clauses, StepPart.RESULT, _plain(tr(in_short))))
    return tuple(steps)


def _result(subject: OutcomeVerdict) -> tuple[Message, Message]:
    """Return the result, and the same in short."""
    if subject.is_deferred:
        return "Result: tried again later", "not until a later try"
    if subject.allowed is None:
        return "Result: not documented", "not documented"
    return ("Result: allowed", "allowed") if subject.allowed else ("Result: blocked", "blocked")


def outcome_explanation(subject: OutcomeVerdict) -> Explanation:
    """Return the same to be copied."""
    note = assumed_words(subject.crawler)
    steps = outcome_steps(subject)
    return Explanation(subject.sentence, note, steps, (), ())


def _plain(text: str) -> Phrase:
    return (Piece(text),) if text else ()
