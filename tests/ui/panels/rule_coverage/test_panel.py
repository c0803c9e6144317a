"""The page of rules by itself: what it shows of a report, and what it asks for."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.app.rule_coverage import CoverageReport, audited_file, coverage_report, deletion_proof
from robotstudio.engine.coverage import RuleState
from robotstudio.ui.panels.rule_coverage.panel import RuleCoveragePage
from robotstudio.ui.theme.theme import Theme
from tests.ui.panels.evaluated import evaluated
from tests.ui.parts import texts

BODY = b"User-agent: *\nDisallow: /a\nDisallow: /a/b\nDisallow: /nowhere\n"


@pytest.fixture
def page(qtbot: QtBot, theme: Theme) -> RuleCoveragePage:
    page = RuleCoveragePage(theme)
    qtbot.addWidget(page)
    page.resize(900, 400)
    page.show()
    return page


@pytest.fixture
def report() -> CoverageReport:
    analysis, _ = evaluated(BODY, ["/a", "/a/b", "/c"])
    return coverage_report(audited_file(analysis))


def lines(page: RuleCoveragePage) -> list[int]:
    return [row.line for row in page.table.rows]


def test_page_without_a_report_has_no_rules_and_says_so(page: RuleCoveragePage) -> None:
    assert page.report is None
    assert not page.table.isVisible()
    assert "What each rule decides is shown once there are rules, URLs and crawlers." in texts(page)


def test_each_rule_has_a_row_with_what_it_does(page: RuleCoveragePage, report: CoverageReport) -> None:
    page.show_report(report)
    states = {row.line: row.state for row in page.table.rows}
    assert states[2] is RuleState.DECIDES
    assert states[4] is RuleState.NO_MATCH
    assert lines(page) == [2, 3, 4]


def test_only_rules_that_decide_nothing_are_left_by_their_pill(page: RuleCoveragePage, report: CoverageReport) -> None:
    page.show_report(report)
    page.idle_only.click()
    assert lines(page) == [rule.line for rule in report.coverage.idle]
    page.idle_only.click()
    assert lines(page) == [2, 3, 4]


def test_chosen_rule_asks_for_its_proof_and_may_go_once_that_is_there(
    page: RuleCoveragePage, report: CoverageReport, qtbot: QtBot
) -> None:
    page.show_report(report)
    with qtbot.waitSignal(page.proof_wanted) as asked:
        page.table.select_row(4)
    assert asked.args == [4]
    assert not page.delete.isEnabled()
    page.show_proof(deletion_proof(report.subject, 4))
    assert page.delete.isEnabled()


def test_proof_of_another_rule_is_not_shown(page: RuleCoveragePage, report: CoverageReport) -> None:
    page.show_report(report)
    page.table.select_row(2)
    page.show_proof(deletion_proof(report.subject, 4))
    assert page.proof is None


def test_old_counts_prove_nothing(page: RuleCoveragePage, report: CoverageReport) -> None:
    page.show_report(report)
    page.table.select_row(4)
    page.show_proof(deletion_proof(report.subject, 4))
    page.set_stale(is_stale=True)
    assert page.proof is None
    assert not page.delete.isEnabled()


def test_escape_leads_back(page: RuleCoveragePage, report: CoverageReport, qtbot: QtBot) -> None:
    page.show_report(report)
    with qtbot.waitSignal(page.left):
        QTest.keyClick(page.table, Qt.Key.Key_Escape)
