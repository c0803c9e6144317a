"""Rules for selected URLs, from the matrix into the draft."""

from string import ascii_lowercase

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Cell
from robotstudio.engine.suggest import SuggestionKind
from robotstudio.ui.app.studio import Studio
from robotstudio.urls.urls import parse_list
from tests.draft.changes.comparisons import with_clicks
from tests.ui.studios import act, settle

BODY = b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /a\n\nSitemap: /s.xml\n"
URLS = "/shop/1?sessionid=5\n/shop/2?sessionid=6\n/shop/3\n/\n"


@pytest.fixture
def asked(studio: Studio, qtbot: QtBot) -> Studio:
    """Open the suggestions for two URLs with a session parameter."""
    studio.editor.replace_body(BODY)
    studio.session.set_urls(parse_list(URLS).urls)
    settle(studio)
    select(studio, 0, 1)
    act(studio, "simulate.suggest")
    qtbot.waitUntil(lambda: studio.suggest.panel.choice is not None)
    return studio


def select(studio: Studio, *rows: int) -> None:
    view = studio.simulation.view
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    view.selectionModel().clear()
    for row in rows:
        view.selectionModel().select(view.model().index(row, 0), flags)


def candidates(studio: Studio) -> list[tuple[tuple[str, ...], int]]:
    return [(row.patterns, row.beyond) for row in studio.suggest.panel.table.rows]


def test_candidates_say_what_they_match_beyond_the_selection(asked: Studio) -> None:
    assert candidates(asked)[0] == (("/*?sessionid=", "/*&sessionid="), 0)
    assert (("/shop/",), 1) in candidates(asked)
    asked.suggest.panel.table.select_row(("/shop/",))
    assert asked.suggest.panel.beyond.toPlainText() == "/shop/3"


def test_preview_says_which_verdicts_flip(asked: Studio, qtbot: QtBot) -> None:
    asked.suggest.panel.table.select_row(("/shop/",))
    qtbot.waitUntil(lambda: asked.suggest.panel.flips_text == "Googlebot: 3 URLs become blocked.")
    asked.suggest.panel.kinds.set_current(1)
    qtbot.waitUntil(lambda: asked.suggest.panel.flips_text == "No verdict changes: 0 of 8.")


def test_rule_is_inserted_at_the_end_of_the_group_as_one_step_and_the_caret_stays(asked: Studio) -> None:
    asked.editor.place_caret(7)
    QTest.keyClick(asked.suggest.panel.table, Qt.Key.Key_Return)
    written = BODY.replace(b"Disallow: /a\n", b"Disallow: /a\nDisallow: /*?sessionid=\nDisallow: /*&sessionid=\n")
    assert asked.editor.body() == written
    assert asked.editor.caret_line == 9
    assert not asked.suggest.panel.isVisible()
    act(asked, "edit.undo")
    assert asked.editor.body() == BODY


def test_rule_may_go_to_a_new_group(asked: Studio) -> None:
    places = [asked.suggest.panel.places.itemText(place) for place in range(asked.suggest.panel.places.count())]
    assert places == ["all other crawlers (*) · after line 5", "GPTBot · after line 2", "Googlebot · a new group"]
    asked.suggest.panel.places.setCurrentIndex(2)
    asked.suggest.panel.insert_button.click()
    assert asked.editor.body().endswith(
        b"Sitemap: /s.xml\n\nUser-agent: Googlebot\nDisallow: /*?sessionid=\nDisallow: /*&sessionid=\n"
    )


def test_groups_follow_the_draft_while_the_window_is_open(asked: Studio) -> None:
    asked.editor.replace_body(b"# one more\n" + BODY)
    settle(asked)
    assert asked.suggest.panel.places.itemText(0) == "all other crawlers (*) · after line 6"


def test_other_urls_close_the_window(asked: Studio) -> None:
    asked.session.set_urls(parse_list("/x").urls)
    settle(asked)
    assert not asked.suggest.panel.isVisible()


