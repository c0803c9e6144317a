"""Every step of every explanation has a source, in every dialect, and assumptions are marked."""

from collections.abc import Iterator

import pytest

from robotstudio.engine import DIALECTS, Reason, Robots, StepId, Verdict
from robotstudio.engine.dialects.model import AXES
from robotstudio.engine.names import NamedOnly
from robotstudio.explain.explanation import explain
from robotstudio.explain.words import clause_piece, clause_words
from robotstudio.text.phrases import PieceKind

AXIS_OF_STEP = {
    StepId.CUT: "limit",
    StepId.TOKEN_WITHOUT_GROUP: "group",
    StepId.NAMED_GROUP: "group",
    StepId.GLOBAL_GROUP: "group",
    StepId.NO_GROUP: "group",
    StepId.NEVER_GLOBAL: "group",
    StepId.MERGED: "group",
    StepId.GLOBAL_IGNORED: "group",
    StepId.ALWAYS_ALLOWED: "always",
    StepId.MALFORMED_URL: "escapes",
    StepId.BLANK_ENDS: "records",
    StepId.UNREAD: "limit",
    StepId.DELAY_TOO_LONG: "rules",
    StepId.CANDIDATES: "rules",
}
AXIS_OF_RESULT = dict.fromkeys(Reason, "rules") | {
    Reason.NO_GROUP: "group",
    Reason.ALWAYS_ALLOWED: "always",
    Reason.MALFORMED_URL: "escapes",
}
FILES = [
    b"",
    b"User-agent: b\nDisallow: /\n",
    b"User-agent: *\nDisallow: /x\n\nUser-agent: a\n",
    b"User-agent: *\nDisallow: /x\n\nUser-agent: a\nCrawl-delay: 301\nDisallow:\n",
    b"User-agent: *\nDisallow: /x\n\nUser-agent: a\nDisallow: /x\nAllow: /x\nDisallow: /\n\nUser-agent: a\nAllow: /x\n",
    b"User-agent: *\nDisallow: /\nDisallow: /x\nDisallow: /z\n",
    b"User-agent: *\nDisallow: /x\nDisallow: /x\n",
    b"User-agent: *\n\nDisallow: /x\n",
    b"User-agent: a\nDisallow: /" + b"y" * 2_000 + b"\nDisallow: /x\n",
    b"User-agent: a\nDisallow: /x\n#" + b"y" * 600_000 + b"\n",
]
URLS = ["/x", "/y", "/robots.txt", "http://e.com]/x"]


def verdicts(dialect: str) -> Iterator[Verdict]:
    """Return verdicts of every reason that a dialect has."""
    for body in FILES:
        robots = Robots.parse(body, dialect)
        for url in URLS:
            for chain in (("a",), ("c", "a"), ("c",), NamedOnly(("c",))):
                yield robots.decide(url, chain)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_step_rests_on_the_clause_of_its_axis(dialect: str) -> None:
    clauses = DIALECTS[dialect].clauses
    for verdict in verdicts(dialect):
        *before, result = verdict.steps
        for step in before:
            assert step.clause is clauses[AXIS_OF_STEP[step.id]]
        assert result.id is StepId.RESULT
        assert result.clause is clauses[AXIS_OF_RESULT[verdict.reason]]


def test_every_step_and_every_reason_was_seen() -> None:
    seen = [verdict for dialect in DIALECTS for verdict in verdicts(dialect)]
    assert {step.id for verdict in seen for step in verdict.steps} == set(StepId)
    assert {verdict.reason for verdict in seen} == set(Reason)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("axis", AXES)
def test_clause_has_a_name_and_an_address(dialect: str, axis: str) -> None:
    clause = DIALECTS[dialect].clauses[axis]
    assert clause.label
    assert clause.url.startswith(("https://", "http://"))
    assert " " not in clause.url
    assert clause_words(clause).endswith(", assumed") is clause.assumed
    piece = clause_piece(clause)
    assert (piece.kind, piece.address) == (PieceKind.CLAUSE, clause.url)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_step_in_words_names_its_clauses(dialect: str) -> None:
    for verdict in verdicts(dialect):
        told = explain(verdict.steps, "A")
        assert all(step.title and step.source() for step in told)
        assert {clause for step in told for clause in step.clauses} == {
            step.clause for step in verdict.steps if step.id is not StepId.TOKEN_WITHOUT_GROUP
        }


def test_file_that_is_too_long_is_said_so() -> None:
    step, *_ = Robots.parse(FILES[-1]).decide("/x", "a").steps
    assert (step.id, step.args["limit"], [*step.lines]) == (StepId.CUT, 512_000, [(3, 3)])
    step, *_ = Robots.parse(FILES[-1], "yandex").decide("/x", "a").steps
    assert (step.id, step.lines) == (StepId.CUT, ())
