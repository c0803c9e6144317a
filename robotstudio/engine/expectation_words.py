"""Expectations and what became of them in words; a translator may be handed in."""

from robotstudio.engine.expectations import NO_RULE, Expectation, Judgement, Problem, rule_text
from robotstudio.engine.phrases import Phrase, Piece, PieceKind, Translate, as_written, fill, printable
from robotstudio.engine.tokens import Field, parse_line
from robotstudio.engine.verdict import Verdict
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
PINNED = {
    True: "{expected} by no rule",
    False: "{expected} by {rule}",
}
NOW = {
    True: "allowed by {why}",
    False: "blocked by {why}",
}
NOW_WITHOUT_RULE = {
    True: "allowed: {why}",
    False: "blocked: {why}",
}


def expectation_words(expectation: Expectation, translate: Translate = as_written) -> Phrase:
    """What is expected: “Googlebot may fetch /cart/help”."""
    crawler = translate("Any other crawler") if expectation.crawler == "*" else printable(expectation.crawler)
    return fill(
        translate(EXPECTED[expectation.allowed]),
        crawler=Piece(crawler, PieceKind.STRONG),
        url=Piece(printable(expectation.written), PieceKind.URL),
    )


def pinned_words(expectation: Expectation, translate: Translate = as_written) -> Phrase:
    """What is expected, with the rule that is to decide it."""
    expected = expectation_words(expectation, translate)
    if expectation.rule is None:
        return expected
    is_allow = parse_line(expectation.rule.encode("utf-8", "surrogateescape")).field is Field.ALLOW
    rule = Piece(printable(expectation.rule), PieceKind.ALLOW if is_allow else PieceKind.DISALLOW)
    return fill(translate(PINNED[expectation.rule == NO_RULE]), expected=expected, rule=rule)


def now_words(verdict: Verdict, translate: Translate = as_written) -> Phrase:
    """What the verdict is, with the line that decides it."""
    if verdict.rule is None or verdict.line is None:
        return fill(translate(NOW_WITHOUT_RULE[verdict.allowed]), why=reason_words(verdict.reason, translate))
    why = fill(translate(BY_LINE), line=line_piece(verdict.line, translate), rule=rule_piece(verdict.rule))
    return fill(translate(NOW[verdict.allowed]), why=why)


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
    piece = Piece(printable(expected), PieceKind.ALLOW if allow else PieceKind.DISALLOW)
    return fill(translate(OTHER_RULE), expected=piece, why=why)