def test_unrelated_urls_are_offered_a_rule_each(studio: Studio, qtbot: QtBot) -> None:
    studio.session.set_urls(parse_list("/a\n/b\n/c\n").urls)
    settle(studio)
    select(studio, 0, 1)
    act(studio, "simulate.suggest")
    qtbot.waitUntil(lambda: studio.suggest.panel.choice is not None)
    choice = studio.suggest.panel.choice
    assert choice
    assert choice.lines == ("Disallow: /a$", "Disallow: /b$")
    QTest.keyClick(studio.suggest.panel, Qt.Key.Key_Escape)


def test_unlike_urls_say_that_nothing_matches_them_all(studio: Studio, qtbot: QtBot) -> None:
    studio.session.set_urls(parse_list("\n".join(f"/{letter}" for letter in ascii_lowercase)).urls)
    settle(studio)
    select(studio, *range(20))
    act(studio, "simulate.suggest")
    qtbot.waitUntil(lambda: "No pattern matches" in studio.suggest.panel.flips_text)
    assert not studio.suggest.panel.insert_button.isEnabled()
    QTest.keyClick(studio.suggest.panel, Qt.Key.Key_Escape)
    assert not studio.suggest.panel.isVisible()


def test_url_of_the_explained_cell_is_meant_if_no_row_is_selected(studio: Studio, qtbot: QtBot) -> None:
    studio.session.set_urls(parse_list("/a\n/b\n").urls)
    settle(studio)
    studio.simulation.view.selectionModel().clear()
    studio.session.select(Cell("/b", "Googlebot"))
    act(studio, "simulate.suggest")
    qtbot.waitUntil(lambda: studio.suggest.panel.choice is not None)
    choice = studio.suggest.panel.choice
    assert choice
    assert choice.lines == ("Disallow: /b$",)
    QTest.keyClick(studio.suggest.panel, Qt.Key.Key_Escape)


def test_without_a_selection_there_is_a_sentence(studio: Studio) -> None:
    settle(studio)
    studio.session.select(None)
    studio.simulation.view.selectionModel().clear()
    act(studio, "simulate.suggest")
    assert studio.window.status_bar.message.text().startswith("Select URLs")
    assert studio.window.notices.bar.isHidden()
    assert not studio.suggest.panel.isVisible()


def test_own_pattern_is_counted_as_it_is_typed_and_inserted(asked: Studio, qtbot: QtBot) -> None:
    panel = asked.suggest.panel
    QTest.keyClicks(panel.own, "shop/")
    qtbot.waitUntil(lambda: panel.choice is not None and panel.choice.suggestion.patterns == ("/shop/",))
    assert panel.choice is not None
    assert (panel.choice.suggestion.kind, panel.choice.suggestion.beyond) == (SuggestionKind.OWN, 1)
    QTest.keyClicks(panel.own, "3")
    qtbot.waitUntil(lambda: panel.choice is not None and panel.choice.suggestion.patterns == ("/shop/3",))
    assert (panel.choice.suggestion.missed, panel.choice.suggestion.beyond) == (2, 1)
    panel.own.clear()
    qtbot.waitUntil(lambda: all(row.kind is not SuggestionKind.OWN for row in panel.table.rows))
    QTest.keyClicks(panel.own, "/shop/")
    qtbot.waitUntil(lambda: panel.choice is not None and panel.choice.suggestion.kind is SuggestionKind.OWN)
    panel.insert_button.click()
    assert b"Disallow: /shop/\n" in asked.editor.body()


def test_candidates_say_how_many_clicks_they_cost(studio: Studio, qtbot: QtBot) -> None:
    clicks = {"/cart/": 120, "/cart/items/1": 40, "/cart/checkout": 7}
    studio.editor.replace_body(BODY)
    studio.session.set_urls(with_clicks())
    settle(studio)
    studio.suggest.suggest(np.array([2, 3]))
    qtbot.waitUntil(lambda: studio.suggest.panel.choice is not None)
    table = studio.suggest.panel.table
    assert "Clicks" in [column.title for column in table.columns]
    by_pattern = {row.patterns: row.weight for row in table.rows}
    assert by_pattern["/cart/",] == sum(clicks.values())
