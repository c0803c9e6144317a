"""Columns that sources bring, beside the URLs: shown, sorted, filtered, summed and exported; unknown is never 0."""

import csv
from collections.abc import Callable
from datetime import date
from math import isnan
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from robotstudio.draft.listing.filters import FilterKind
from robotstudio.ui.panels.simulation import totals
from robotstudio.ui.panels.simulation.data_columns import DataColumns
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from robotstudio.ui.widgets.menus import MenuAction
from robotstudio.urls.url_builder import UrlSetBuilder
from robotstudio.urls.url_set import Source, UrlSet
from robotstudio.urls.urls import parse_list
from robotstudio.urls.value_columns import ColumnInfo, ColumnKind, ValueColumn, lean, text_column
from tests.draft.conftest import PATHS, Analyse
from tests.ui.panels.simulation.filters import filters_of, toggle

CLICKS = (18_420.0, np.nan, 35.0, 610.0, 0.0, np.nan, 88.0, 1.0)
TITLES = ("Home", "Cart", "", "Help", "Search", "Login", "Hello", "")
OCTOBER = date(2026, 10, 1), date(2026, 10, 28)


class Row(NamedTuple):
    """A URL and what the export says of it."""

    path: str
    clicks: float
    title: str


_Role = Qt.ItemDataRole


def column(role: str, values: tuple[float, ...], *, adds: bool = True) -> ValueColumn:
    return ValueColumn(ColumnInfo(role.title(), ColumnKind.NUMBER, role, adds=adds), lean(np.array(values, np.float64)))


def export(source: Source, *columns: ValueColumn) -> UrlSet:
    builder = UrlSetBuilder()
    for url in parse_list("\n".join(PATHS)).urls:
        builder.add(url)
    return builder.finish(source, columns)


def search_console() -> UrlSet:
    source = Source("gsc", "Pages.csv", "table", export="search-console-performance", period=OCTOBER)
    titles = [title or None for title in TITLES]
    codes = np.array([-1 if title is None else place for place, title in enumerate(titles)])
    info = ColumnInfo("Title 1", ColumnKind.TEXT, "title")
    places = column("position", tuple(float(place) for place in range(8)), adds=False)
    return export(source, column("clicks", CLICKS), places, text_column(info, codes, TITLES))


@pytest.fixture
def data(panel: SimulationPanel) -> DataColumns:
    return DataColumns(panel, lambda: None)


@pytest.fixture
def show(panel: SimulationPanel, data: DataColumns, make: Analyse) -> Callable[[UrlSet], None]:
    """Return a function that shows URLs as the window does."""

    def show_urls(urls: UrlSet) -> None:
        analysis = make(urls=urls, base=None)
        data.follow(analysis.urls)
        panel.show_analysis(analysis)

    return show_urls


def heads(panel: SimulationPanel) -> list[str]:
    return [extra.title for extra in panel.view.matrix.extras if extra.is_before]


def column_of(panel: SimulationPanel, title: str) -> int:
    model = panel.view.matrix
    titles = [model.headerData(place, Qt.Orientation.Horizontal) for place in range(model.columnCount())]
    return titles.index(title)


def cells(panel: SimulationPanel, title: str) -> list[object]:
    model, place = panel.view.matrix, column_of(panel, title)
    return [model.data(model.index(row, place)) for row in range(model.rowCount())]


def listed(panel: SimulationPanel) -> list[str]:
    model = panel.view.matrix
    return [url.path for url in map(model.url_at, range(model.rowCount())) if url]


def click_head(panel: SimulationPanel, title: str) -> None:
    panel.view.crawler_header().sectionClicked.emit(column_of(panel, title))


def take(rows: list[MenuAction], *texts: str) -> None:
    found = next(row for row in rows if row.text == texts[0])
    if texts[1:]:
        take(list(found.rows), *texts[1:])
    else:
        assert found.slot is not None
        found.slot()


def test_clicks_are_beside_the_urls_and_other_columns_wait(
    panel: SimulationPanel, show: Callable[[UrlSet], None]
) -> None:
    show(search_console())
    assert heads(panel) == ["Clicks"]
    assert panel.view.horizontalHeader().visualIndex(column_of(panel, "Clicks")) == 0
    assert cells(panel, "Clicks") == ["18,420", "?", "35", "610", "0", "?", "88", "1"]
    model = panel.view.matrix
    spoken = model.data(model.index(1, column_of(panel, "Clicks")), _Role.AccessibleTextRole)
    assert spoken == "Clicks (Search Console, 1 Oct 2026 – 28 Oct 2026): unknown"
    assert model.extras[0].subtitle == "28 d"


