"""The findings about a crawled site in the window: for each crawler, in the matrix, with rules, and exported."""

import json
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from robotstudio.crawl.insight.export import write_findings
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.site.actions import FINDINGS, REACHABILITY, SEARCH
from robotstudio.ui.panels.site.crawling import Crawling
from robotstudio.ui.panels.site.finding_tables import group_columns
from robotstudio.ui.panels.site.findings_page import FindingsPage
from robotstudio.ui.shell import dialogs
from robotstudio.urls.url_builder import UrlSetBuilder
from robotstudio.urls.url_set import Source, UrlSet
from robotstudio.urls.urls import parse_list
from robotstudio.urls.value_columns import ColumnInfo, ColumnKind, ValueColumn
from tests.crawl.site import Asked, Reply, html, site
from tests.ui.panels.site.crawls import LONG, begin
from tests.ui.studios import settle
from tests.ui.tables import texts_of

DRAFT = b"User-agent: *\nDisallow: /private\n\nUser-agent: GPTBot\nDisallow: /private\nDisallow: /open\n"
SORTS = tuple(f"/list?sort={by}" for by in "abcdef")


def shop(asked: Asked) -> Reply:
    """Serve a page that is linked and can be blocked, and the same list in many sort orders."""
    links = {"/": ("/private/a", "/open", *SORTS), "/open": ("/private/a",)}
    if asked.path == "/robots.txt":
        return Reply("", 404)
    return Reply(html(*links.get(asked.path, ()), text=asked.path))


@pytest.fixture
def page(qtbot: QtBot, studio: Studio, crawling: Crawling) -> FindingsPage:
    """Return the findings about a crawled site."""
    studio.editor.revise_body(DRAFT)
    settle(studio)
    with site(shop) as place:
        studio.site.sources.set_base(place.url)
        begin(qtbot, crawling, f"{place.url}/")
    found = studio.site.findings.page
    with qtbot.waitSignal(found.background.answered, timeout=LONG):
        studio.site.panel.show_part(FINDINGS)
    return found


def are_of(page: FindingsPage, *counts: int) -> bool:
    return tuple(len(group.places) for group in page.listed) == counts


def paths(page: FindingsPage) -> list[str]:
    return [row[0] for row in texts_of(page.urls)]


def test_findings_are_told_with_their_lines_and_the_rules_that_stop_waste(studio: Studio, page: FindingsPage) -> None:
    assert texts_of(page.groups) == [
        ["Blocked, but linked from open pages", "Warning", "2", "0", "2, 5, 6", "", ""],
        ["Pages in another order", "Note", "6", "6", "", "Disallow: /*?sort=", "0"],
    ]
    assert texts_of(page.urls) == [
        ["/private/a", "", "2", "Googlebot, GPTBot", "2, 5", "new"],
        ["/open", "", "1", "GPTBot", "6", "new"],
    ]
    names = [part.accessibleName() for part in studio.site.panel.crawl_parts.findChildren(QAbstractButton)]
    assert "Findings, 2" in names


def test_draft_that_is_mended_takes_its_findings_away(qtbot: QtBot, studio: Studio, page: FindingsPage) -> None:
    with qtbot.waitSignal(page.background.answered, timeout=LONG, check_params_cb=lambda _groups: are_of(page, 6)):
        studio.editor.revise_body(b"User-agent: *\nAllow: /\n")
    assert paths(page) == sorted(SORTS)


def test_one_crawler_can_be_chosen(qtbot: QtBot, page: FindingsPage) -> None:
    names = [page.crawler.itemText(row) for row in range(page.crawler.count())]
    assert names == ["All crawlers", "Googlebot", "GPTBot"]
    with qtbot.waitSignal(page.background.answered, timeout=LONG):
        page.crawler.setCurrentIndex(1)
    assert [(row[0], row[3]) for row in texts_of(page.urls)] == [("/private/a", "Googlebot")]


def test_only_what_is_new_in_the_draft_and_only_some_urls_can_be_listed(page: FindingsPage) -> None:
    page.new_pill.click()
    assert len(page.groups.rows) == 1
    page.search.setText("OPEN")
    assert paths(page) == ["/open"]
    page.search.setText("nowhere")
    assert paths(page) == []
    assert not page.matrix_button.isEnabled()


def test_pages_that_lead_to_a_url_are_listed_with_the_texts_of_their_links(qtbot: QtBot, page: FindingsPage) -> None:
    page.urls.selectRow(0)
    qtbot.waitUntil(lambda: len(page.leading.rows) == 2, timeout=LONG)
    assert texts_of(page.leading) == [["/", "to /private/a"], ["/open", "to /private/a"]]


def test_url_leads_to_the_line_that_blocks_it(page: FindingsPage, shown_lines: list[int]) -> None:
    page.urls.row_activated.emit(page.urls.rows[1])
    assert shown_lines == [6]


def test_urls_are_shown_in_the_matrix_and_become_test_urls_for_it(
    qtbot: QtBot, studio: Studio, page: FindingsPage
) -> None:
    page.matrix_button.click()
    qtbot.waitUntil(lambda: studio.simulation.narrowing.is_on, timeout=LONG)
    assert studio.window.current_tab == "simulation"
    urls = studio.urls.urls
    assert {source.kind for source in urls.sources} >= {"crawl"}
    assert studio.simulation.view.model().rowCount() == 2
    act_again = len(urls)
    page.groups.select_row(page.groups.rows[1].id)
    page.matrix_button.click()
    qtbot.waitUntil(lambda: studio.simulation.view.model().rowCount() == 6, timeout=LONG)
    assert len(studio.urls.urls) == act_again


