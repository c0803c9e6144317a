"""The Tests tab."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from robotstudio.draft.expectation_results import ExpectationRow, ExpectationState, Results, judged, rows_of
from robotstudio.draft.expectations import parse
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.engine.expectations import NO_RULE, Expectation, judge
from robotstudio.engine.robots import FileVersion
from robotstudio.ui.panels.expectations.panel import ExpectationPanel, key_of
from tests.ui.tables import index_at, texts_of

STATE, NOW = 0, 2
DRAFT = b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\n"
FILE = "block x /cart/\nallow x /cart/help\nallow x /cart/1\nalow x /\n"


def results(text: str = FILE, draft: bytes = DRAFT) -> Results:
    found = judged(rows_of(parse(text), CATALOGUE), draft, {}, CATALOGUE, bool)
    assert found is not None
    return found


@pytest.fixture
def panel(qtbot: QtBot) -> ExpectationPanel:
    panel = ExpectationPanel()
    qtbot.addWidget(panel)
    panel.resize(900, 500)
    panel.form.set_crawlers(["Googlebot", "*"])
    panel.show_results(results())
    panel.show()
    return panel


def listed(panel: ExpectationPanel) -> list[tuple[ExpectationState, str]]:
    return [(row.state, row.text) for row in panel.table.rows]


def row(panel: ExpectationPanel, place: int) -> ExpectationRow:
    found: ExpectationRow = panel.table.rows[place]
    return found


def test_failing_tests_come_first_and_mistakes_after_them(panel: ExpectationPanel) -> None:
    assert listed(panel) == [
        (ExpectationState.FAILS, "allow x /cart/1"),
        (ExpectationState.UNREADABLE, "alow x /"),
        (ExpectationState.PASSES, "block x /cart/"),
        (ExpectationState.PASSES, "allow x /cart/help"),
    ]
    texts = texts_of(panel.table)
    assert [texts[0], texts[2]] == [
        ["fails", "x should be allowed to fetch /cart/1", "blocked by line 2, Disallow: /cart/"],
        ["passes", "x should be blocked from /cart/", "blocked by line 2, Disallow: /cart/"],
    ]
    assert "Line 4: “alow” is neither allow nor block" in texts[1][NOW]


def test_every_row_can_be_heard_whole(panel: ExpectationPanel) -> None:
    index = index_at(panel.table, 0, STATE)
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "State: fails. x should be allowed to fetch /cart/1. blocked by line 2, Disallow: /cart/."


@pytest.mark.parametrize(("state", "count"), [(ExpectationState.FAILS, 1), (ExpectationState.PASSES, 2)])
def test_pill_filters_by_state(panel: ExpectationPanel, state: ExpectationState, count: int) -> None:
    panel.pills[state].click()
    assert [found for found, _ in listed(panel)] == [state] * count


def test_search_looks_in_all_that_is_said(panel: ExpectationPanel) -> None:
    QTest.keyClicks(panel.search, "LINE 3")
    assert [text for _, text in listed(panel)] == ["allow x /cart/help"]
    QTest.keyClicks(panel.search, "nowhere")
    assert panel.hint.isVisible()
    panel.hint.action_triggered.emit()
    assert len(listed(panel)) == 4


def test_selected_test_stays_selected_where_it_moves(panel: ExpectationPanel) -> None:
    panel.table.select_row(key_of(row(panel, 2)), quietly=True)
    panel.show_results(results(draft=b"User-agent: *\nDisallow: /cart/1\n"))
    assert [found.text for found in panel.table.selected_rows] == ["block x /cart/"]
    assert panel.table.current_row is row(panel, 0)


def test_selected_test_is_announced_once_and_not_by_new_results(panel: ExpectationPanel) -> None:
    told: list[ExpectationRow] = []
    panel.row_selected.connect(told.append)
    panel.table.setFocus()
    QTest.keyClick(panel.table, Qt.Key.Key_Down)
    panel.show_results(results())
    assert [found.text for found in told] == ["alow x /"]


def test_enter_leads_to_the_line_that_decides(qtbot: QtBot, panel: ExpectationPanel) -> None:
    panel.table.select_row(key_of(row(panel, 3)), quietly=True)
    with qtbot.waitSignal(panel.line_activated) as told:
        QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert told.args == [3]


def test_click_on_the_line_leads_to_it_and_a_click_beside_it_does_not(panel: ExpectationPanel) -> None:
    lines: list[int] = []
    panel.line_activated.connect(lines.append)
    cell = panel.table.visualRect(index_at(panel.table, 0, NOW))
    link = panel.table.link_rect(0, NOW)
    view, button = panel.table.viewport(), Qt.MouseButton.LeftButton
    QTest.mouseClick(view, button, pos=link.center().toPoint())
    QTest.mouseClick(view, button, pos=cell.topLeft() + QPoint(14, 10))
    assert lines == [2]


def test_delete_asks_for_the_removal_of_all_selected_tests(qtbot: QtBot, panel: ExpectationPanel) -> None:
    panel.table.selectAll()
    with qtbot.waitSignal(panel.removal_requested) as told:
        QTest.keyClick(panel.table, Qt.Key.Key_Delete)
    assert told.args is not None
    assert sorted(found.number for found in told.args[0]) == [1, 2, 3, 4]


def test_undo_in_the_list_is_that_of_the_tests(qtbot: QtBot, panel: ExpectationPanel) -> None:
    with qtbot.waitSignal(panel.undo_requested):
        QTest.keyClick(panel.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def test_copied_tests_are_lines_of_the_file(panel: ExpectationPanel) -> None:
    panel.table.selectAll()
    QTest.keyClick(panel.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert sorted(QGuiApplication.clipboard().text().split("\n")) == sorted(FILE.strip().split("\n"))


def test_menu_of_a_test(panel: ExpectationPanel) -> None:
    panel.table.select_row(key_of(row(panel, 0)), quietly=True)
    QApplication.sendEvent(panel.table, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint()))
    (menu,) = panel.findChildren(QMenu)
    assert [action.text() for action in menu.actions()] == ["Show line 2", "Edit…", "Copy", "Remove"]
    menu.close()


def test_tab_without_tests_says_how_to_begin(panel: ExpectationPanel) -> None:
    panel.show_results(Results())
    assert panel.hint.isVisible()
    panel.hint.action_triggered.emit()
    assert panel.form.isVisible()


def test_test_is_written(qtbot: QtBot, panel: ExpectationPanel) -> None:
    panel.add.click()
    assert not panel.form.save.isEnabled()
    QTest.keyClicks(panel.form.url, "/admin/")
    with qtbot.waitSignal(panel.entered) as told:
        QTest.keyClick(panel.form.url, Qt.Key.Key_Return)
    assert told.args == [Expectation(allowed=False, crawler="Googlebot", written="/admin/", url="/admin/"), 0]
    assert panel.form.isVisible()
    assert panel.form.url.text() == ""
    QTest.keyClick(panel.form.url, Qt.Key.Key_Escape)
    assert panel.form.isHidden()


@pytest.mark.parametrize(
    ("by", "rule", "said"),
    [
        (1, "", "Write the rule as it stands"),
        (1, "/cart/", "is no rule"),
        (0, "", ""),
        (2, "", ""),
    ],
)
def test_mistake_is_told_while_it_is_written(panel: ExpectationPanel, by: int, rule: str, said: str) -> None:
    panel.add.click()
    panel.form.url.setText("/cart/")
    panel.form.by.setCurrentIndex(by)
    panel.form.rule.setText(rule)
    assert (said in panel.form.said.text()) if said else not panel.form.said.text()
    assert panel.form.save.isEnabled() is not bool(said)


def test_address_that_is_none_is_told(panel: ExpectationPanel) -> None:
    panel.add.click()
    panel.form.url.setText("https://exa mple/")
    assert panel.form.said.text()
    assert panel.form.expectation is None


def test_sets_of_crawlers_are_offered_beside_those_of_the_matrix(qtbot: QtBot, panel: ExpectationPanel) -> None:
    panel.open_form()
    offered = [panel.form.crawler.itemText(place) for place in range(panel.form.crawler.count())]
    assert offered[:2] == ["Googlebot", "*"]
    assert {"@ai-training", "@all"} <= set(offered)
    panel.form.crawler.setCurrentText("@ai-training")
    panel.form.url.setText("/api/*")
    with qtbot.waitSignal(panel.entered) as caught:
        panel.form.save.click()
    entered: Expectation = caught.args[0]
    assert (entered.crawler, entered.is_pattern, entered.is_of_set) == ("@ai-training", True, True)


def test_set_that_is_not_known_is_told_with_those_that_are(panel: ExpectationPanel) -> None:
    panel.open_form()
    panel.form.crawler.setCurrentText("@training")
    panel.form.url.setText("/api/*")
    assert "@ai-training" in panel.form.said.text()
    assert panel.form.expectation is None


def test_rule_that_decides_now_is_offered(panel: ExpectationPanel) -> None:
    def answer(expectation: Expectation) -> None:
        panel.form.show_trial(judge((expectation,), FileVersion(DRAFT))[0])

    panel.tried.connect(answer)
    panel.add.click()
    panel.form.url.setText("/cart/9")
    assert panel.form.said.text() == "Now blocked by line 2, Disallow: /cart/"
    panel.form.by.setCurrentIndex(1)
    assert panel.form.rule.text() == "Disallow: /cart/"


@pytest.mark.parametrize("rule", [None, NO_RULE, "Allow: /cart/help"])
def test_test_is_changed_where_it_stands(qtbot: QtBot, panel: ExpectationPanel, rule: str | None) -> None:
    before = Expectation(allowed=True, crawler="Sogou web spider", written="/a", url="/a", rule=rule)
    panel.form.open_on(before, 7)
    with qtbot.waitSignal(panel.entered) as told:
        panel.form.save.click()
    assert told.args == [before, 7]
    assert panel.form.isHidden()


def test_place_of_the_tests_is_told(panel: ExpectationPanel) -> None:
    panel.show_place("robots.txt.expect", is_modified=True, can_undo=True)
    assert panel.footer.remark == "robots.txt.expect, not saved"
    assert panel.undo.isVisible()
    panel.show_place("robots.txt.expect", is_modified=False, can_undo=True)
    assert panel.footer.remark == "robots.txt.expect"


def test_stale_rows_are_dimmed_and_painted(panel: ExpectationPanel) -> None:
    before = panel.table.grab().toImage()
    panel.set_stale(is_stale=True)
    assert panel.table.grab().toImage() != before
