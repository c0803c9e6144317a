"""Expectations of the file and whether they hold, and what each rule does."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from robotstudio.draft.at_risk import cost_words
from robotstudio.draft.expectation_results import ExpectationRow, ExpectationState, Results
from robotstudio.draft.expectation_sums import found_sum_words
from robotstudio.draft.expectations import sum_text
from robotstudio.engine.coverage import RuleCoverage, RuleState
from robotstudio.engine.sums import Sum
from robotstudio.explain.expectation_words import judgement_words, pinned_words
from robotstudio.lint.context import raw_lines
from robotstudio.report.model import Block, Cell, CellKind, Prose, ReportColumn, ReportTable, plain
from robotstudio.report.subject import Findings, ReportChoices
from robotstudio.report.texts import AT_LEAST
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import as_text
from robotstudio.urls.set_columns import full_titles

_STATES: Final[Mapping[ExpectationState, Message]] = {
    ExpectationState.FAILS: "does not hold",
    ExpectationState.UNREADABLE: "cannot be read",
    ExpectationState.UNKNOWN: "undecided",
    ExpectationState.WAITS: "not judged",
    ExpectationState.PASSES: "holds",
}
_HOLD: Message = "{passed} of {total} expectations hold."
_EXPECTATIONS: Message = "Expectations, failures first"
_MOST_NAMED: Final = 3
_RULES: Message = "Rules, and their effect on the URLs"
_IDLE = Plural(
    "{idle} of {count} rule decides none of these URLs. It may still be needed for others.",
    "{idle} of {count} rules decide none of these URLs. They may still be needed for others.",
)
_RULE_STATES: Final[Mapping[RuleState, Message]] = {
    RuleState.DECIDES: "decides",
    RuleState.DELAYS: "sets a delay",
    RuleState.SHADOWED: "other rules decide what it matches",
    RuleState.NO_MATCH: "matches none of the URLs",
    RuleState.UNREAD: "none of these crawlers reads it",
}


def has_expectations(found: Findings) -> bool:
    """Return True if something is expected."""
    return bool(found.results.rows)


def expectations_words(results: Results) -> str:
    """Return how many expectations hold; empty if there are none."""
    if not results.total:
        return ""
    return tr(_HOLD, passed=results.counts[ExpectationState.PASSES], total=results.total)


def build_expectations(found: Findings, _wanted: ReportChoices) -> Iterator[Block]:
    """Build a row for each expectation."""
    results = found.results
    yield Prose(plain(expectations_words(results)))
    heads = (
        ReportColumn("line", tr("Line"), CellKind.NUMBER),
        ReportColumn("state", tr("Result")),
        ReportColumn("expected", tr("Expected")),
        ReportColumn("now", tr("Now")),
    )
    rows = sorted(results.rows, key=lambda row: (row.state, row.number))
    yield ReportTable("expectations", tr(_EXPECTATIONS), heads, tuple(_expectation(row) for row in rows))


def _expectation(row: ExpectationRow) -> tuple[Cell, ...]:
    state = tr(_STATES[row.state])
    if row.sum is not None:
        return row.number, state, sum_text(row.sum), found_sum_words(row.found) if row.found else ""
    if row.expectation is None:
        return row.number, state, row.text, WORDS.tell(row.mistake) if row.mistake else ""
    now = as_text(judgement_words(row.judgement)) if row.judgement else ""
    return row.number, state, as_text(pinned_words(row.expectation)), now


def build_rules(found: Findings, _wanted: ReportChoices) -> Iterator[Block]:
    """Build a row for each rule."""
    coverage = found.coverage
    rules = [rule for rule in coverage.rules.values() if rule.rule.has_pattern or rule.waiting]
    idle = sum(rule.rule.has_pattern for rule in coverage.idle)
    if idle:
        yield Prose(plain(ntr(_IDLE, coverage.rule_count, idle=idle)))
    heads = (
        ReportColumn("line", tr("Line"), CellKind.NUMBER),
        ReportColumn("rule", tr("Rule"), CellKind.CODE),
        ReportColumn("matches", tr("Matches"), CellKind.NUMBER),
        ReportColumn("decides", tr("Decides"), CellKind.NUMBER),
        ReportColumn("state", tr("Effect")),
        ReportColumn("shadowed_by", tr("Decided by lines")),
    )
    costs, raws = found.costs, raw_lines(found.subject.body)
    nothing = [None] * len(costs.columns)
    titles = full_titles(costs.columns, WORDS)
    yield from (Prose(plain(cost_words(costs, line))) for line in costs.dearest[:_MOST_NAMED])
    sums = [ReportColumn(f"keeps_out_{place}", title, CellKind.NUMBER) for place, title in enumerate(titles)]
    rows = tuple((*_rule(rule, raws), *_least(costs.sums.get(rule.line, nothing))) for rule in rules)
    yield ReportTable("rules", tr(_RULES), (*heads, *sums), rows)
    of_groups = ReportColumn("line", tr("Line"), CellKind.NUMBER), ReportColumn("group", tr("Group"), CellKind.CODE)
    groups = tuple((each.line, WORDS.side_by_side(each.agents), *_least(each.sums)) for each in costs.groups)
    if groups:
        yield ReportTable("groups", tr("Groups"), (*of_groups, *sums), groups)
    if any(each.unknown for of_line in costs.sums.values() for each in of_line):
        yield Prose(plain(tr(AT_LEAST)))


def _least(sums: Sequence[Sum | None]) -> Iterator[Cell]:
    """Yield sums, or what they are at least; nothing for none, and if no more is known than 0."""
    for found in sums:
        yield None if found is None or found.least is None else int(found.least)


def _rule(rule: RuleCoverage, raws: list[bytes]) -> tuple[Cell, ...]:
    written = raws[rule.line - 1].strip().decode("utf-8", "replace") if rule.line <= len(raws) else ""
    shadows = WORDS.side_by_side(str(shadow.line) for shadow in rule.shadows if shadow.line)
    return rule.line, written, rule.matches, rule.decides, tr(_RULE_STATES[rule.state]), shadows
