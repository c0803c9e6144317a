"""The page of rules by itself: what it shows of a report, and which signals it emits."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.draft.rule_coverage import CoverageReport, audited_file, coverage_report, deletion_proof
from robotstudio.draft.rule_proofs import LineProofs, line_proofs
from robotstudio.engine.coverage import RuleState
from robotstudio.ui.panels.rule_coverage.panel import RuleCoveragePage
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.table_model import TableCell
from tests.draft.changes.comparisons import URLS, with_clicks
from tests.ui.panels.evaluated import evaluated
from tests.ui.parts import texts

BODY = b"User-agent: *\nDisallow: /a\nDisallow: /a/b\nDisallow: /nowhere\n"


@pytest.fixture
def page(qtbot: QtBot) -> RuleCoveragePage:
    page = RuleCoveragePage()
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
    assert "Add rules, URLs and crawlers to see what each rule decides." in texts(page)


def test_each_rule_has_a_row_with_what_it_does(page: RuleCoveragePage, report: CoverageReport) -> None:
    page.show_report(report)
    states = {row.line: row.state for row in page.table.rows}
    assert states[2] is RuleState.DECIDES
    assert states[4] is RuleState.NO_MATCH
    assert lines(page) == [2, 3, 4]


def test_what_a_rule_keeps_out_stands_beside_it(page: RuleCoveragePage) -> None:
    urls = with_clicks()
    analysis, _ = evaluated(b"User-agent: *\nDisallow: /cart/\nDisallow: /b\n", urls)
    report = coverage_report(audited_file(analysis))
    page.show_report(report)
    titles = [column.title for column in page.table.columns]
    assert "Clicks" in titles
    column = next(column for column in page.table.columns if column.title == "Clicks")
    assert column.cell is not None
    cells = {row.line: column.cell(row).text for row in page.table.rows}
    kept_out = sum(clicks for url, clicks in zip(URLS[1:], (120, 40, 7, 5, 3), strict=True) if "/cart/" in url)
    assert cells[2] == str(kept_out)
    page.table.select_row(2)
    page.show_proof(deletion_proof(report.subject, 2))
    assert any(text.startswith(f"Line 2 keeps out: Clicks (clicks.csv): {kept_out}") for text in texts(page))


def test_a_group_has_a_row_with_what_its_rules_keep_out_each_url_once(page: RuleCoveragePage, qtbot: QtBot) -> None:
    analysis, _ = evaluated(b"User-agent: *\nDisallow: /cart/\nDisallow: /docs/\n", with_clicks())
    page.show_report(coverage_report(audited_file(analysis)))
    assert lines(page) == [1, 2, 3]
    assert cells(page, "rule")[0].text == "User-agent: *"
    clicks = [int(cell.text.removeprefix("≥ ")) for cell in cells(page, "cost-0")]
    assert clicks[0] == sum(clicks[1:])
    assert cells(page, "decides")[0].text == cells(page, "state")[0].text == ""
    for column in page.table.columns:
        page.table.sort_by(column.id)
        assert sorted(lines(page)) == [1, 2, 3]
    with qtbot.waitSignal(page.line_revealed):
        page.table.select_row(1)
        page.table.row_clicked.emit(page.table.current_row)
    assert any("The group of line 1 keeps out: Clicks (clicks.csv): " in text for text in texts(page))
    assert not page.delete.isEnabled()
    assert not page.show_decided.isEnabled()
    page.idle_only.click()
    assert 1 not in lines(page)


def test_a_rule_that_costs_more_than_it_saves_is_named(page: RuleCoveragePage) -> None:
    urls = with_clicks().with_added(with_clicks("log", "crawler_requests", (1, 1, 1, 1, 1, 1)))
    analysis, _ = evaluated(b"User-agent: *\nDisallow: /cart/\n", urls)
    page.show_report(coverage_report(audited_file(analysis)))
    assert any(text.startswith("Line 2 costs more than it saves. It keeps out: Clicks") for text in texts(page))


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


def cells(page: RuleCoveragePage, column_id: str) -> list[TableCell]:
    place = [column.id for column in page.table.columns].index(column_id)
    return [page.table.cell(row, place) for row in range(len(page.table.rows))]


def proven(report: CoverageReport) -> LineProofs:
    return line_proofs(report.subject.version, report.subject.readers)


def test_until_it_is_proven_a_state_is_about_the_loaded_urls_only(
    page: RuleCoveragePage, report: CoverageReport, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(page.proofs_wanted) as asked:
        page.show_report(report)
    assert asked.args == [report.subject]
    assert [cell.text for cell in cells(page, "state")][1:] == ["decides", "matches none of the 3 loaded"]
    assert cells(page, "state")[2].glyph is Glyph.LOADED_ONLY


def test_what_no_url_needs_has_a_mark_and_a_word_of_its_own(page: RuleCoveragePage, report: CoverageReport) -> None:
    page.show_report(report)
    page.show_proofs(report.subject, proven(report))
    said = [cell.text for cell in cells(page, "state")]
    assert said == ["decides", "not needed, for any URL", "matches none of the 3 loaded"]
    assert [cell.glyph for cell in cells(page, "state")] == [None, Glyph.PROVEN, Glyph.LOADED_ONLY]
    page.needless_only.click()
    assert lines(page) == [3]


def test_deletion_says_whether_it_is_proven_for_every_url(page: RuleCoveragePage, report: CoverageReport) -> None:
    page.show_report(report)
    page.show_proofs(report.subject, proven(report))
    page.table.select_row(4)
    page.show_proof(deletion_proof(report.subject, 4))
    assert page.delete.text() == "Delete, for the loaded URLs only"
    page.table.select_row(3)
    page.show_proof(deletion_proof(report.subject, 3))
    assert page.delete.text() == "Delete line 3"
    assert "Line 3 is not needed, for any URL. Proven: deleting it changes no verdict." in texts(page)


def test_a_line_that_says_the_same_again_is_written_twice(page: RuleCoveragePage) -> None:
    analysis, _ = evaluated(b"User-agent: *\nDisallow: /a\nDisallow: /a\nDisallow: /b*\nDisallow: /b\n", ["/a"])
    report = coverage_report(audited_file(analysis))
    page.show_report(report)
    page.show_proofs(report.subject, proven(report))
    said = [cell.text for cell in cells(page, "state")]
    assert said[1] == "duplicate, for any URL"
    assert said[3] == "never decides, for any URL"
    assert [cell.text for cell in cells(page, "shadows")][1::2] == ["2", "4"]


def test_proofs_of_another_draft_are_not_shown(page: RuleCoveragePage, report: CoverageReport) -> None:
    page.show_report(report)
    analysis, _ = evaluated(BODY + b"Disallow: /z\n", ["/a"])
    page.show_proofs(audited_file(analysis), proven(report))
    assert Glyph.PROVEN not in [cell.glyph for cell in cells(page, "state")]


def test_other_urls_leave_proofs_as_they_are(page: RuleCoveragePage, report: CoverageReport) -> None:
    page.show_report(report)
    page.show_proofs(report.subject, proven(report))
    analysis, _ = evaluated(BODY, ["/z"])
    page.show_report(coverage_report(audited_file(analysis)))
    assert [cell.glyph for cell in cells(page, "state")] == [Glyph.LOADED_ONLY, Glyph.PROVEN, Glyph.LOADED_ONLY]
