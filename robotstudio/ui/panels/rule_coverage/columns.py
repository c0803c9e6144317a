"""The columns of the list of rules."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QCoreApplication

from robotstudio.engine.coverage import USED, RuleCoverage, RuleState
from robotstudio.engine.phrases import printable
from robotstudio.ui.panels.rule_coverage.words import crawlers_words, shadows_words, state_words, waiting_words
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.formats import format_count
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_ORDER = list(RuleState)
_MOST_TITLES = 40


def columns_for(titles: Mapping[str, str], *, is_stale: bool) -> tuple[TableColumn, ...]:
    """The columns for crawlers of these titles by their tokens; grey while newer counts are on their way."""
    translate = partial(QCoreApplication.translate, "CoverageTable")
    quiet = "text_disabled" if is_stale else ""
    crawlers = partial(_crawlers, titles, quiet)
    return (
        TableColumn("line", translate("Line"), _line, _line_key, 54, is_number=True),
        TableColumn("rule", translate("Rule"), partial(_rule, quiet), _rule_key, is_code=True),
        TableColumn("matches", translate("Matches"), partial(_matches, quiet), _matches_key, 74, is_number=True,
                    tip=translate("URLs that the rule matches for a crawler that reads it")),
        TableColumn("decides", translate("Decides"), partial(_decides, quiet), _decides_key, 74, is_number=True,
                    tip=translate("URLs whose verdict the rule decides for a crawler")),
        TableColumn("crawlers", translate("For crawlers"), crawlers, _crawlers_key, 172, hidden_below=720,
                    tip=translate("The crawlers for which it decides, or which wait by it")),
        TableColumn("shadows", translate("Decided by line"), partial(_shadows, quiet), _shadows_key, 108,
                    tip=translate("The lines that decide what the rule matches")),
        TableColumn("state", translate("State"), partial(_state, quiet), _state_key, 134),
    )  # fmt: skip


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
    return TableCell(format_count(row.matches), quiet or "text2")


def _matches_key(row: RuleCoverage) -> int:
    return row.matches


def _decides(quiet: str, row: RuleCoverage) -> TableCell:
    token = "text" if row.decides else "text3" if row.state in USED else "warning"
    return TableCell(format_count(row.decides), quiet or token, weight=600)


def _decides_key(row: RuleCoverage) -> int:
    return row.decides


def _crawlers(titles: Mapping[str, str], quiet: str, row: RuleCoverage) -> TableCell:
    if row.state is RuleState.DELAYS:
        return TableCell(waiting_words(row, titles), quiet or "text2")
    names = [titles.get(token, token) for token in row.crawlers]
    spoken = ", ".join(names[:_MOST_TITLES]) + ("…" if len(names) > _MOST_TITLES else "")
    return TableCell(crawlers_words(names, len(titles)), quiet or "text2", spoken=spoken)


def _crawlers_key(row: RuleCoverage) -> tuple[int, tuple[str, ...]]:
    return len(row.crawlers), row.crawlers[:1]


def _shadows(quiet: str, row: RuleCoverage) -> TableCell:
    return TableCell(shadows_words(row), quiet or "text2")


def _shadows_key(row: RuleCoverage) -> tuple[int, ...]:
    return tuple(shadow.line for shadow in row.shadows)


def _state(quiet: str, row: RuleCoverage) -> TableCell:
    decides = row.state in USED
    glyph = None if decides else Glyph.WARNING if row.state is RuleState.SHADOWED else Glyph.DASH
    token = "text3" if decides or row.state is not RuleState.SHADOWED else "warning"
    return TableCell(state_words(row.state), quiet or token, glyph)


def _state_key(row: RuleCoverage) -> tuple[int, int]:
    return _ORDER.index(row.state), row.line
