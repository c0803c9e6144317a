"""Expectations and what became of them in words; a translator may be handed in."""

from robotstudio.engine.expectations import NO_RULE, Expectation, Judgement, Problem, rule_text
from robotstudio.engine.phrases import Kind, Phrase, Piece, Translate, as_written, fill, printable
from robotstudio.engine.words import line_piece, reason_words, rule_piece

EXPECTED = {
    True: "{crawler} may fetch {url}",
    False: "{crawler} may not fetch {url}",
}
MET = "as expected"
WRONG = {
    True: "it may: {why}",
    False: "it may not: {why}",
}
OTHER_RULE = "{expected} does not decide it: {why}"
NO_RULE_EXPECTED = "a rule decides it: {why}"
BY_LINE = "{line}, {rule}"


def expectation_words(expectation: Expectation, translate: Translate = as_written) -> Phrase:
    """What is expected: “Googlebot may fetch /cart/help”."""
    crawler = translate("Any other crawler") if expectation.crawler == "*" else printable(expectation.crawler)
    return fill(
        translate(EXPECTED[expectation.allowed]),
        crawler=Piece(crawler, Kind.STRONG),
        url=Piece(printable(expectation.written), Kind.URL),
    )


def judgement_words(judgement: Judgement, translate: Translate = as_written) -> Phrase:
    """What became of an expectation, and which line decides where it is not met."""
    verdict = judgement.verdict
    if judgement.problem is None:
        return fill(translate(MET))
    why: Phrase | str = reason_words(verdict.reason, translate)
    if verdict.rule and verdict.line:
        why = fill(translate(BY_LINE), line=line_piece(verdict.line, translate), rule=rule_piece(verdict.rule))
    if judgement.problem is Problem.VERDICT:
        return fill(translate(WRONG[verdict.allowed]), why=why)
    expected = judgement.expectation.rule or NO_RULE
    if expected == NO_RULE:
        return fill(translate(NO_RULE_EXPECTED), why=why)
    allow = rule_text(verdict).startswith("Allow") if verdict.rule else verdict.allowed
    piece = Piece(printable(expected), Kind.ALLOW if allow else Kind.DISALLOW)
    return fill(translate(OTHER_RULE), expected=piece, why=why)
