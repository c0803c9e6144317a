"""Facts of a crawl about its URLs, as columns of the matrix: chosen, sorted by, filtered by, exported."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.simulation import crawl_facts
from robotstudio.ui.panels.simulation.crawl_facts import CrawlFacts
from robotstudio.ui.panels.simulation.menus import CellMenu
from robotstudio.ui.widgets.menus import MenuAction
from tests.crawl.site import Answer, Reply, crawled, html, site
from tests.ui.parts import part_of
from tests.ui.studios import Studios, settle

ANSWERS: dict[str, Answer] = {
    "/": html("/b", "/a", "/gone"),
    "/a": html("/b", text="a " * 400),
    "/b": html(),
    "/gone": Reply("", 404),
}


@pytest.fixture
def crawl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("no_proxy", "*")
    path = tmp_path / "site.crawl"
    with site(ANSWERS) as place:
        crawled(Crawl(path, CrawlPlan(starts=(f"{place.url}/",), rate=0, probes=False)))
    return path


def loaded(qtbot: QtBot, studio: Studio, crawl: Path) -> CrawlFacts:
    """Load the URLs of a crawl as test URLs."""
    studio.site.sources.add_files([crawl])
    qtbot.waitUntil(lambda: bool(studio.urls.urls.sources))
    settle(studio)
    return studio.verdicts.facts


def choose(qtbot: QtBot, studio: Studio, *facts: str) -> None:
    studio.verdicts.facts.choose(facts)
    qtbot.waitUntil(lambda: len(studio.simulation.view.matrix.extras) == len(facts))


def listed(studio: Studio) -> list[str]:
    model = studio.simulation.view.matrix
    return [url.path for url in map(model.url_at, range(model.rowCount())) if url]


def column_of(studio: Studio, title: str) -> int:
    model = studio.simulation.view.matrix
    titles = [model.headerData(place, Qt.Orientation.Horizontal) for place in range(model.columnCount())]
    return titles.index(title)


def shown(studio: Studio, title: str) -> list[object]:
    model, column = studio.simulation.view.matrix, column_of(studio, title)
    return [model.data(model.index(row, column)) for row in range(model.rowCount())]


def row_named(rows: Sequence[MenuAction], text: str) -> MenuAction:
    return next(row for row in rows if row.text == text)


def take(rows: Sequence[MenuAction], text: str) -> None:
    slot = row_named(rows, text).slot
    assert slot is not None
    slot()


def test_nothing_is_offered_or_read_where_no_crawl_is_a_source(studio: Studio) -> None:
    settle(studio)
    assert "facts" not in vars(studio.verdicts)
    texts = [row.text for row in studio.simulation.column_menu.actions(-1)]
    assert "Facts of the crawl" not in texts


def test_facts_are_hidden_until_they_are_chosen_in_the_menu_of_a_column(
    qtbot: QtBot, studio: Studio, crawl: Path
) -> None:
    loaded(qtbot, studio, crawl)
    model = studio.simulation.view.matrix
    assert not model.extras
    take(row_named(studio.simulation.column_menu.actions(-1), "Facts of the crawl").rows, "Status")
    qtbot.waitUntil(lambda: bool(model.extras))
    assert dict(zip(listed(studio), shown(studio, "Status"), strict=True))["/gone"] == "404"
    view, column = studio.simulation.view, column_of(studio, "Status")
    assert view.columnViewportPosition(column) + view.columnWidth(column) <= view.viewport().width()
    take(studio.simulation.column_menu.actions(column_of(studio, "Status")), "Hide Status")
    assert not model.extras


def test_click_on_the_title_sorts_and_what_is_not_known_stands_last(qtbot: QtBot, studio: Studio, crawl: Path) -> None:
    loaded(qtbot, studio, crawl)
    choose(qtbot, studio, "link_text")
    header = studio.simulation.view.crawler_header()
    header.sectionClicked.emit(column_of(studio, "Link text"))
    ascending = listed(studio)[:4]
    header.sectionClicked.emit(column_of(studio, "Link text"))
    assert (ascending[:3], listed(studio)[:3]) == (["/a", "/b", "/gone"], ["/gone", "/b", "/a"])
    header.sectionClicked.emit(column_of(studio, "Link text"))
    assert "/" not in {ascending[0], listed(studio)[-1]}


def test_cell_offers_to_list_only_what_is_like_it(qtbot: QtBot, studio: Studio, crawl: Path) -> None:
    loaded(qtbot, studio, crawl)
    choose(qtbot, studio, "status", "depth")
    view = studio.simulation.view
    view.setCurrentIndex(view.matrix.index(listed(studio).index("/gone"), column_of(studio, "Status")))
    assert studio.session.selected is not None  # the row is explained for a crawler
    take(part_of(studio.simulation, CellMenu).actions(""), "List only Status: 404")
    assert listed(studio) == ["/gone"]


def test_fact_that_is_gone_to_leaves_the_crawler_that_is_selected(qtbot: QtBot, studio: Studio, crawl: Path) -> None:
    loaded(qtbot, studio, crawl)
    choose(qtbot, studio, "status")
    view = studio.simulation.view
    view.setCurrentIndex(view.matrix.index(0, 1))
    token = view.matrix.columns[1].crawler.token
    view.setCurrentIndex(view.matrix.index(1, column_of(studio, "Status")))
    assert studio.session.selected is not None
    assert studio.session.selected.token == token


def test_what_is_chosen_is_exported_and_copied_with_the_verdicts(
    qtbot: QtBot, studio: Studio, crawl: Path, tmp_path: Path
) -> None:
    loaded(qtbot, studio, crawl)
    choose(qtbot, studio, "status", "depth", "in_sitemap")
    path = tmp_path / "verdicts.json"
    studio.simulation.export(path, "json")
    qtbot.waitUntil(path.exists)
    row = next(row for row in json.loads(path.read_text()) if row["url"].endswith("/gone"))
    assert row["facts"] == {"status": 404, "depth": 1, "in_sitemap": False}
    studio.simulation.view.selectAll()
    studio.simulation.copy_as_markdown()
    assert "| URL | Depth | Status | In a sitemap |" in QGuiApplication.clipboard().text()


def test_typing_reads_nothing_again_and_other_urls_do(
    qtbot: QtBot, studio: Studio, crawl: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded(qtbot, studio, crawl)
    choose(qtbot, studio, "status")
    asked: list[object] = []

    def read(_crawls: object, urls: object, *_: object) -> None:
        asked.append(urls)

    monkeypatch.setattr(crawl_facts, "read_facts", read)
    studio.editor.set_body(b"User-agent: *\nDisallow: /a\n")
    settle(studio)
    assert not asked
    studio.urls.add_text("/typed")
    settle(studio)
    qtbot.waitUntil(lambda: asked == [studio.urls.urls])
    assert not any(shown(studio, "Status"))  # for other URLs nothing is shown before it is known


def test_choice_is_kept_for_the_next_session(qtbot: QtBot, studios: Studios, crawl: Path) -> None:
    studio = studios.start()
    loaded(qtbot, studio, crawl)
    choose(qtbot, studio, "status")
    studios.end(studio)
    assert studios.start().verdicts.state()["matrix_facts"] == ("status",)


def test_crawl_that_is_gone_leaves_its_urls(qtbot: QtBot, studio: Studio, crawl: Path) -> None:
    loaded(qtbot, studio, crawl)
    choose(qtbot, studio, "status")
    crawl.unlink()
    studio.verdicts.facts.choose(["status", "depth"])
    qtbot.waitUntil(lambda: not studio.simulation.view.matrix.extras)
    assert not studio.simulation.view.matrix.extras
    assert "/gone" in listed(studio)