def test_urls_without_values_have_no_such_column(panel: SimulationPanel, show: Callable[[UrlSet], None]) -> None:
    show(export(Source("list", "urls.txt", "list")))
    assert heads(panel) == []
    assert "Had clicks" not in filters_of(panel.tool_row)


def test_the_menu_of_a_head_shows_and_hides_columns(
    panel: SimulationPanel, data: DataColumns, show: Callable[[UrlSet], None]
) -> None:
    show(search_console())
    take(panel.column_menu.actions(-1), "Columns of the sources", "Title (Search Console, 1 Oct 2026 – 28 Oct 2026)")
    assert heads(panel) == ["Clicks", "Title"]
    assert cells(panel, "Title")[:3] == ["Home", "Cart", "?"]
    take(panel.column_menu.actions(column_of(panel, "Clicks")), "Hide Clicks")
    assert heads(panel) == ["Title"]
    assert data.shown == ("gsc:title",)
    assert data.hidden == ("gsc:clicks",)
    show(search_console())
    assert heads(panel) == ["Title"]


def test_two_sources_of_clicks_are_told_apart(panel: SimulationPanel, show: Callable[[UrlSet], None]) -> None:
    other = export(Source("bing", "bing.csv", "table"), column("clicks", tuple(map(float, range(8)))))
    show(search_console().with_added(other))
    assert [extra.subtitle for extra in panel.view.matrix.extras if extra.is_before] == [
        "Search Console, 28 d",
        "bing.csv",
    ]


def test_a_head_sorts_the_most_first_then_the_least_and_unknown_ones_last(
    panel: SimulationPanel, show: Callable[[UrlSet], None]
) -> None:
    show(search_console())
    known = [place for place, value in enumerate(CLICKS) if not np.isnan(value)]
    unknown = [PATHS[place] for place, value in enumerate(CLICKS) if np.isnan(value)]
    most_first = [PATHS[place] for place in sorted(known, key=lambda place: -CLICKS[place])]
    click_head(panel, "Clicks")
    assert listed(panel) == most_first + unknown
    click_head(panel, "Clicks")
    assert listed(panel) == most_first[::-1] + unknown
    click_head(panel, "Clicks")
    assert listed(panel) == list(PATHS)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("clicks > 35", lambda row: row.clicks > 35),
        ("not clicks > 35", lambda row: row.clicks <= 35),
        ("clicks is unknown", lambda row: isnan(row.clicks)),
        ('clicks >= 0 and not url contains "/cart/"', lambda row: row.clicks >= 0 and "/cart/" not in row.path),
        ('url matches "[?](step|q)="', lambda row: "?step=" in row.path or "?q=" in row.path),
        ("title contains cased H", lambda row: "H" in row.title),
        ("title contains h", lambda row: "h" in row.title.lower()),
        ("q=shoes", lambda row: "q=shoes" in row.path),
        ("cart help", lambda row: "cart" in row.path and "help" in row.path),
    ],
)
def test_the_field_filters_by_columns_in_the_language_of_where(
    panel: SimulationPanel, show: Callable[[UrlSet], None], text: str, holds: Callable[[Row], bool]
) -> None:
    show(search_console())
    panel.tool_row.search.setText(text)
    rows = map(Row, PATHS, CLICKS, TITLES)
    assert listed(panel) == [row.path for row in rows if holds(row)]
    assert not panel.tool_row.search.fault


def test_a_condition_that_is_not_understood_is_said_and_hides_nothing(
    panel: SimulationPanel, show: Callable[[UrlSet], None]
) -> None:
    show(search_console())
    panel.tool_row.search.setText("clicks > many")
    assert listed(panel) == list(PATHS)
    assert panel.tool_row.search.fault == "“clicks” holds numbers; “many” is not one."
    panel.tool_row.search.setText("clicks > 600")
    assert len(listed(panel)) == 2
    assert not panel.tool_row.search.fault


