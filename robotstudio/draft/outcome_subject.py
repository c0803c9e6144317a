"""A cell decided by the outcome of the fetch instead of the rules, and its explanation."""

from msgspec import Struct

from robotstudio.engine import Verdict
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects import Clause
from robotstudio.explain.explanation import Explained, Explanation
from robotstudio.explain.words import assumed_words, own_rules_words
from robotstudio.text.language import Words
from robotstudio.text.phrases import Phrase, Piece


class OutcomeSubject(Struct, frozen=True, eq=False):
    """What an outcome makes of a URL; `allowed` is None where the crawler does not say, or puts it off.

    `sentence` says it whole, `detail` why; `clause` names where that is written down, `source` is its address, and
    `assumed` marks what the crawler has not published. `verdict` is what the draft's own rules say, where it is known;
    `is_deferred` says that the crawler fetches nothing until a later try.
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


def outcome_steps(subject: OutcomeSubject, words: Words) -> tuple[Explained, ...]:
    """The outcome first, then what the rules would have said, and the result."""
    clauses = (Clause(subject.clause, subject.source, subject.assumed),) if subject.clause else ()
    steps = [Explained(_plain(words.say("The outcome of the fetch decides")), _plain(subject.detail), clauses)]
    if subject.verdict:
        rules = subject.verdict.dialect.clauses["rules"]
        title = _plain(words.say("The rules are not asked"))
        steps.append(Explained(title, own_rules_words(subject.verdict, words), (rules,)))
    steps.append(Explained(_plain(_result(subject, words)), (), clauses))
    return tuple(steps)


def _result(subject: OutcomeSubject, words: Words) -> str:
    if subject.is_deferred:
        return words.say("Result: not until a later try")
    if subject.allowed is None:
        return words.say("Result: not documented")
    return words.say("Result: allowed") if subject.allowed else words.say("Result: blocked")


def outcome_explanation(subject: OutcomeSubject, words: Words) -> Explanation:
    """The same to be copied."""
    note = assumed_words(subject.crawler, words)
    steps = outcome_steps(subject, words)
    return Explanation(subject.sentence, note, steps, (), (), words=words)


def _plain(text: str) -> Phrase:
    return (Piece(text),) if text else ()
