"""The page of changes, used with keyboard and mouse."""

from unittest.mock import Mock

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Cell
from robotstudio.draft.changes.baseline import Baseline
from robotstudio.draft.live_status import LiveState, LiveStatus
from robotstudio.engine.changes import Change
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.ui.panels.changes.going_live import Readiness, Upload, pick_up_words, ticks_of
from robotstudio.ui.panels.changes.live_check_bar import LiveCheckActions
from robotstudio.ui.panels.changes.panel import ChangesPanel, PageActions
from robotstudio.ui.panels.changes.versions import HistoryActions, OfferedVersions, version_row
from robotstudio.ui.widgets.tone import Tone, ToneBox
from robotstudio.urls.url_builder import url_set
from robotstudio.urls.url_set import Source
from robotstudio.urls.urls import parse_list
from tests.draft.changes.comparisons import AFTER, BEFORE, LIVE, compared, question, with_clicks
from tests.ui.panels.fetch.evidences import SUCCESS
from tests.ui.parts import part_of

Accessible = Qt.ItemDataRole.AccessibleTextRole
MANY = tuple(f"/cart/{number}" for number in range(30))


@pytest.fixture
def actions() -> Mock:
    """Return a mock of the panel's actions."""
    return Mock(spec=PageActions)


@pytest.fixture
def panel(qtbot: QtBot, actions: Mock) -> ChangesPanel:
    """Show a page with a comparison."""
    panel = ChangesPanel(actions, Mock(spec=HistoryActions), Mock(spec=LiveCheckActions))
    qtbot.addWidget(panel)
    panel.resize(920, 700)
    panel.show()
    panel.activateWindow()
    QTest.qWaitForWindowActive(panel)
    panel.show_compared(compared(question()))
    return panel


def row(panel: ChangesPanel, group: int, place: int, column: int = 0) -> QModelIndex:
    model = panel.list.changes
    return model.index(place, column, model.index(group, 0))


def click(panel: ChangesPanel, index: QModelIndex) -> None:
    at = panel.list.visualRect(index).center()
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=at)


# Texts


def test_it_is_told_which_urls_sitemaps_name(panel: ChangesPanel, qtbot: QtBot) -> None:
    source = Source("s", "sitemap.xml", "sitemap")
    panel.show_compared(compared(question(urls=url_set(parse_list("/\n/cart/\n/cart/items/1").urls, source))))
    assert "2 are in a sitemap" in panel.said.text()
    assert row(panel, 0, 0).data(Accessible) == "/cart/, found in: sitemap"
    panel.resize(1200, 700)
    assert panel.list.found_width()
    panel.list.setMaximumWidth(500)
    qtbot.waitUntil(lambda: not panel.list.found_width())


def test_headline_counts_each_url_once(panel: ChangesPanel) -> None:
    assert panel.headline.title.text() == "3 of your 6 URLs change."
    panel.show_compared(compared(question(AFTER, AFTER)))
    assert panel.headline.title.text() == "None of your URLs changes compared with live."


def test_headline_of_a_blocked_site_says_so(panel: ChangesPanel) -> None:
    panel.show_compared(compared(question(b"", b"User-agent: *\nDisallow: /\n")))
    assert panel.headline.title.text() == "Every URL changes: the whole site is blocked."


def test_headline_of_a_blocked_site_is_red_also_if_some_urls_were_blocked_before(panel: ChangesPanel) -> None:
    urls = ("/cart/", "/about", "/")
    panel.show_compared(compared(question(b"User-agent: *\nDisallow: /cart/\n", b"User-agent: *\nDisallow: /\n", urls)))
    assert panel.headline.title.text() == "2 of your 3 URLs change."
    assert part_of(panel.headline, ToneBox).tone is Tone.BLOCKED


def test_crawlers_that_change_alike_share_a_column(panel: ChangesPanel) -> None:
    model = panel.list.changes
    assert [model.title(number) for number in range(len(model.columns))] == ["Googlebot + 1", "GPTBot"]
    assert model.title(0, 200) == "Googlebot, Bingbot"


def test_clicks_at_risk_are_shown_and_summed(panel: ChangesPanel) -> None:
    panel.show_compared(compared(question(urls=with_clicks())))
    assert panel.headline.title.text() == "3 of your 6 URLs change. At risk: 160 (Clicks)."
    assert panel.list.changes.stakes_at(row(panel, 0, 1)) == ["40"]
    assert row(panel, 0, 1).data(Accessible) == "/cart/items/1, found in: table, Clicks: 40"
    assert panel.risk_row.isVisible()
    assert panel.risk_row.accessibleName() == "At risk: Clicks (clicks.csv): 160"
    panel.show_compared(compared(question()))
    assert not panel.risk_row.isVisible()


