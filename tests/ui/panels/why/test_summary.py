"""Without a selected cell, the panel says in plain words what a crawler may fetch."""

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.ui.app.panel_requests import WhyRequests
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.why.panel import VerdictLine
from robotstudio.ui.panels.why.summary_view import SummaryView
from robotstudio.ui.theme.tokens import SIZES
from tests.ui.parts import button, copy_as, part_of
from tests.ui.studios import Studios, act, click_cell, press, settle

FILE = b"User-agent: *\nDisallow: /a/\n\nUser-agent: GPTBot\nDisallow: /\nAllow: /a/\n"


@pytest.fixture
def example(studios: Studios) -> Studio:
    """Show the example without a selected cell."""
    studio = studios.start((1440, 900))
    studio.show_example()
    settle(studio)
    return studio


def view_of(studio: Studio) -> SummaryView:
    return part_of(studio.why, SummaryView)


def rules(view: SummaryView, place: int) -> str:
    """Return the text of a list of rules."""
    return view.lists[place].rules.toPlainText().replace("\u2060", "")


def header(studio: Studio) -> str:
    return part_of(studio.why, VerdictLine).text


def point_at(studio: Studio, token: str) -> None:
    """Move the pointer into the column of a crawler."""
    view = studio.simulation.view
    column = view.matrix.column_of(token)
    assert column is not None
    at = view.visualRect(view.matrix.index(0, column)).center()
    viewport, none = view.viewport(), Qt.MouseButton.NoButton
    where = QPointF(at)
    moved = QMouseEvent(
        QEvent.Type.MouseMove, where, viewport.mapToGlobal(where), none, none, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(viewport, moved)


def test_first_crawler_is_summarised(example: Studio) -> None:
    view = view_of(example)
    assert view.isVisible()
    assert header(example) == "The file in plain words for Googlebot, Applebot"
    assert view.sentence.toPlainText() == "May fetch everything except 5 kinds of URL. 7 of 22 URLs are blocked."
    assert "…?sort=" in rules(view, 0)
    assert "/products?sort=new" in rules(view, 1)
    assert "because Googlebot has a group of its own" in view.notes.toPlainText()


def test_column_is_summarised_once_the_pointer_rests_on_it(example: Studio, qtbot: QtBot) -> None:
    point_at(example, "GPTBot")
    assert "Googlebot" in header(example)
    qtbot.waitUntil(lambda: "GPTBot" in header(example))
    assert view_of(example).lists[0].title.text() == "May fetch"
    point_at(example, "Googlebot")
    point_at(example, "GPTBot")  # gone before it rested
    QTest.qWait(200)
    assert "GPTBot" in header(example)


def test_pointer_changes_nothing_while_a_cell_is_selected(example: Studio, qtbot: QtBot) -> None:
    click_cell(example, "/cart/checkout?step=2", "Googlebot")
    point_at(example, "GPTBot")
    QTest.qWait(200)
    assert not view_of(example).isVisible()
    press(Qt.Key.Key_Escape)
    qtbot.waitUntil(view_of(example).isVisible)
    assert example.session.selected is None


def test_next_escape_leaves_the_matrix(example: Studio) -> None:
    click_cell(example, "/cart/checkout?step=2", "Googlebot")
    press(Qt.Key.Key_Escape)
    assert example.simulation.view.hasFocus()
    press(Qt.Key.Key_Escape)
    assert not example.simulation.view.hasFocus()


def test_line_is_a_link(example: Studio) -> None:
    table = view_of(example).lists[0].rules
    table.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert example.session.caret[0] == 10


def test_more_than_twelve_rules_fold_to_those_that_decide_most(example: Studio) -> None:
    written = b"".join(b"Disallow: /%d/\n" % number for number in range(31)) + b"Disallow: /cart/\n"
    example.editor.replace_body(b"User-agent: *\n" + written)
    settle(example)
    view = view_of(example)
    assert view.more.text() == "20 more"
    assert "/cart/" in rules(view, 0)
    assert "/20/" not in rules(view, 0)
    view.more.click()
    assert "/20/" in rules(view, 0)
    assert view.more.text() == "Show fewer rules"


def test_file_with_thousands_of_rules_is_summarised_beside_the_window(example: Studio, qtbot: QtBot) -> None:
    written = b"".join(b"Disallow: /%d/\n" % number for number in range(3000))
    example.editor.replace_body(b"User-agent: *\n" + written)
    settle(example)
    qtbot.waitUntil(lambda: "3,000 kinds" in view_of(example).sentence.toPlainText())


def test_empty_file_is_one_line(studios: Studios) -> None:
    studio = studios.start((1440, 900))
    act(studio, "file.new")
    settle(studio)
    assert studio.why.is_one_line
    assert studio.why.height() == SIZES.why_folded
    assert header(studio) == "May fetch everything: the file has no rule for it."


def test_answer_decides_even_if_the_file_is_empty(studios: Studios) -> None:
    studio = studios.start((1440, 900))
    act(studio, "file.new")
    studio.session.set_scenario(studio.session.scenario.__class__("503"), is_own_choice=True)
    settle(studio)
    assert "May fetch everything" not in header(studio)
    assert "the server’s answer decides" in view_of(studio).sentence.toPlainText()


def test_supposed_answer_decides_without_rules(example: Studio) -> None:
    example.session.set_scenario(example.session.scenario.__class__("404"), is_own_choice=True)
    settle(example)
    assert "the server’s answer decides, and no rule is read" in view_of(example).sentence.toPlainText()
    assert not view_of(example).lists[0].isVisible()


def test_summary_can_be_copied(example: Studio) -> None:
    button(example.why, "Copy").click()
    assert QGuiApplication.clipboard().text().startswith("May fetch everything except 5 kinds of URL.")
    copy_as(example.why, "Copy as text, for all crawlers")
    text = QGuiApplication.clipboard().text()
    copy_as(example.why, "Copy as Markdown, for all crawlers")
    markdown = QGuiApplication.clipboard().text()
    assert "GPTBot" in text
    assert "GPTBot" in markdown
    assert "## " in markdown
    assert "## " not in text


def test_crawlers_are_compared_on_every_url_from_the_menu(qtbot: QtBot, example: Studio) -> None:
    copy_as(example.why, "Compare crawlers…")
    qtbot.waitUntil(lambda: bool(example.agreement.panel.title.text()))
    example.agreement.panel.close()


def test_action_shows_it_from_anywhere(example: Studio) -> None:
    click_cell(example, "/cart/checkout?step=2", "Googlebot")
    example.window.show_tab("fetch")
    act(example, "view.summary")
    assert example.window.current_tab == "simulation"
    assert view_of(example).isVisible()


def test_lists_are_side_by_side_in_a_small_window(studios: Studios) -> None:
    studio = studios.start((1024, 700))
    studio.show_example()
    settle(studio)
    left, right = view_of(studio).lists
    assert right.y() == left.y()
    assert "10" in left.rules.toPlainText().split()
    assert "line" not in left.rules.toPlainText()


def test_lists_are_stacked_if_it_is_narrow(qtbot: QtBot, example: Studio) -> None:
    view = SummaryView(WhyRequests(example))
    qtbot.addWidget(view)
    view.resize(520, 300)
    view.show_access(view_of(example).access, is_same=False)
    view.show()
    left, right = view.lists
    qtbot.waitUntil(lambda: right.y() > 0)
    assert right.y() > left.y()
    assert right.x() == left.x()


@pytest.mark.parametrize("width", [460, 700, 900, 1400])
def test_no_row_is_cut(example: Studio, qtbot: QtBot, width: int) -> None:
    example.window.resize(width + 520, 900)
    tables = [each.rules for each in view_of(example).lists]
    qtbot.waitUntil(lambda: all(table.height() >= table.heightForWidth(table.width()) for table in tables))