def test_a_head_begins_a_condition(panel: SimulationPanel, show: Callable[[UrlSet], None]) -> None:
    show(search_console())
    take(panel.column_menu.actions(column_of(panel, "Clicks")), "Filter by Clicks…")
    assert panel.tool_row.search.text() == "clicks > "


def test_had_clicks_is_one_of_the_filters(panel: SimulationPanel, show: Callable[[UrlSet], None]) -> None:
    show(search_console())
    had = [path for path, clicks in zip(PATHS, CLICKS, strict=True) if clicks > 0]
    assert filters_of(panel.tool_row)["Had clicks"] == str(len(had))
    toggle(panel.tool_row, "Had clicks")
    assert panel.tool_row.filters.kinds == {FilterKind.HAD_CLICKS}
    assert listed(panel) == had
    assert panel.tool_row.chips == ("Had clicks",)


def test_the_totals_add_the_clicks_of_the_listed_urls(panel: SimulationPanel, show: Callable[[UrlSet], None]) -> None:
    show(search_console())
    title = "Clicks (Search Console, 1 Oct 2026 – 28 Oct 2026)"
    assert panel.totals.sums[0] == ("≥ 19,154", f"{title}: 19,154; unknown for 2 of 8 URLs")
    panel.tool_row.search.setText("cart")
    assert panel.totals.sums[0] == ("≥ 645", f"{title}: 645; unknown for 1 of 3 URLs")
    assert title in panel.totals.toolTip()
    assert title in panel.totals.accessibleName()
    panel.tool_row.search.setText("admin")
    assert panel.totals.sums[0] == ("?", f"{title}: unknown")


@pytest.mark.parametrize(("width", "shown"), [(96, ["≥ 19,154"]), (20, [])])
def test_a_sum_is_painted_whole_or_not_at_all(
    panel: SimulationPanel,
    show: Callable[[UrlSet], None],
    monkeypatch: pytest.MonkeyPatch,
    width: int,
    shown: list[str],
) -> None:
    show(search_console())
    panel.view.setColumnWidth(column_of(panel, "Clicks"), width)
    painted: list[str] = []
    monkeypatch.setattr(totals, "draw_runs", lambda _painter, _room, runs: painted.extend(run.text for run in runs))
    panel.totals.grab()
    assert [text for text in painted if "19" in text] == shown


def test_little_room_folds_clicks_unless_they_were_chosen(
    panel: SimulationPanel, data: DataColumns, show: Callable[[UrlSet], None]
) -> None:
    show(search_console())
    assert not panel.view.isColumnHidden(column_of(panel, "Clicks"))
    panel.resize(651, 470)
    assert panel.view.isColumnHidden(column_of(panel, "Clicks"))
    data.choose(["gsc:clicks"], [])
    assert not panel.view.isColumnHidden(column_of(panel, "Clicks"))


def test_a_frozen_crawler_keeps_the_columns_before_it(panel: SimulationPanel, show: Callable[[UrlSet], None]) -> None:
    show(search_console())
    panel.view.columns.freeze_crawler("Googlebot")
    assert [place.number for place in panel.view.frozen.places] == [column_of(panel, "Clicks"), 0]
    panel.view.frozen.grab()


def test_crawlers_are_moved_beside_the_columns(panel: SimulationPanel, show: Callable[[UrlSet], None]) -> None:
    show(search_console())
    moves = list[tuple[int, int]]()
    header = panel.view.crawler_header()
    header.moved.connect(lambda before, now: moves.append((before, now)))
    header.moveSection(1, 2)
    header.moveSection(1, 0)
    assert moves == [(0, 1)]
    assert header.visualIndex(column_of(panel, "Clicks")) == 0


def test_an_export_has_the_shown_columns(
    panel: SimulationPanel, show: Callable[[UrlSet], None], qtbot: QtBot, tmp_path: Path
) -> None:
    show(search_console())
    path = tmp_path / "rows.csv"
    panel.export(path, "csv")
    qtbot.waitUntil(path.exists)
    rows = list(csv.DictReader(path.read_text("utf-8").splitlines()))
    assert [row["clicks"] for row in rows] == ["18420", "", "35", "610", "0", "", "88", "1"]
    panel.copy_as_markdown()
    assert "| `/cart/` | unknown |" in QGuiApplication.clipboard().text()