def test_footer_says_if_a_url_is_listed_more_than_once(panel: ChangesPanel) -> None:
    assert not panel.said.isVisible(), "the headline has the number of URLs"
    live = b"User-agent: *\nDisallow: /a\n\nUser-agent: Googlebot\nDisallow: /a\n"
    panel.show_compared(compared(question(live, live.replace(b"/a", b"/b"), ("/a", "/b", "/c"))))
    assert panel.headline.title.text() == "2 of your 3 URLs change."
    assert panel.said.text() == "a URL is listed under each line that changes it: 4 rows for 2 URLs"
    assert panel.said.isVisible()


def test_cell_that_another_line_flips_is_told_apart(panel: ChangesPanel) -> None:
    """Each URL is listed under the line of `*` and under that of Googlebot; each line flips one column only."""
    live = b"User-agent: *\nDisallow: /a\n\nUser-agent: Googlebot\nDisallow: /a\n"
    panel.show_compared(compared(question(live, live.replace(b"/a", b"/b"), ("/a", "/b", "/c"))))
    model = panel.list.changes
    of_line = set()
    for place, group in enumerate(model.outline.groups):
        flips = [model.flip_at(row(panel, place, 0), column) for column in range(1, model.columnCount())]
        assert all(flip is not None and flip.is_flipped for flip in flips)
        of_line.add((group.group.new_line, tuple(flip.is_of_line for flip in flips if flip)))
    assert {each for _, each in of_line} == {(True, False), (False, True)}


def test_pills_count_and_list_one_kind(panel: ChangesPanel) -> None:
    blocked = panel.tool_row.pills[Change.BLOCKED]
    assert blocked.accessibleName() == "Newly blocked, 2"
    blocked.click()
    assert panel.list.changes.rowCount() == 1


def test_rows_and_cells_have_names_to_be_read(panel: ChangesPanel) -> None:
    model = panel.list.changes
    assert model.data(model.index(0, 0), Accessible) == (
        "Line 2: Disallow: /cart/checkout became /cart/, 2 URLs become blocked"
    )
    assert model.data(row(panel, 0, 0), Accessible) == "/cart/"
    said = "Googlebot, Bingbot, /cart/, was no rule, now blocked by line 2"
    assert model.data(row(panel, 0, 0, 1), Accessible) == said
    assert model.data(row(panel, 0, 0, 2), Accessible) == "GPTBot, /cart/, blocked by line 5"


def test_model_holds_what_qt_expects(panel: ChangesPanel, qtmodeltester: object) -> None:
    qtmodeltester.check(panel.list.changes)  # type: ignore[attr-defined] # a fixture without a type


def test_nothing_to_compare_with_offers_a_file(panel: ChangesPanel, actions: Mock) -> None:
    panel.show_compared(compared(question(None)))
    assert panel.hint.isVisible()
    panel.hint.action_triggered.emit()
    actions.choose_file.assert_called_once_with()


def test_what_is_missing_to_compare_can_be_added(panel: ChangesPanel, actions: Mock) -> None:
    for asked, wanted in (
        (question(urls=()), actions.add_urls),
        (question(tokens=()), actions.choose_crawlers),
    ):
        panel.show_compared(compared(asked))
        assert panel.hint.isVisible()
        panel.hint.action_triggered.emit()
        wanted.assert_called_once_with()


def test_no_change_says_so_and_how_many_lines_differ(panel: ChangesPanel) -> None:
    panel.show_compared(compared(question(AFTER, AFTER + b"# note\n")))
    assert panel.hint._sentence.text() == "No verdict changes compared with live. 1 line differs."


def test_file_that_is_the_same_has_nothing_to_filter(panel: ChangesPanel) -> None:
    assert panel.tool_row.isVisible()
    panel.show_compared(compared(question(AFTER, AFTER)))
    assert panel.hint._sentence.text() == "No difference from live."
    assert not panel.tool_row.isVisible()


def test_search_without_hits_can_be_cleared(panel: ChangesPanel) -> None:
    panel.tool_row.search.setText("nowhere")
    assert panel.hint.isVisible()
    panel.hint.action_triggered.emit()
    assert panel.list.changes.rowCount() == 2


# Clicks


def test_click_on_a_cell_selects_it(panel: ChangesPanel, actions: Mock) -> None:
    click(panel, row(panel, 0, 1, 1))
    actions.select.assert_called_once_with(Cell("/cart/items/1", "Googlebot"))


def test_click_on_a_url_selects_the_first_crawler_whose_verdict_flips(panel: ChangesPanel, actions: Mock) -> None:
    click(panel, row(panel, 1, 0))
    actions.select.assert_called_once_with(Cell("/docs/start", "GPTBot"))


