"""What a window makes when it is first seen, and what is known by then."""

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui.editor.header import EditorHeader
from robotstudio.ui.panels.changes.draft_view import DraftView
from robotstudio.ui.panels.changes.panel import ChangesPanel
from robotstudio.ui.panels.rule_coverage.panel import RuleCoveragePage
from robotstudio.ui.panels.url_patterns.panel import UrlPatternsPage
from robotstudio.ui.panels.welcome.panel import WelcomePage
from robotstudio.ui.studio import Studio
from tests.ui.parts import part_of, texts
from tests.ui.studios import Studios, act, settle, type_text

LATE = (WelcomePage, ChangesPanel, RuleCoveragePage, UrlPatternsPage)


@pytest.mark.parametrize(
    ("action", "made"),
    [
        ("file.start", {WelcomePage}),
        ("simulate.changes", {ChangesPanel}),
        ("view.rules", {RuleCoveragePage}),
        ("simulate.group", {UrlPatternsPage}),
    ],
)
def test_page_is_made_when_it_is_first_seen(studio: Studio, action: str, made: set[type[QWidget]]) -> None:
    assert [kind for kind in (*LATE, DraftView) if studio.page.findChildren(kind)] == []
    act(studio, action)
    assert {kind for kind in LATE if studio.page.findChildren(kind)} == made
    for kind in made:
        [page] = studio.page.findChildren(kind)
        assert page.isVisible()


def test_start_page_lists_what_was_open_before_it_was_made(studio: Studio) -> None:
    act(studio, "file.start")
    assert [row.text() for row in studio.welcome.recent.files.rows] == ["robots.txt"]
    assert studio.window.is_on_start_page
    assert studio.welcome.tour_offer.isHidden()  # who works on a file needs none


def test_start_page_is_there_where_nothing_is_open(studios: Studios) -> None:
    studio = studios.start()
    assert studio.window.is_on_start_page
    assert studio.welcome.isVisible()
    assert studio.welcome.tour_offer.isVisible()


def test_start_page_of_another_tab_is_there_when_it_is_begun(studio: Studio) -> None:
    act(studio, "file.new_tab")
    begun = studio.tabs.front
    assert begun is not studio
    assert begun.welcome.isVisible()
    assert [row.text() for row in begun.welcome.recent.files.rows] == ["robots.txt"]


def test_rules_are_shown_though_their_page_was_not_there_when_they_were_worked_out(
    qtbot: QtBot, studio: Studio
) -> None:
    act(studio, "view.rules")
    qtbot.waitUntil(lambda: len(studio.rule_coverage.panel.table.rows) == 3)


def test_changes_that_were_compared_before_are_shown_at_once(qtbot: QtBot, studio: Studio) -> None:
    studio.editor.setFocus()
    type_text("#")
    settle(studio)
    header = part_of(studio.editor, EditorHeader)
    qtbot.waitUntil(lambda: any("differ" in text for text in texts(header)))
    act(studio, "simulate.changes")
    compared = studio.changes.panel.compared
    assert compared is not None
    assert compared.analysis.body == studio.session.body
