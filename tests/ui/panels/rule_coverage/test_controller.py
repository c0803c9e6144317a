"""Coverage of rules: beside the lines, in the list of rules, and as proof that a line can be deleted."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from robotstudio.draft.rule_coverage import CoverageReport
from robotstudio.engine.coverage import RuleState
from robotstudio.engine.crawlers import crawler_for
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.decides_column import DecidesColumn
from robotstudio.ui.editor.header import EditorHeader
from robotstudio.ui.panels.rule_coverage.panel import RuleCoveragePage
from tests.ui.parts import button, part_of, texts
from tests.ui.studios import act, settle

BODY = b"User-agent: *\nDisallow: /private/\nDisallow: /private/a\nDisallow: /nowhere\nAllow: /private/open\n"
SHADOWED = b"User-agent: *\nDisallow: /private\nDisallow: /private\nAllow: /private/open\n"


@pytest.fixture
def covered(studio: Studio, qtbot: QtBot) -> Studio:
    """Open the window with a rule that another one overrides, with its coverage."""
    studio.editor.replace_body(SHADOWED)
    act(studio, "view.rules")
    wait_for_report(studio, qtbot)
    return studio


def wait_for_report(studio: Studio, qtbot: QtBot) -> CoverageReport:
    settle(studio)
    revision = studio.session.analysis.revision if studio.session.analysis else -1
    qtbot.waitUntil(
        lambda: bool(
            studio.rule_coverage.panel.report and studio.rule_coverage.panel.report.subject.revision == revision
        )
    )
    assert studio.rule_coverage.panel.report is not None
    return studio.rule_coverage.panel.report


def states(studio: Studio) -> list[tuple[int, RuleState]]:
    return [(row.line, row.state) for row in studio.rule_coverage.panel.table.rows]


def test_rules_are_listed_with_their_state(covered: Studio) -> None:
    assert states(covered) == [(2, RuleState.DECIDES), (3, RuleState.SHADOWED), (4, RuleState.DECIDES)]


def test_rule_that_decides_nothing_says_so_beside_its_line(covered: Studio) -> None:
    said = part_of(covered.editor, DecidesColumn).accessibleDescription()
    assert (
        "Line 3: Matches 2 URLs, decided by lines 2, 4. "
        "Without it, no verdict on the loaded URLs changes, and no delay or other field."
    ) in said


def test_only_idle_rules_can_be_listed(covered: Studio) -> None:
    covered.rule_coverage.panel.idle_only.click()
    assert states(covered) == [(3, RuleState.SHADOWED)]


def test_click_reveals_the_line_and_enter_goes_there(covered: Studio, qtbot: QtBot) -> None:
    covered.rule_coverage.panel.table.select_row(3)
    with qtbot.waitSignal(covered.rule_coverage.panel.line_revealed) as revealed:
        table = covered.rule_coverage.panel.table
        at = table.visualRect(table.currentIndex()).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert revealed.args == [3]
    assert covered.editor.caret_line == 1
    QTest.keyClick(covered.rule_coverage.panel.table, Qt.Key.Key_Return)
    assert covered.editor.caret_line == 3


def test_line_that_may_go_is_proven_and_deleted_in_one_step(covered: Studio, qtbot: QtBot) -> None:
    covered.rule_coverage.panel.table.select_row(3)
    qtbot.waitUntil(covered.rule_coverage.panel.delete.isEnabled)
    covers = "line 2 overrides it (Googlebot, GPTBot)"
    said = f"Line 3 never decides, for any URL: {covers}. Proven: deleting it changes no verdict."
    qtbot.waitUntil(lambda: said in texts(covered.rule_coverage.panel))
    covered.rule_coverage.panel.delete.click()
    assert covered.editor.body() == b"User-agent: *\nDisallow: /private\nAllow: /private/open\n"
    act(covered, "edit.undo")
    assert covered.editor.body() == SHADOWED


def test_line_that_decides_says_what_would_flip_and_cannot_be_deleted(covered: Studio, qtbot: QtBot) -> None:
    covered.rule_coverage.panel.table.select_row(4)
    qtbot.waitUntil(lambda: covered.rule_coverage.panel.proof is not None)
    assert "2 of 6 verdicts change" in " ".join(texts(covered.rule_coverage.panel))
    assert "Googlebot: 1 URL becomes blocked" in " ".join(texts(covered.rule_coverage.panel))
    assert not covered.rule_coverage.panel.delete.isEnabled()


def test_command_deletes_the_rule_at_the_caret_only_if_nothing_changes(covered: Studio, qtbot: QtBot) -> None:
    covered.editor.place_caret(4)
    act(covered, "edit.delete_rule")
    notices = covered.window.notices.bar
    qtbot.waitUntil(notices.isVisible)
    assert covered.editor.body() == SHADOWED
    covered.editor.place_caret(3)
    act(covered, "edit.delete_rule")
    qtbot.waitUntil(lambda: covered.editor.body() != SHADOWED)
    assert covered.editor.body().count(b"\n") == 3


def test_what_is_said_of_a_deleted_rule_goes_with_the_next_edit(covered: Studio, qtbot: QtBot) -> None:
    """Its Undo would undo that edit."""
    covered.editor.place_caret(3)
    act(covered, "edit.delete_rule")
    notices = covered.window.notices.bar
    qtbot.waitUntil(notices.isVisible)
    assert button(notices, "Undo").isVisible()
    covered.editor.revise_body(covered.editor.body() + b"Disallow: /more\n")
    qtbot.waitUntil(notices.isHidden)


def test_command_on_a_line_without_a_rule_says_so(covered: Studio) -> None:
    covered.editor.place_caret(1)
    act(covered, "edit.delete_rule")
    assert covered.window.notices.bar.isVisible()
    assert covered.editor.body() == SHADOWED


def test_matrix_is_narrowed_to_the_urls_of_a_rule_until_esc(covered: Studio) -> None:
    covered.rule_coverage.panel.decided_wanted.emit(2)
    view = covered.simulation.view
    assert covered.pages.page == "urls"
    assert [row.url for row in (view.matrix.cell_at(0, 0),) if row] == ["/private/a"]
    assert view.matrix.rowCount() == 1
    covered.rule_coverage.panel.matched_wanted.emit(3)
    assert view.matrix.rowCount() == 2
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert view.matrix.rowCount() == 3
    assert covered.simulation.narrowing.isHidden()


def test_menu_beside_a_line_offers_what_can_be_done(covered: Studio) -> None:
    covered.editor.rule_menu_requested.emit(3, QPoint())
    menus = [menu for menu in covered.window.findChildren(QMenu) if menu.isVisible()]
    words = [action.text() for menu in menus for action in menu.actions() if action.text()]
    assert words[:3] == [
        "Show the URLs that line 3 decides",
        "Show the URLs that line 3 matches",
        "Delete line 3 if no verdict changes",
    ]
    for menu in menus:
        menu.close()


def test_typing_asks_again(covered: Studio, qtbot: QtBot) -> None:
    covered.editor.replace_body(BODY)
    report = wait_for_report(covered, qtbot)
    assert report.coverage.rules[4].state is RuleState.NO_MATCH


def test_as_if_says_that_it_is_about_the_rules(covered: Studio, qtbot: QtBot) -> None:
    supposed = covered.session.scenario
    covered.session.set_scenario(replace(supposed, choice="503"), is_own_choice=True)
    wait_for_report(covered, qtbot)
    assert "for the rules alone" in " ".join(texts(covered.rule_coverage.panel))
    assert (
        [rule.line for rule in covered.rule_coverage.panel.report.coverage.idle] == [3]
        if covered.rule_coverage.panel.report
        else False
    )


def test_without_urls_there_is_a_hint(covered: Studio, qtbot: QtBot) -> None:
    covered.session.set_urls(())
    qtbot.waitUntil(lambda: covered.rule_coverage.panel.report is None)
    assert not covered.rule_coverage.panel.table.isVisible()


def test_head_of_the_numbers_opens_the_panel_and_esc_closes_it(covered: Studio) -> None:
    panel = covered.rule_coverage.panel
    QTest.keyClick(panel.table, Qt.Key.Key_Escape)
    assert panel.isHidden()
    part_of(covered.editor, EditorHeader).decides.click()
    assert panel.isVisible()
    panel.close_button.click()
    assert panel.isHidden()


def test_problems_and_rules_take_turns_under_the_editor(covered: Studio) -> None:
    rules = covered.rule_coverage.panel
    act(covered, "view.problems")
    assert (rules.isVisible(), covered.problems.panel.isVisible()) == (False, True)
    act(covered, "view.rules")
    assert (rules.isVisible(), covered.problems.panel.isVisible()) == (True, False)
    assert rules.height() <= covered.page.work.height() // 2


def test_head_says_of_how_many_urls_the_numbers_are(covered: Studio) -> None:
    assert part_of(covered.editor, EditorHeader).decides.text() == "URLs per rule, of 3"


def test_click_on_a_number_lists_the_urls_that_the_line_decides(covered: Studio) -> None:
    act(covered, "simulate.group")
    covered.editor.decided_line_activated.emit(2)
    assert covered.pages.page == "urls"
    assert covered.simulation.tool_row.chips == ("Line 2",)
    assert covered.simulation.view.matrix.rowCount() == 1


DELAYED = b"User-agent: *\nCrawl-delay: 5\nDisallow: /private\nDisallow: /private\nSitemap: https://e.com/s.xml\n"


@pytest.fixture
def delayed(studio: Studio, qtbot: QtBot) -> Studio:
    """Open the window with a crawl-delay that Bingbot and ClaudeBot follow, and that CCBot reads as a possible rule."""
    studio.session.set_crawlers(tuple(crawler_for(token) for token in ("bingbot", "ClaudeBot", "CCBot")))
    studio.editor.replace_body(DELAYED)
    act(studio, "view.rules")
    wait_for_report(studio, qtbot)
    return studio


def test_crawl_delay_says_whom_it_slows_down_and_cannot_be_deleted(delayed: Studio, qtbot: QtBot) -> None:
    assert states(delayed)[0] == (2, RuleState.DELAYS)
    delayed.rule_coverage.panel.table.select_row(2)
    qtbot.waitUntil(lambda: delayed.rule_coverage.panel.proof is not None)
    assert "it sets the delay for" in " ".join(texts(delayed.rule_coverage.panel))
    assert "proven" not in " ".join(texts(delayed.rule_coverage.panel))
    assert not delayed.rule_coverage.panel.delete.isEnabled()
    assert "Line 2: Sets the delay for" in part_of(delayed.editor, DecidesColumn).accessibleDescription()


def test_rules_are_counted_alike_in_the_tab_and_in_the_status_bar(delayed: Studio) -> None:
    assert any(text.startswith("Rules: 2 ") for text in texts(delayed.rule_coverage.panel))
    assert delayed.session.analysis is not None
    assert delayed.session.analysis.rule_count == 2


def test_what_is_proven_of_a_draft_is_asked_anew_after_an_edit_is_undone(covered: Studio, qtbot: QtBot) -> None:
    panel = covered.rule_coverage.panel
    qtbot.waitUntil(lambda: "duplicate, for any URL" in said_states(panel))
    covered.editor.replace_body(b"User-agent: *\nDisallow: /private\nDisallow: /other\n")
    qtbot.waitUntil(lambda: "duplicate, for any URL" not in said_states(panel))
    act(covered, "edit.undo")
    qtbot.waitUntil(lambda: "duplicate, for any URL" in said_states(panel))


def said_states(panel: RuleCoveragePage) -> list[str]:
    place = [column.id for column in panel.table.columns].index("state")
    return [panel.table.cell(row, place).text for row in range(len(panel.table.rows))]