def test_click_on_the_line_of_a_group_leads_there_and_beside_it_folds(panel: ChangesPanel, actions: Mock) -> None:
    index = panel.list.changes.index(1, 0)
    words = panel.list.visual_line_rect(index).center().toPoint()

    def press(at: QPoint) -> None:
        QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=at)

    press(words)
    actions.go_to_line.assert_called_once_with(6)
    assert panel.list.isExpanded(index)
    press(QPoint(15, words.y()))
    assert not panel.list.isExpanded(index)


def test_more_shows_the_rest_of_a_group(panel: ChangesPanel) -> None:
    panel.show_compared(compared(question(urls=MANY)))
    more = row(panel, 0, 11)
    assert panel.list.changes.data(more) == "19 more"
    click(panel, more)
    assert panel.list.changes.rowCount(panel.list.changes.index(0, 0)) == 30


def test_export_names_its_form(panel: ChangesPanel, actions: Mock) -> None:
    entries = {action.text(): action for action in panel.tool_row.export.menu().actions()}
    entries["Copy as TSV"].trigger()
    actions.copy.assert_called_once_with("tsv")
    entries["Export to a file…"].trigger()
    actions.export.assert_called_once_with()


def test_line_of_the_selected_row_can_be_put_back(panel: ChangesPanel, actions: Mock) -> None:
    assert not panel.flip.put_back_link.isVisible()
    panel.select(Cell("/cart/", "Googlebot"))
    assert panel.flip.put_back_link.text() == "Put line 2 back"
    assert sides(panel) == [("Live", "no rule"), ("This draft", "blocked by line 2  Disallow: /cart/")]
    panel.flip.put_back_link.click()
    [group] = actions.put_back.call_args.args
    assert group.old_text == b"Disallow: /cart/checkout"


def sides(panel: ChangesPanel) -> list[tuple[str, str]]:
    """Return what is shown of the selected verdict, before and now."""
    rows = (panel.flip.before, panel.flip.now)
    return [(each.title.text(), each.text.toPlainText().replace("\u2060", "").replace("\xa0", " ")) for each in rows]


def test_selected_line_is_shown_whole(panel: ChangesPanel) -> None:
    panel.list.setCurrentIndex(panel.list.changes.index(0, 0))
    assert sides(panel)[0][1] == "Line 2: Disallow: /cart/checkout became /cart/"
    assert (panel.flip.now.text.isVisible(), panel.flip.put_back_link.isVisible()) == (False, True)
    panel.tool_row.search.setText("nowhere")
    assert not panel.flip.isVisible()


def test_rule_that_went_with_its_group_is_put_back_with_it(panel: ChangesPanel) -> None:
    live = b"User-agent: bingbot\nDisallow: /b\n\nUser-agent: Googlebot\nDisallow: /g\n"
    panel.show_compared(compared(question(live, b"User-agent: bingbot\nDisallow: /b\n", ("/b", "/g"))))
    panel.select(Cell("/g", "Googlebot"))
    assert panel.flip.put_back_link.text() == "Put lines 3–5 back"


