"""Columns of the list of rules: the effect of each on the loaded URLs, and what is proven for every URL."""

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec import Struct

from robotstudio.draft.at_risk import RuleCosts
from robotstudio.draft.rule_proofs import LineProof, LineProofs
from robotstudio.engine.coverage import USED, RuleCoverage, RuleState
from robotstudio.engine.crawlers import called
from robotstudio.text.language import WORDS, Meant, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.rule_coverage.words import (
    covered_words,
    crawlers_words,
    proven_words,
    shadows_words,
    state_words,
    waiting_words,
)
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.urls.set_columns import full_titles, title_of

_ORDER = list(RuleState)
_MOST_TITLES = 40
_REQUESTS_FROM = 480
"""Width below which only the most telling sum is shown."""


class Known(Struct, frozen=True, eq=False):
    """The context of the rows: the rules by line, their proofs, and the number of loaded URLs."""

    rules: Mapping[int, RuleCoverage]
    proofs: LineProofs
    urls: int
    costs: RuleCosts = RuleCosts()

    def needless(self, row: RuleCoverage) -> LineProof | None:
        """Return the proof that no URL needs a rule, None if there is none."""
        proof = self.proofs.get(row.line)
        return proof if proof and proof.is_needless else None

    def is_written_twice(self, proof: LineProof) -> bool:
        """Return True if the lines that decide instead of a rule have the same pattern and verdict."""
        rule, others = self.rules[proof.line].rule, [self.rules.get(line) for line in proof.covered_by]
        return bool(others) and all(
            other is not None and (other.rule.pattern, other.rule.allow) == (rule.pattern, rule.allow)
            for other in others
        )


def columns_for(titles: Mapping[str, str], known: Known, *, is_stale: bool) -> tuple[TableColumn, ...]:
    """Return the columns for crawlers with these titles by token; grey while newer counts are computed."""
    quiet = "text_disabled" if is_stale else ""
    crawlers = partial(_crawlers, titles, quiet)
    return (
        TableColumn("line", tr("Line"), _line, _line_key, 54, is_number=True),
        TableColumn("rule", tr("Rule"), partial(_rule, quiet), _rule_key, is_code=True, least=130),
        TableColumn("matches", tr(Meant("Matches", "how many")), partial(_matches, quiet), _matches_key, 74,
                    is_number=True, hidden_below=560,
                    tip=tr("URLs that the rule matches for a crawler that reads it")),
        TableColumn("decides", tr("Decides"), partial(_decides, quiet), _decides_key, 74, is_number=True,
                    tip=tr("URLs that the rule decides for any crawler")),
        *_cost_columns(known.costs, quiet),
        TableColumn("crawlers", tr("For crawlers"), crawlers, _crawlers_key, 172, hidden_below=720,
                    tip=tr("Crawlers for which it decides, or that use it as a delay")),
        TableColumn("shadows", tr("Decided by line"), partial(_shadows, known, quiet), _shadows_key, 108,
                    hidden_below=640, tip=tr("Lines that decide the URLs that the rule matches")),
        TableColumn("state", tr("State"), partial(_state, known, len(titles), quiet),
                    _state_key, least=160, hidden_below=440),
    )  # fmt: skip


def _cost_columns(costs: RuleCosts, quiet: str) -> Iterator[TableColumn]:
    """Yield a column for what the rules keep out of each column of the sources."""
    for place, (column, title) in enumerate(zip(costs.columns, full_titles(costs.columns, WORDS), strict=True)):
        yield TableColumn(f"cost-{place}", title_of(column.info, WORDS), partial(_cost, costs, place, quiet),
                          partial(_cost_key, costs, place), 86, is_number=True, hidden_below=place * _REQUESTS_FROM,
                          tip=tr("What the rule blocks of: {column}", column=title))  # fmt: skip


def _cost(costs: RuleCosts, place: int, quiet: str, row: RuleCoverage) -> TableCell:
    sums = costs.sums.get(row.line)
    if sums is None:
        return TableCell("")
    found = sums[place]
    text = tr("unknown") if found.is_unknown else WORDS.number(found.total)
    if place == 0 and costs.costs_more(row.line):
        spoken = side_by_side((text, tr("costs more than it saves")))
        return TableCell(text, quiet or "warning", Glyph.WARNING, glyph_color=quiet or "warning", spoken=spoken)
    return TableCell(text, quiet or ("text" if found.total else "text3"))


def _cost_key(costs: RuleCosts, place: int, row: RuleCoverage) -> float:
    sums = costs.sums.get(row.line)
    return -1.0 if sums is None or sums[place].is_unknown else sums[place].total


def _line(row: RuleCoverage) -> TableCell:
    return TableCell(str(row.line), "text3")


def _line_key(row: RuleCoverage) -> int:
    return row.line


def _rule(quiet: str, row: RuleCoverage) -> TableCell:
    is_idle = row.state not in USED
    return TableCell(printable(str(row.rule)), quiet or ("text2" if is_idle else "text"), weight=500)


def _rule_key(row: RuleCoverage) -> tuple[bytes, bool]:
    return row.rule.written, row.rule.allow


def _matches(quiet: str, row: RuleCoverage) -> TableCell:
    return TableCell(WORDS.number(row.matches), quiet or "text2")


def _matches_key(row: RuleCoverage) -> int:
    return row.matches


def _decides(quiet: str, row: RuleCoverage) -> TableCell:
    token = "text" if row.decides else "text3"
    return TableCell(WORDS.number(row.decides), quiet or token, weight=600)


def _decides_key(row: RuleCoverage) -> int:
    return row.decides


def _crawlers(titles: Mapping[str, str], quiet: str, row: RuleCoverage) -> TableCell:
    if row.state is RuleState.DELAYS:
        return TableCell(waiting_words(row, titles), quiet or "text2")
    names = [called(token, titles) for token in row.crawlers]
    spoken = side_by_side(names[:_MOST_TITLES]) + ("…" if len(names) > _MOST_TITLES else "")
    return TableCell(crawlers_words(names, len(titles)), quiet or "text2", spoken=spoken)


def _crawlers_key(row: RuleCoverage) -> tuple[int, tuple[str, ...]]:
    return len(row.crawlers), row.crawlers[:1]


def _shadows(known: Known, quiet: str, row: RuleCoverage) -> TableCell:
    proof = known.needless(row)
    return TableCell(covered_words(proof) if proof and proof.covers else shadows_words(row), quiet or "text2")


def _shadows_key(row: RuleCoverage) -> tuple[int, ...]:
    return tuple(shadow.line for shadow in row.shadows)


def _state(known: Known, crawlers: int, quiet: str, row: RuleCoverage) -> TableCell:
    proof = known.needless(row)
    if proof is not None:
        said = proven_words(proof, is_written_twice=known.is_written_twice(proof))
        return TableCell(said, quiet or "text", Glyph.PROVEN, glyph_color=quiet or "allowed")
    said = state_words(row.state, known.urls, crawlers)
    if row.state in {RuleState.SHADOWED, RuleState.NO_MATCH}:
        return TableCell(said, quiet or "text2", Glyph.LOADED_ONLY, glyph_color=quiet or "text3")
    return TableCell(said, quiet or "text3", None if row.state in USED else Glyph.DASH)


def _state_key(row: RuleCoverage) -> tuple[int, int]:
    return _ORDER.index(row.state), row.line
