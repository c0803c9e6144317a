"""Expectations and their results in words."""

from collections.abc import Mapping

from robotstudio.engine.expectations import NO_RULE, Expectation, Judgement, Problem, rule_text, sets_of
from robotstudio.engine.tokens import Field, parse_line
from robotstudio.engine.verdict import Verdict
from robotstudio.explain.templates import REASONS
from robotstudio.explain.words import crawler_name, line_piece, rule_piece
from robotstudio.text.language import WORDS, Message, Plural, tr
from robotstudio.text.phrases import Phrase, Piece, PieceKind, printable

EXPECTED: Mapping[bool, Message] = {
    True: "{crawler} should be allowed to fetch {url}",
    False: "{crawler} should be blocked from {url}",
}
MET: Message = "as expected"
WRONG: Mapping[bool, Message] = {
    True: "it is allowed: {why}",
    False: "it is blocked: {why}",
}
OTHER_RULE: Message = "not decided by {expected}: {why}"
NO_RULE_EXPECTED: Message = "decided by a rule: {why}"
BY_LINE: Message = "{line}, {rule}"
PINNED: Mapping[bool, Message] = {
    True: "{expected} by no rule",
    False: "{expected} by {rule}",
}
NOW: Mapping[bool, Message] = {
    True: "allowed by {why}",
    False: "blocked by {why}",
}
ALL_PROVEN: Message = "proven for every URL like that"
NOT_DECIDED: Message = "undecided: neither a proof nor a counterexample within the limit"
COUNTEREXAMPLE: Message = "{url} is {now}"
REMOVE_TEST = Plural("Remove test", "Remove tests")
OF_SET: Message = "{set} ({purpose})"
EVERY_CRAWLER: Message = "all crawlers"
SET_MET = Plural("as expected for its only crawler", "as expected for all {count} crawlers in it")
SET_PROVEN = Plural(
    "proven for every URL like that, for its only crawler",
    "proven for every URL like that, for all {count} crawlers in it",
)
ONE_FAILS: Message = "{crawler}: {found}"
SOME_FAIL: Message = "{crawler} and {more} more: {found}"
NOW_WITHOUT_RULE: Mapping[bool, Message] = {
    True: "allowed: {why}",
    False: "blocked: {why}",
}


def expectation_words(expectation: Expectation) -> Phrase:
    """Describe an expectation: “Googlebot should be allowed to fetch /cart/help”."""
    crawler = tr("Any other crawler") if expectation.crawler == "*" else printable(expectation.crawler)
    if expectation.is_of_set:
        purpose = tr(sets_of().get(expectation.crawler.lower()) or EVERY_CRAWLER)
        crawler = tr(OF_SET, set=crawler, purpose=purpose)
    return WORDS.phrase(
        EXPECTED[expectation.allowed],
        crawler=Piece(crawler, PieceKind.STRONG),
        url=Piece(printable(expectation.written), PieceKind.URL),
    )


def pinned_words(expectation: Expectation) -> Phrase:
    """Describe an expectation, with the rule that must decide it."""
    expected = expectation_words(expectation)
    if expectation.rule is None:
        return expected
    is_allow = parse_line(expectation.rule.encode("utf-8", "surrogateescape")).field is Field.ALLOW
    rule = Piece(printable(expectation.rule), PieceKind.ALLOW if is_allow else PieceKind.DISALLOW)
    return WORDS.phrase(PINNED[expectation.rule == NO_RULE], expected=expected, rule=rule)


def now_words(verdict: Verdict) -> Phrase:
    """Describe the actual verdict, with the line that decides it."""
    if verdict.rule is None or verdict.line is None:
        return WORDS.phrase(NOW_WITHOUT_RULE[verdict.allowed], why=tr(REASONS[verdict.reason]))
    why = WORDS.phrase(BY_LINE, line=line_piece(verdict.line), rule=rule_piece(verdict.rule))
    return WORDS.phrase(NOW[verdict.allowed], why=why)


def found_words(judgement: Judgement) -> Phrase:
    """Describe the result: the verdict, or for a pattern its proof, its counterexample, or that it is undecided."""
    if judgement.expectation.is_of_set:
        return _of_set(judgement, _found(judgement))
    return _found(judgement)


def _of_set(judgement: Judgement, found: Phrase) -> Phrase:
    """Describe for which crawlers of a set the expectation fails, and how; or that it holds for all."""
    if not judgement.failing:
        return WORDS.counted_phrase(SET_PROVEN if judgement.proof else SET_MET, judgement.tried)
    failing = judgement.failing
    crawler = Piece(crawler_name(failing[0]), PieceKind.STRONG)
    if len(failing) == 1:
        return WORDS.phrase(ONE_FAILS, crawler=crawler, found=found)
    return WORDS.phrase(SOME_FAIL, crawler=crawler, more=WORDS.number(len(failing) - 1), found=found)


def _found(judgement: Judgement) -> Phrase:
    if judgement.proof is None:
        return now_words(judgement.verdict)
    if judgement.proof.witness is None:
        return WORDS.phrase(NOT_DECIDED if judgement.problem else ALL_PROVEN)
    url = Piece(printable(judgement.proof.witness), PieceKind.URL)
    return WORDS.phrase(COUNTEREXAMPLE, url=url, now=now_words(judgement.verdict))


def judgement_words(judgement: Judgement) -> Phrase:
    """Describe whether an expectation holds and, if not, which line decides."""
    if judgement.problem is None:
        return WORDS.phrase(MET)
    if judgement.proof is not None:
        return found_words(judgement)
    wrong = _wrong(judgement)
    return _of_set(judgement, wrong) if judgement.expectation.is_of_set else wrong


def _wrong(judgement: Judgement) -> Phrase:
    verdict = judgement.verdict
    why: Phrase | str = tr(REASONS[verdict.reason])
    if verdict.rule and verdict.line:
        why = WORDS.phrase(BY_LINE, line=line_piece(verdict.line), rule=rule_piece(verdict.rule))
    if judgement.problem is Problem.VERDICT:
        return WORDS.phrase(WRONG[verdict.allowed], why=why)
    expected = judgement.expectation.rule or NO_RULE
    if expected == NO_RULE:
        return WORDS.phrase(NO_RULE_EXPECTED, why=why)
    allow = rule_text(verdict).startswith("Allow") if verdict.rule else verdict.allowed
    piece = Piece(printable(expected), PieceKind.ALLOW if allow else PieceKind.DISALLOW)
    return WORDS.phrase(OTHER_RULE, expected=piece, why=why)
