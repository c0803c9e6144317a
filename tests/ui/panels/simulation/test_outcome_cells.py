"""Cells that the server's response decides, and rows that another robots.txt governs."""

from datetime import timedelta

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Analysis, Cell, Request, analyse
from robotstudio.draft.cell_state import CellState, rows_as_text
from robotstudio.draft.listing.filters import FilterKind, Filters
from robotstudio.draft.listing.lister import Lister, ListingQuestion
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import CRAWLERS, crawler_for
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.ui.document.urls import DocumentUrls
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from robotstudio.ui.panels.simulation.words import verdict_words
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.urls import parse_list
from tests.ui.asked import Asked
from tests.ui.panels.simulation.menus import menu_of_cell

DRAFT = b"User-agent: *\nDisallow: /a\n"
URLS = as_set(parse_list("/a\n/b\n/robots.txt\nhttps://y.test/e\n").urls)
CRAWLER_LIST = (
    CRAWLERS["Googlebot"],
    CRAWLERS["*"],
    crawler_for("OfMyOwn"),
    replace(CRAWLERS["Googlebot"], token="Old", title="Old", policy="draft1996"),
)
SITE = "https://x.test/robots.txt"
OUTSIDE = "https://y.test/e"


def analysed(now: HttpScenario) -> Analysis:
    table = UrlTable(url.url for url in URLS)
    return analyse(Request(1, DRAFT, URLS, table, CRAWLER_LIST, now, SITE))


@pytest.fixture
def panel(qtbot: QtBot, asked: Asked) -> SimulationPanel:
    panel = SimulationPanel(DocumentUrls(), asked.simulation())
    qtbot.addWidget(panel)
    panel.resize(1000, 600)
    panel.show()
    return panel


@pytest.mark.parametrize(
    ("choice", "states"),
    [
        ("200", [CellState.BLOCKED] * 4),
        ("404", [CellState.ALL_ALLOWED, CellState.ALL_ALLOWED, CellState.UNKNOWN, CellState.ALL_ALLOWED]),
        ("403", [CellState.ALL_ALLOWED, CellState.ALL_ALLOWED, CellState.UNKNOWN, CellState.ALL_BLOCKED]),
        ("503", [CellState.ALL_BLOCKED, CellState.ALL_BLOCKED, CellState.UNKNOWN, CellState.DEFERRED]),
    ],
)
def test_cells_of_a_row_are_as_each_policy_has_it(panel: SimulationPanel, choice: str, states: list[CellState]) -> None:
    panel.show_analysis(analysed(HttpScenario(choice)))
    facts = [panel.view.matrix.facts(0, column) for column in range(4)]
    assert [fact and fact.state for fact in facts] == states
    panel.grab()


@pytest.mark.parametrize("choice", ["200", "404", "403", "503", "html"])
def test_counts_are_those_of_the_cells_shown(panel: SimulationPanel, choice: str) -> None:
    analysis = analysed(HttpScenario(choice, elapsed=timedelta(hours=1)))
    panel.show_analysis(analysis)
    crosses = {CellState.BLOCKED, CellState.ALL_BLOCKED, CellState.COPY_BLOCKED}
    unknown = {CellState.UNKNOWN, CellState.DEFERRED}
    model = panel.view.matrix
    facts = [[model.facts(row, column) for row in range(4)] for column in range(4)]
    states = [[fact.state for fact in column if fact] for column in facts]
    assert list(map(len, states)) == [4] * 4
    shown = [None if set(column) & unknown else sum(state in crosses for state in column) for column in states]
    assert list(panel.totals.counts) == shown
    blocked = Lister().rows(ListingQuestion(analysis, Filters(kinds=frozenset({FilterKind.BLOCKED})))).rows
    assert blocked.tolist() == [row for row in range(4) if any(column[row] in crosses for column in states)]


def test_cell_says_what_the_server_does(panel: SimulationPanel) -> None:
    panel.show_analysis(analysed(HttpScenario("503", elapsed=timedelta(hours=13))))
    index = panel.view.matrix.index(0, 1)
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "any other, /a, all blocked: the robots.txt answers 503 for 13 h"
    assert "RFC 9309 §2.3.1.4" in str(index.data(Qt.ItemDataRole.ToolTipRole))
    assert "not fetched for now: tries later" in rows_as_text(
        analysed(HttpScenario("503")), panel.view.matrix.rows, verdict_words
    )


def test_header_says_when_a_change_reaches_the_crawler(panel: SimulationPanel) -> None:
    panel.show_analysis(analysed(HttpScenario()))
    tip = panel.view.matrix.headerData(0, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "A change reaches it by" in str(tip)
    assert "UTC" in str(tip)


def test_row_outside_the_scope_is_named_and_counted(panel: SimulationPanel) -> None:
    panel.show_analysis(analysed(HttpScenario()))
    model = panel.view.matrix
    assert [model.is_outside(row) for row in range(4)] == [False, False, False, True]
    governing = "https://y.test/robots.txt"
    for role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
        assert governing in str(model.index(3, 0).data(role))
        assert governing in str(model.headerData(3, Qt.Orientation.Vertical, role))
        assert governing not in str(model.index(0, 0).data(role))
    assert "1 outside the scope" in panel.totals.toolTip()
    panel.grab()


def test_governing_file_is_offered_for_the_selected_row_only(panel: SimulationPanel, asked: Asked) -> None:
    panel.show_analysis(analysed(HttpScenario()))
    panel.select(Cell("/a", "Googlebot"))
    fetch = "Fetch https://y.test/robots.txt"
    assert fetch not in menu_of_cell(panel)
    panel.select(Cell(OUTSIDE, "Googlebot"))
    menu_of_cell(panel)[fetch].trigger()
    assert asked.calls == [("fetch", "https://y.test/robots.txt")]