def test_context_menu_of_a_change_offers_its_line(panel: ChangesPanel, actions: Mock) -> None:
    panel.list.setCurrentIndex(row(panel, 0, 0))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(panel.list, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    entries = {action.text(): action for action in menu.actions()}
    assert list(entries) == ["Put line 2 back", "Go to the line", "How long has it been live?"]
    entries["How long has it been live?"].trigger()
    menu.close()
    actions.tell_since.assert_called_once()


def test_versions_can_be_chosen(panel: ChangesPanel, actions: Mock) -> None:
    disk = Baseline("disk", "robots.txt on disk", b"")
    panel.show_versions(OfferedVersions([version_row(LIVE), version_row(disk)], LIVE.id))
    rows = panel.versions.list
    assert [row.title for row in rows.rows] == ["Live", "Saved file"]
    assert rows.current == rows.rows[0]
    actions.choose.assert_not_called()
    rows.set_current_row(1)
    actions.choose.assert_called_once_with("disk")
    another = panel.menus.more()[0].slot
    assert another is not None
    another()
    actions.choose_file.assert_called_once_with()


def test_narrow_page_has_the_versions_in_a_chooser(panel: ChangesPanel, actions: Mock) -> None:
    panel.show_versions(OfferedVersions([version_row(LIVE)], LIVE.id))
    panel.resize(600, 700)
    assert panel.versions.isHidden()
    assert panel.version_bar.chooser.text() == "Live"
    [live] = panel.menus.choices()
    assert live.slot is not None
    live.slot()
    actions.choose.assert_called_once_with("live")


def test_when_a_crawler_has_the_file_is_said_where_to_upload_it() -> None:
    assert pick_up_words((CRAWLERS["Googlebot"],), None) == "Googlebot picks it up within 24 hours."
    assert pick_up_words((), None) == ""


def test_facts_before_going_live_fold_into_the_headline_of_a_narrow_page(panel: ChangesPanel) -> None:
    panel.show_readiness(Readiness(errors=0, changed=3, reviewed=1), Upload("https://shop.example/robots.txt", "nginx"))
    card = panel.going_live
    assert (card.isVisible(), panel.headline.ready.isVisible()) == (True, False)
    assert card.server.text() == "The server calls itself nginx."
    panel.resize(620, 560)
    assert (card.isVisible(), panel.headline.ready.text()) == (False, "1 of 3 ready")
    panel.show_readiness(
        Readiness(errors=0, changed=0, live=LiveStatus(LiveState.SAME_BYTES, SUCCESS.fetched_at)), Upload()
    )
    assert card.title.text() == "Ready"


def test_no_fact_before_going_live_is_cut(panel: ChangesPanel) -> None:
    status = LiveStatus(LiveState.OTHER_BYTES, SUCCESS.fetched_at, lines=1_234)
    panel.show_readiness(Readiness(errors=12, tests=20, passing=3, changed=300, reviewed=1, live=status), Upload())
    panel.grab()
    for row in panel.going_live.rows:
        for label in (row.title, row.below):
            assert label.height() >= label.heightForWidth(label.width())
        assert row.link.width() >= row.link.sizeHint().width()


def test_no_tests_are_neither_a_pass_nor_in_the_way(panel: ChangesPanel) -> None:
    panel.show_readiness(Readiness(errors=0, changed=0), Upload())
    tests = ticks_of(Readiness(errors=0, changed=0))[1]
    assert (tests.title, tests.holds, tests.is_needed) == ("No tests yet", None, False)
    assert panel.going_live.title.text() == "Before going live"
    assert panel.headline.ready.text() == "1 of 3 ready"  # that nothing changes is not known before live is


# Keys


def test_next_and_previous_change_go_through_all_urls(panel: ChangesPanel) -> None:
    found = []
    for _ in range(3):
        panel.go(1)
        found.append(panel.list.selected_cell)
    assert found == [Cell("/cart/", "Googlebot"), Cell("/cart/items/1", "Googlebot"), Cell("/docs/start", "GPTBot")]
    panel.go(1)
    assert panel.said.text() == "No more changes."
    panel.go(-1)
    assert panel.list.selected_cell == Cell("/cart/items/1", "Googlebot")


def test_next_change_unfolds_its_group(panel: ChangesPanel) -> None:
    panel.list.collapse(panel.list.changes.index(0, 0))
    panel.go(1)
    assert panel.list.isExpanded(panel.list.changes.index(0, 0))


def test_enter_leads_to_the_deciding_line(panel: ChangesPanel, actions: Mock) -> None:
    panel.go(1)
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    actions.go_to_line.assert_called_once_with(2)


def test_escape_clears_the_filters_and_then_leaves(panel: ChangesPanel, actions: Mock) -> None:
    panel.tool_row.search.setText("cart")
    QTest.keyClick(panel.list, Qt.Key.Key_Escape)
    assert panel.tool_row.search.text() == ""
    actions.leave.assert_not_called()
    QTest.keyClick(panel.list, Qt.Key.Key_Escape)
    actions.leave.assert_called_once_with()


# Updates


def test_update_keeps_folds_selection_and_announces_nothing(panel: ChangesPanel, actions: Mock) -> None:
    panel.list.collapse(panel.list.changes.index(1, 0))
    panel.select(Cell("/cart/items/1", "bingbot"))
    panel.show_compared(compared(question(BEFORE, b"# one line more\n" + AFTER)))
    actions.select.assert_not_called()
    assert panel.list.selected_cell == Cell("/cart/items/1", "Googlebot")  # both are in this column
    assert not panel.list.isExpanded(panel.list.changes.index(1, 0))
    assert panel.list.changes.data(row(panel, 0, 0, 1)) == "was no rule, now blocked by line 3"


def test_page_can_be_drawn_in_every_state_and_size(panel: ChangesPanel) -> None:
    states = (question(), question(None), question(AFTER, AFTER), question(urls=MANY), question(urls=()))
    for asked in states:
        panel.show_compared(compared(asked))
        for size in ((920, 700), (652, 560), (560, 300)):
            panel.resize(*size)
            QApplication.processEvents()
            assert not panel.grab().isNull()


def test_host_is_left_out_where_it_is_that_of_most(panel: ChangesPanel) -> None:
    urls = tuple(f"https://shop.example:8443{path}" for path in ("/cart/items/1", "/cart/items/2", "/docs/start"))
    panel.show_compared(compared(question(urls=(*urls, "https://other.example/cart/1"))))
    model = panel.list.changes
    asked = [model.url_at(row(panel, 0, place)) for place in range(model.rowCount(model.index(0, 0)))]
    shown = ["".join(part.text for part in model.shown_url(url)) for url in asked if url is not None]
    assert set(shown) == {"/cart/items/1", "/cart/items/2", "other.example/cart/1"}