def test_rules_are_offered_against_waste(qtbot: QtBot, studio: Studio, page: FindingsPage) -> None:
    assert page.rules_button.isHidden()
    page.groups.select_row(page.groups.rows[1].id)
    assert not page.rules_button.isHidden()
    page.rules_button.click()
    qtbot.waitUntil(lambda: studio.suggest.has_panel and bool(studio.suggest.panel.table.rows), timeout=LONG)
    assert "/*?sort=" in {row[0].split()[0] for row in texts_of(studio.suggest.panel.table)}
    studio.suggest.panel.close()


def test_findings_are_written_to_a_file(
    studio: Studio, page: FindingsPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    path = tmp_path / "findings.csv"
    monkeypatch.setattr(dialogs, "ask_export_findings_path", lambda _parent: path)
    page.export_button.click()
    qtbot.waitUntil(lambda: str(path) in studio.window.status_bar.message.text(), timeout=LONG)
    lines = path.read_text().splitlines()
    assert lines[0] == "finding,waste,url,crawlers,lines,pages,other,new,rules,stops_others,severity,why,fix"
    assert len(lines) == 9
    assert lines[1].startswith("blocked-but-linked,,http://127.0.0.1:")
    assert '/private/a,Googlebot GPTBot,2 5,2,,true,,,warning,"Pages link to these URLs' in lines[1]
    assert "/list?sort=a,Googlebot GPTBot,,,,false,Disallow: /*?sort=,0,information,Crawlers spend" in lines[3]
    monkeypatch.setattr(dialogs, "ask_export_findings_path", lambda _parent: tmp_path / "nowhere" / "f.csv")
    page.export_button.click()
    qtbot.waitUntil(lambda: "nowhere" in studio.window.notices.bar.accessibleName(), timeout=LONG)


def with_clicks(url: str) -> UrlSet:
    """Return a source with the clicks of one URL."""
    builder = UrlSetBuilder()
    builder.add(parse_list(url).urls[0])
    info = ColumnInfo("Clicks", ColumnKind.NUMBER, "clicks", adds=True)
    return builder.finish(Source("c", "pages.csv", "table"), (ValueColumn(info, np.array([12.0])),))


def test_written_findings_have_the_columns_of_the_sources(
    studio: Studio, page: FindingsPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    first, second = page.groups.rows[0].urls
    studio.urls.change(with_clicks(first))
    settle(studio)
    path = tmp_path / "findings.json"
    monkeypatch.setattr(dialogs, "ask_export_findings_path", lambda _parent: path)
    page.export_button.click()
    qtbot.waitUntil(lambda: str(path) in studio.window.status_bar.message.text(), timeout=LONG)
    found = {each["url"]: each["Clicks (pages.csv)"] for each in json.loads(path.read_text())}
    assert (found[first], found[second]) == (12, None)


def test_table_of_findings_has_the_columns_of_the_sources_last(page: FindingsPage, tmp_path: Path) -> None:
    write_findings(tmp_path / "f.csv", page.listed, with_clicks(page.groups.rows[0].urls[0]))
    head, first, second, *_ = (tmp_path / "f.csv").read_text().splitlines()
    assert head.endswith(",fix,Clicks (pages.csv)")
    assert first.endswith(",12")
    assert second.endswith(",")


def test_without_a_crawl_nothing_is_claimed(studio: Studio, crawling: Crawling) -> None:
    studio.site.panel.show_part(FINDINGS)
    assert crawling.path is None
    assert studio.site.findings.page.groups.nothing == "Crawl the site first."


def test_new_in_the_draft_counts_what_is_new(page: FindingsPage) -> None:
    """The totals used to be shown beside the few URLs that were listed."""
    group = replace(page.groups.rows[0], new_count=1)
    assert len(group.places) > 1
    for only_new, count in ((False, len(group.places)), (True, 1)):
        column = next(each for each in group_columns(only_new=only_new) if each.id == "finding_urls")
        assert column.cell is not None
        assert column.cell(group).text == str(count)
    before = page.groups.columns
    page.new_pill.click()
    assert page.groups.columns != before


def test_search_has_the_keyboard_each_time_it_is_opened(page: FindingsPage, studio: Studio) -> None:
    panel = studio.site.panel
    studio.window.show_tab("site")
    for _ in range(2):
        panel.show_part(SEARCH)
        assert studio.window.focusWidget() is studio.site.crawling.finder.field
        panel.show_part(FINDINGS)
    assert page.isVisible()


def test_while_a_crawl_runs_the_parts_say_so(
    studio: Studio, crawling: Crawling, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = studio.site.panel
    for part in (REACHABILITY, FINDINGS, SEARCH):
        panel.show_part(part)
    monkeypatch.setattr(Crawling, "is_running", True)
    for page in (crawling.reach, crawling.finder, studio.site.findings.page):
        page.wait_for_crawl()
    said = crawling.reach.sentence.text(), studio.site.findings.page.groups.nothing
    assert said == ("A crawl is running. The results are shown here when it ends.",) * 2
