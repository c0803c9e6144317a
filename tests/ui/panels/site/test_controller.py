"""Sources of URLs in the window: loaded, shown, removed, remembered; logs and the requests of their crawlers."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from robotstudio.draft.source_columns import LEFT, URL
from robotstudio.draft.url_sources import SourceEntry
from robotstudio.ui.app.studio import Studio
from robotstudio.urls.url_set import Source
from tests.fetch.server import response, serve
from tests.ui.studios import Studios, act, drop_files, settle
from tests.ui.tables import text_at, texts_of

GOOGLE = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
LOG = "".join(
    f'1.2.3.4 - - [10/Oct/2025:13:55:36 +0000] "GET {path} HTTP/1.1" 200 12 "-" "{agent}"\n'
    for path, agent in (("/private/x", GOOGLE), ("/open", GOOGLE), ("/private/x", "curl/8"))
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "access.log"
    path.write_text(LOG, "utf-8")
    return path


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    path = tmp_path / "list.txt"
    path.write_text("/private/a\n/listed\n", "utf-8")
    return path


def load(studio: Studio, *paths: Path) -> None:
    drop_files(studio.window.top_bar, paths)
    settle(studio)


def source(studio: Studio, name: str) -> Source:
    return next(each for each in studio.urls.urls.sources if each.name == name)


def names(studio: Studio) -> list[str]:
    return [row[0] for row in texts_of(studio.site.panel.sources)]


def offers(studio: Studio) -> dict[str, QPushButton]:
    buttons = studio.window.notices.bar.findChildren(QPushButton)
    return {button.text(): button for button in buttons if button.isVisible()}


def requested(studio: Studio) -> list[str]:
    return list(studio.urls.urls.urls)


def test_sources_are_listed_with_what_was_typed(studio: Studio, listed: Path, log: Path) -> None:
    load(studio, listed, log)
    act(studio, "view.site")
    assert names(studio) == ["Typed", "list.txt", "access.log"]


def test_files_of_a_rotated_log_are_one_source(studio: Studio, log: Path) -> None:
    (log.parent / "access.log.1").write_text(LOG.replace("/open", "/older"), "utf-8")
    load(studio, log, log.parent / "access.log.1")
    act(studio, "view.site")
    assert names(studio) == ["Typed", "access.log*"]


def test_a_removed_source_takes_only_its_own_urls_and_comes_back(studio: Studio, listed: Path) -> None:
    load(studio, listed)
    before = requested(studio)
    studio.site.remove_source(source(studio, "list.txt"))
    assert requested(studio) == ["/", "/private/a", "/private/open"]
    studio.urls.undo()
    assert requested(studio) == before


def test_a_source_is_renamed(studio: Studio, listed: Path) -> None:
    load(studio, listed)
    act(studio, "view.site")
    studio.site.rename_source(source(studio, "list.txt"), "shop")
    assert names(studio) == ["Typed", "shop"]


def test_a_source_loaded_again_has_what_the_file_says_now(studio: Studio, listed: Path) -> None:
    load(studio, listed)
    listed.write_text("/new\n", "utf-8")
    studio.site.load_again(source(studio, "list.txt"))
    settle(studio)
    assert requested(studio) == ["/", "/private/a", "/private/open", "/new"]
    assert studio.window.status_bar.message.text() == "list.txt: reloaded, 1 URL."


def test_the_matrix_shows_one_source_only_until_that_is_dismissed(qtbot: QtBot, studio: Studio, listed: Path) -> None:
    load(studio, listed)
    matrix, row = studio.simulation.view.matrix, studio.simulation.tool_row
    studio.site.show_only(source(studio, "list.txt"))
    qtbot.waitUntil(lambda: matrix.rowCount() == 2)
    assert row.chips == ("list.txt",)
    row.dismiss(0)
    qtbot.waitUntil(lambda: matrix.rowCount() == 4)
    assert not row.chips


def test_a_source_that_is_removed_is_not_filtered_by_any_longer(qtbot: QtBot, studio: Studio, listed: Path) -> None:
    load(studio, listed)
    studio.site.show_only(source(studio, "list.txt"))
    studio.site.remove_source(source(studio, "list.txt"))
    settle(studio)
    qtbot.waitUntil(lambda: studio.simulation.view.matrix.rowCount() == 3)


def test_a_log_selects_its_crawlers(studio: Studio, log: Path) -> None:
    load(studio, log)
    offers(studio)["Show the crawler of this log"].click()
    assert [crawler.token for crawler in studio.session.crawlers] == ["Googlebot"]


def test_what_crawlers_requested_is_judged_by_the_draft(qtbot: QtBot, studio: Studio, log: Path) -> None:
    load(studio, log)
    offers(studio)["What crawlers requested"].click()
    view = studio.site.panel.log
    qtbot.waitUntil(lambda: view.report is not None)
    assert [row[:5] for row in texts_of(view.crawlers)] == [
        ["Googlebot", "2", "2", "1", "1"],
        ["Other clients (1)", "1", "1", "–", "–"],
    ]
    assert texts_of(view.urls) == [
        ["/open", "1", "yes, no rule"],
        ["/private/x", "1", "no, line 2"],
    ]
    first = view.report
    studio.editor.replace_body(b"")
    qtbot.waitUntil(lambda: view.report is not first)
    assert text_at(view.crawlers, 0, 3) == "0"


def test_log_is_said_to_hold_no_crawler_only_once_that_is_known(qtbot: QtBot, studio: Studio, log: Path) -> None:
    load(studio, log)
    offers(studio)["What crawlers requested"].click()
    view = studio.site.panel.log
    qtbot.waitUntil(lambda: view.report is not None)
    assert view.crawlers.nothing == "This log has no requests from known crawlers."
    view.show_log(None, studio.own_crawlers.catalogue)
    assert view.report is None
    assert view.crawlers.accessibleDescription() == "Reading what crawlers requested…"


def test_a_request_leads_to_its_cell(qtbot: QtBot, studio: Studio, log: Path) -> None:
    load(studio, log)
    offers(studio)["What crawlers requested"].click()
    qtbot.waitUntil(lambda: studio.site.panel.log.report is not None)
    studio.site.panel.log.urls.select_row(0)
    QTest.keyClick(studio.site.panel.log.urls, Qt.Key.Key_Return)
    assert studio.session.selected is not None
    assert studio.session.selected.url in {"/open", "/private/x"}
    assert studio.window.current_tab == "simulation"


def test_requests_are_sorted_by_any_column(qtbot: QtBot, studio: Studio, log: Path) -> None:
    load(studio, log)
    offers(studio)["What crawlers requested"].click()
    urls = studio.site.panel.log.urls
    qtbot.waitUntil(lambda: len(urls.rows) == 2)
    for column, first in ((0, "/open"), (0, "/private/x"), (2, "/private/x"), (2, "/open")):
        urls.column_clicked.emit(column)
        assert text_at(urls, 0, 0) == first


def entry(studio: Studio, name: str) -> SourceEntry:
    """Return the row of a source."""
    found: SourceEntry = next(row for row in studio.site.panel.sources.rows if row.source.name == name)
    return found


def read_as(studio: Studio, place: int, use: str) -> None:
    """Use a column of the selected source as something else, and read it."""
    detail = studio.site.panel.detail
    assert detail.isVisible()
    detail.choose(place, use)
    detail.read_button.click()
    settle(studio)


def test_columns_in_doubt_are_asked_for(studio: Studio, tmp_path: Path) -> None:
    path = tmp_path / "links.csv"
    path.write_text("Link from,Link to\n/a,/x\n/b,/y\n", "utf-8")
    load(studio, path)
    assert len(studio.session.urls) == 3
    assert entry(studio, "links.csv").is_asked
    assert texts_of(studio.site.panel.sources)[-1][1:] == ["–", "", "choose the columns below"]
    read_as(studio, 1, URL)
    assert requested(studio)[3:] == ["/x", "/y"]
    assert source(studio, "links.csv").column == "Link to"


def test_columns_in_doubt_of_a_pasted_table_are_asked_for(studio: Studio) -> None:
    before = len(studio.session.urls)
    studio.site.sources.add_text("Link from\tLink to\n/a\t/x\n/b\t/y\n/c\t/z\n")
    settle(studio)
    assert len(studio.session.urls) == before
    assert studio.site.sources.remembered() == ()
    read_as(studio, 1, URL)
    assert requested(studio)[before:] == ["/x", "/y", "/z"]


def test_columns_are_asked_for_again_if_a_table_has_become_doubtful(studio: Studio, tmp_path: Path) -> None:
    path = tmp_path / "links.csv"
    path.write_text("Page,Note\n/a,x\n/b,y\n", "utf-8")
    load(studio, path)
    path.write_text("Link from,Link to\n/a,/x\n/b,/y\n", "utf-8")
    studio.site.sources.load_again(source(studio, "links.csv"))
    settle(studio)
    read_as(studio, 1, URL)
    assert requested(studio)[3:] == ["/x", "/y"]
    assert len([each for each in studio.session.urls.sources if each.name == "links.csv"]) == 1


def test_a_column_that_is_left_stays_left_when_the_project_is_read_again(studio: Studio, tmp_path: Path) -> None:
    path = tmp_path / "pages.csv"
    path.write_text("URL,Status Code,Clicks\n/x,200,5\n/y,404,7\n", "utf-8")
    load(studio, path)
    studio.window.show_tab("site")
    studio.site.panel.show_columns(source(studio, "pages.csv"))
    assert [column.role for column in entry(studio, "pages.csv").columns] == ["status", "clicks"]
    read_as(studio, 1, LEFT)
    assert [column.role for column in entry(studio, "pages.csv").columns] == ["clicks"]
    assert source(studio, "pages.csv").columns == ("clicks",)
    studio.site.sources.load_again(source(studio, "pages.csv"))
    settle(studio)
    assert texts_of(studio.site.panel.sources)[-1][3] == "1 column"


def test_a_log_whose_fields_are_not_clear_is_asked_about_and_kept(studio: Studio, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    row = '{"when": "2026-10-10T13:55:36Z", "who": "192.0.2.1", "what": "/x", "other": "/b", "answer": 200}\n'
    path.write_text(row * 3, "utf-8")
    load(studio, path)
    assert len(studio.session.urls) == 3
    detail = studio.site.panel.detail
    assert not detail.read_button.isEnabled()
    places = [column.name for column in entry(studio, "own.json").seen]
    read_as(studio, places.index("what"), "path")
    assert requested(studio)[3:] == ["/x"]
    assert "path=what" in source(studio, "own.json").log_fields
    assert studio.site.sources.remembered()[-1].log_fields == source(studio, "own.json").log_fields


def test_guessed_fields_of_a_log_are_checked_once(studio: Studio, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    row = '{"when": "2026-10-10T13:55:36Z", "who": "192.0.2.1", "what": "/x", "answer": 200}\n'
    path.write_text(row * 3, "utf-8")
    load(studio, path)
    studio.window.show_tab("site")
    studio.site.show_columns(source(studio, "own.json"))
    assert texts_of(studio.site.panel.sources)[-1][3] == "check 4 fields below"
    studio.site.panel.detail.read_button.click()
    settle(studio)
    assert texts_of(studio.site.panel.sources)[-1][3] == "nothing"
    assert source(studio, "own.json").log_fields == "time=when,address=who,path=what,status=answer"
    assert not studio.site.panel.detail.read_button.isEnabled()


def test_a_source_that_is_gone_says_so(studio: Studio, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("/x\n", "utf-8")
    load(studio, path)
    studio.window.show_tab("site")
    path.unlink()
    studio.site.sources.load_again(source(studio, "list.txt"))
    settle(studio)
    assert "list.txt" in texts_of(studio.site.panel.sources)[-1][3]
    assert len(studio.session.urls) == 4


def test_a_source_that_changed_on_disk_says_so_until_it_is_read_again(
    qtbot: QtBot, studio: Studio, tmp_path: Path
) -> None:
    path = tmp_path / "list.txt"
    path.write_text("/x\n", "utf-8")
    load(studio, path)
    os.utime(path, (2_000_000_000, 2_000_000_000))
    studio.window.show_tab("site")
    qtbot.waitUntil(lambda: texts_of(studio.site.panel.sources)[-1][3] == "its file has changed since it was read")
    path.unlink()
    studio.window.show_tab("simulation")
    studio.window.show_tab("site")
    qtbot.waitUntil(lambda: texts_of(studio.site.panel.sources)[-1][3] == "its file is gone")


def test_files_of_a_dropped_folder_are_read(studio: Studio, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    for number, name in enumerate(("access.log", "access.log.1")):
        line = f'192.0.2.1 - - [10/Oct/2025:13:55:36 +0000] "GET /{number} HTTP/1.1" 200 12\n'
        (folder / name).write_text(line, "utf-8")
    studio.page.files_dropped.emit([folder])
    settle(studio)
    assert requested(studio)[3:] == ["/1", "/0"]
    (tmp_path / "empty").mkdir()
    studio.page.files_dropped.emit([tmp_path / "empty"])
    assert "The folder “empty” has no files." in studio.window.notices.bar.accessibleName()


def test_source_without_any_url_is_refused_with_the_first_reason(studio: Studio, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("It was a dark and stormy night.\n", "utf-8")
    load(studio, path)
    assert "Nothing in “notes.txt” is a URL. Line 1:" in studio.window.notices.bar.accessibleName()
    assert len(studio.session.urls) == 3


def test_a_picture_is_refused_with_a_sentence(studio: Studio, tmp_path: Path) -> None:
    path = tmp_path / "shot.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    load(studio, path)
    assert "“shot.png” contains no readable URLs: it is a picture." in studio.window.notices.bar.accessibleName()
    assert len(studio.session.urls) == 3


def test_a_file_without_sitemap_lines_has_none_to_fetch(studio: Studio) -> None:
    act(studio, "simulate.sitemaps")
    assert "no Sitemap line" in studio.window.notices.bar.accessibleName()
    assert not studio.site.sources.loader.is_busy


def test_sitemap_without_a_site_is_on_that_of_the_draft(studio: Studio) -> None:
    studio.editor.set_body(b"Sitemap: /sitemap.xml\n")
    settle(studio)
    studio.site.sources.fetch_sitemaps()
    assert "“/sitemap.xml” in the Sitemap line is not a full URL" in studio.window.notices.bar.accessibleName()
    listing = b"<urlset><url><loc>/</loc></url><url><loc>/a</loc></url></urlset>"
    with serve(response(200, listing)) as server:
        studio.session.set_robots_url(f"{server.url}/robots.txt")
        settle(studio)
        act(studio, "simulate.sitemaps")
        settle(studio)
        assert server.requests[0].startswith(b"GET /sitemap.xml ")


def test_files_are_read_again_in_the_next_run_and_addresses_are_offered(studios: Studios, listed: Path) -> None:
    """Nothing is fetched unasked."""
    studio = studios.start()
    sitemap = Source("s", "sitemap.xml", "sitemap", ("https://www.example.com/sitemap.xml",))
    studio.site.sources.restore_urls(["/typed"], [sitemap])
    load(studio, listed)
    studios.end(studio)
    studio = studios.start()
    settle(studio)
    assert requested(studio) == ["/typed", "/private/a", "/listed"]
    act(studio, "view.site")
    assert sorted(names(studio)) == ["Typed", "list.txt", "sitemap.xml"]
    assert "“sitemap.xml”" in studio.page.notices.bar.accessibleName()
    assert "Reload" in offers(studio)


def test_a_source_of_the_last_run_that_is_not_loaded_stays_remembered(studios: Studios, listed: Path) -> None:
    studio = studios.start()
    load(studio, listed)
    listed.unlink()
    for _ in range(2):
        studios.end(studio)
        studio = studios.start()
        assert [each.name for each in studio.site.sources.waiting] == ["list.txt"]
    studio.site.remove_source(studio.site.sources.waiting[0])
    studios.end(studio)
    assert not studios.start().site.sources.waiting
