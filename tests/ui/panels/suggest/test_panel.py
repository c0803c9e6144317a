"""The window of suggestions by itself: what it shows of the candidates, and which signals it emits."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from robotstudio.engine import Robots, UrlTable
from robotstudio.engine.suggest import rule_places, suggest
from robotstudio.ui.panels.suggest import SuggestPanel
from tests.ui.parts import texts

BODY = b"User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /\n"
URLS = ["/shop/1?id=5", "/shop/2?id=6", "/shop/3", "/"]


@pytest.fixture
def panel(qtbot: QtBot) -> Iterator[SuggestPanel]:
    """Open the panel for the two URLs with a parameter, with the groups of a draft."""
    window = QWidget()
    qtbot.addWidget(window)
    panel = SuggestPanel(window)
    panel.open_for(2, URLS[0], URLS)
    panel.set_places(rule_places(Robots.parse(BODY), ["Googlebot", "GPTBot"], BODY))
    yield panel
    panel.close()


def show(panel: SuggestPanel) -> None:
    panel.show_suggestions(suggest(UrlTable(URLS), [0, 1]))


def test_panel_says_for_how_many_urls_it_is_and_offers_nothing_yet(panel: SuggestPanel) -> None:
    assert "A rule for 2 URLs" in texts(panel)
    assert panel.choice is None
    assert not panel.insert_button.isEnabled()
    assert panel.progress.running


def test_one_url_is_called_so(panel: SuggestPanel) -> None:
    panel.open_for(1, URLS[0], URLS)
    assert "A rule for this URL" in texts(panel)


def test_first_suggestion_is_chosen_with_what_it_writes(panel: SuggestPanel) -> None:
    show(panel)
    assert not panel.progress.running
    assert panel.choice is not None
    assert panel.choice.suggestion.beyond == 0
    assert panel.lines.toPlainText().startswith("Disallow: ")
    assert panel.insert_button.isEnabled()


def test_no_box_is_empty_without_a_word(panel: SuggestPanel) -> None:
    assert {view.placeholderText() for view in (panel.beyond, panel.lines)} == {"Choose a rule above."}
    show(panel)
    assert (panel.beyond.toPlainText(), panel.beyond.placeholderText()) == ("", "None of your other URLs matches.")


def test_rule_that_allows_is_written_so(panel: SuggestPanel) -> None:
    show(panel)
    panel.kinds.set_current(1)
    assert panel.choice is not None
    assert panel.choice.is_allow
    assert panel.lines.toPlainText().startswith("Allow: ")


def test_urls_beyond_the_selection_are_named(panel: SuggestPanel) -> None:
    show(panel)
    panel.table.select_row(("/shop/",))
    assert panel.beyond.toPlainText() == "/shop/3"


def test_no_pattern_for_all_is_said(panel: SuggestPanel) -> None:
    panel.show_suggestions(())
    assert panel.flips_text == "No pattern matches all of these URLs. Select URLs that have more in common."
    assert not panel.insert_button.isEnabled()


def test_group_stays_chosen_where_it_is_still_there(panel: SuggestPanel) -> None:
    show(panel)
    panel.places.setCurrentIndex(panel.places.count() - 1)
    before = panel.choice and panel.choice.place.tokens
    longer = b"# more\n" + BODY
    panel.set_places(rule_places(Robots.parse(longer), ["Googlebot", "GPTBot"], longer))
    assert before
    assert panel.choice is not None
    assert panel.choice.place.tokens == before


def test_enter_in_the_table_asks_for_the_insertion(panel: SuggestPanel, qtbot: QtBot) -> None:
    show(panel)
    with qtbot.waitSignal(panel.insert_requested) as asked:
        QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert asked.args[0].suggestion.beyond == 0


def test_each_opening_begins_at_the_first_suggestion(panel: SuggestPanel) -> None:
    """The choice from before used to stay, which was the worst of the new ones."""
    show(panel)
    worst = panel.table.rows[-1]
    panel.table.select_row(worst.patterns)
    assert panel.choice is not None
    assert panel.choice.suggestion == worst
    panel.open_for(2, URLS[0], URLS)
    show(panel)
    assert panel.choice.suggestion == panel.table.rows[0] != worst


def test_pattern_that_matches_more_beyond_than_in_the_selection_is_not_the_default(panel: SuggestPanel) -> None:
    urls = [f"/{number}?id={number}" for number in range(9)]
    panel.open_for(2, urls[0], urls)
    broad = [each for each in suggest(UrlTable(urls), [0, 1]) if 2 * each.beyond > each.urls]
    assert broad
    panel.show_suggestions(broad)
    assert panel.choice is None
    assert not panel.insert_button.isEnabled()
    panel.table.select_row(broad[0].patterns)
    assert panel.insert_button.isEnabled()
